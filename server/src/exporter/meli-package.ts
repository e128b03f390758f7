import { fold } from '@piezario/contract/words';
import type { Attribute } from './children.ts';

/** Measures of Mercado Libre's SELLER_PACKAGE_…, with their required units and the words that name them. */
const MEASURES = [
  { side: 'Alto', unit: 'cm', words: /\b(alto|altura|height)\b/ },
  { side: 'Ancho', unit: 'cm', words: /\b(ancho|width)\b/ },
  { side: 'Largo', unit: 'cm', words: /\b(largo|longitud|profundidad|length)\b/ },
  { side: 'Peso', unit: 'g', words: /\b(peso|weight)\b/ },
] as const;
type Measure = (typeof MEASURES)[number];

/** A measure without one of these words is that of the part itself. */
const PACKAGED = /\b(paquete|embalaje|embalad[oa]|bulto|package)\b|^peso bruto$/;

/** Factors of units to the unit that Mercado Libre requires. */
const UNITS: Readonly<Record<Measure['unit'], ReadonlyMap<string, number>>> = {
  cm: new Map([
    ...['mm', 'milimetros'].map((name) => [name, 0.1] as const),
    ...['cm', 'cms', 'centimetros'].map((name) => [name, 1] as const),
    ...['m', 'mt', 'mts', 'metros'].map((name) => [name, 100] as const),
    ...['in', '"', '″', 'pulgadas'].map((name) => [name, 2.54] as const),
  ]),
  g: new Map([
    ...['g', 'gr', 'grs', 'gramos'].map((name) => [name, 1] as const),
    ...['kg', 'kgs', 'kilos', 'kilogramos'].map((name) => [name, 1000] as const),
  ]),
};

const NUMBER = /^(\d{1,9}(?:[.,]\d{1,9})?) *(\D*)$/;
/** Ambiguous separators: 1.250 may be 1¼ or 1250. */
const THOUSANDS = /^[1-9]\d{0,2}[.,]\d{3}$/;

/** Undefined for a name with two measures, because a value of both is not split. */
function measureOf(name: string): Measure | undefined {
  const folded = fold(name).replaceAll('_', ' ');
  if (!PACKAGED.test(folded)) return undefined;
  const [measure, another] = MEASURES.filter(({ words }) => words.test(folded));
  return another ? undefined : measure;
}

/** Returns true when an attribute with this name has a measure of the package. */
export const isPackageMeasure = (name: string) => measureOf(name) !== undefined;

type Package = {
  /** In the units that Mercado Libre requires. */
  readonly measures: ReadonlyMap<Measure, number>;
  /** About measures that are missing or not understood. */
  readonly notices: readonly string[];
};

export function readPackage(attributes: readonly Attribute[]): Package {
  const measures = new Map<Measure, number>();
  const notices: string[] = [];
  for (const [name, value, unit] of attributes) {
    const measure = measureOf(name);
    if (!measure) continue;
    const amount = convert(value, unit, measure.unit);
    if (amount !== null) measures.set(measure, measures.get(measure) ?? amount);
    else
      notices.push(
        `«${name}: ${value}${unit && ` ${unit}`}» no se entiende y no se incluyó: ${EXPECTED[measure.unit]}`,
      );
  }
  const missing = MEASURES.filter((measure) => !measures.has(measure)).map(({ side }) => side.toLowerCase());
  if (measures.size > 0 && missing.length > 0) {
    notices.push(`Mercado Libre pide las cuatro medidas del paquete, y falta: ${missing.join(', ')}`);
  }
  return { measures, notices };
}

const EXPECTED: Readonly<Record<Measure['unit'], string>> = {
  cm: 'hace falta un número como 12,5 y su unidad (mm, cm, m o pulgadas)',
  g: 'hace falta un número como 1,25 y su unidad (g o kg)',
};

/** Whole grams or tenths of a centimeter; null for an invalid measure. The unit may be in the value, too. */
function convert(value: string, unit: string, wanted: Measure['unit']): number | null {
  const [, digits = '', unitInValue = ''] = NUMBER.exec(value) ?? [];
  if (digits === '' || THOUSANDS.test(digits)) return null;
  const factors = [unit, unitInValue]
    .filter((name) => name !== '')
    .map((name) => UNITS[wanted].get(fold(name).replace(/\.$/, '').trim()));
  const [factor] = factors;
  if (factor === undefined || new Set(factors).size > 1) return null;
  const amount = Number(digits.replace(',', '.')) * factor;
  return (wanted === 'g' ? Math.round(amount) : Math.round(amount * 10) / 10) || null;
}

export const PACKAGE_COLUMNS = MEASURES.map(
  (measure) =>
    [
      `${measure.side} del paquete (${measure.unit})`,
      ({ measures }: Package) => measures.get(measure) ?? null,
    ] as const,
);
