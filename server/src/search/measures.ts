/** Units as texts have them, and other ways to write them. */
const UNITS: Readonly<Record<string, string>> = {
  ...{
    a: 'a',
    amp: 'a',
    amper: 'a',
    amperes: 'a',
    ah: 'ah',
    bar: 'bar',
    cc: 'cm3',
    cm: 'cm',
    g: 'g',
    gr: 'g',
    kg: 'kg',
  },
  ...{ l: 'l', lt: 'l', lts: 'l', litro: 'l', litros: 'l', m: 'm', ml: 'ml', mm: 'mm', nm: 'nm' },
  ...{
    c: 'c',
    grados: 'c',
    dientes: 'u',
    estrias: 'u',
    pines: 'u',
    cables: 'u',
    canales: 'u',
    bocas: 'u',
    agujeros: 'u',
  },
  ...{ in: 'in', pulg: 'in', pulgada: 'in', pulgadas: 'in' },
  ...{ v: 'v', volt: 'v', volts: 'v', w: 'w', watt: 'w', watts: 'w' },
};

const NUMBER = String.raw`(?!0\d)\d{1,4}(?:\.\d{1,3})?`;
/** Returns true for a measure of several words: a number and its unit, two numbers and a sign, a viscosity. */
export const isMeasureInWords = (text: string) => /^[\d.]+ [a-z]+$|^[\d.]+ ?(?:x|pk) ?[\d.]+$|^\d+ ?w \d+$/.test(text);

/** Viscosity (10w40), ribs and length of a belt (6pk1770), sizes (12x75), and a number with its unit (55w). */
const VISCOSITY = /^(\d{1,2}w)(\d{2})$/;
const SIZES = new RegExp(`^(${NUMBER})(?:pk|x)(${NUMBER})(?:x(${NUMBER}))?$`);
/** Standards of fluids: «dot4» is «DOT 4». */
const STANDARD = /^(dot|sae)(\d{1,2})$/;
const WITH_UNIT = new RegExp(`^(${NUMBER})([a-z]+)$`);

/**
 * Returns the words that a text has for a measure written as one word, or null for other words. «10W-40» has the words
 * 10w and 40, and a battery of 12 V and 75 Ah is a 12x75.
 */
export function wordsOfMeasure(word: string): readonly string[] | null {
  const parts = VISCOSITY.exec(word) ?? SIZES.exec(word);
  if (parts) return parts.slice(1).filter((part) => part !== undefined);
  const [, standard, grade] = STANDARD.exec(word) ?? [];
  if (standard && grade) return [standard, grade];
  const [, number, name = ''] = WITH_UNIT.exec(word) ?? [];
  const unit = Object.hasOwn(UNITS, name) ? UNITS[name] : undefined;
  return number && unit ? [number, unit] : null;
}
