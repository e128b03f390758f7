import type { AttributeType } from '@piezario/contract/attributes';
import { splitMeasure } from '@piezario/contract/list';
import { isNo, isYes } from '../reading/row-reader.ts';
import { times } from './decimal.ts';

/** Cells of an attribute. A blank cell is null. */
export type AttributeTexts = { readonly name: string; readonly value: string | null; readonly unit: string | null };

/** Attribute of a template. Folded texts are compared, the others are stored. */
export type TemplateAttribute = {
  readonly name: string;
  readonly folded: string;
  /** Name and aliases, folded. */
  readonly names: readonly string[];
  readonly type: AttributeType;
  readonly unit: string;
  readonly unitFolded: string;
  /** Factors to `unit`, by folded unit. */
  readonly factors: ReadonlyMap<string, number>;
  /** Spellings of the values of a list, by folded value. */
  readonly values: ReadonlyMap<string, string>;
};

/** A kind of correction in words, and an example. Rows of one kind share a notice. */
export type Correction = { readonly kind: string; readonly example: string };

/** A number as the database reads it. */
const NUMBER = /^-?[0-9]{1,15}(?:[.,][0-9]{1,9})?$/;

/** 1.234 may be a thousand and something, or one and something. */
const AMBIGUOUS = /^-?[1-9][0-9]{0,2}\.[0-9]{3}$/;

/** The number and the unit of a value that has both. */
export const splitUnit = (value: string): readonly [number: string, unit: string] | null => {
  const measure = splitMeasure(value);
  return measure && measure.unit !== '' ? [measure.number, measure.unit] : null;
};

/** Returns the row in the words of the template, and what was corrected. */
export function correct(
  attribute: TemplateAttribute,
  texts: AttributeTexts,
  fold: (text: string) => string,
): { readonly corrected: AttributeTexts; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = [];
  const { name } = attribute;
  if (fold(texts.name) !== attribute.folded) {
    corrections.push({ kind: `el nombre «${texts.name}» se toma como «${name}», de la plantilla`, example: '' });
  }
  const { value, unit } = texts;
  if (value === null) return { corrected: { ...texts, name, unit: ownUnit(attribute, unit, fold) }, corrections };
  const written = (text: string | undefined, kind: string) => {
    if (text !== undefined && text !== value) {
      corrections.push({ kind: `«${name}» ${kind}`, example: `«${value}» → «${text}»` });
    }
    return { corrected: { name, value: text ?? value, unit: ownUnit(attribute, unit, fold) }, corrections };
  };
  switch (attribute.type) {
    case 'flag':
      return written(flagOf(value), 'se guarda Sí o No');
    case 'list':
      return written(attribute.values.get(fold(value)), 'se guarda como lo escribe la plantilla');
    case 'text':
      return written(value, '');
    case 'number':
      return { corrected: correctNumber(attribute, value, unit, fold, corrections), corrections };
  }
}

/** The number with the unit of the template, converted where the template says how. */
function correctNumber(
  attribute: TemplateAttribute,
  value: string,
  unit: string | null,
  fold: (text: string) => string,
  corrections: Correction[],
): AttributeTexts {
  const { name } = attribute;
  const [number, measured] = measure(attribute, value, unit, fold);
  if (number !== value) corrections.push({ kind: `«${name}»: la unidad se separa del valor`, example: `«${value}»` });
  const measuredFolded = measured === null ? '' : fold(measured);
  // The template's own unit is never converted. Older templates may also list it among the converted units.
  const factor = measuredFolded === attribute.unitFolded ? undefined : attribute.factors.get(measuredFolded);
  const isClear = NUMBER.test(number) && !AMBIGUOUS.test(number);
  const converted = factor !== undefined && isClear ? times(number, factor) : '';
  if (!NUMBER.test(converted)) return { name, value: number, unit: ownUnit(attribute, measured, fold) };
  corrections.push({
    kind: `«${name}» se convierte de ${measured} a ${attribute.unit}`,
    example: `${number} → ${converted}`,
  });
  return { name, value: converted, unit: attribute.unit };
}

/** Returns the unit in the spelling of the template when it is the same unit. */
const ownUnit = ({ unit, unitFolded }: TemplateAttribute, written: string | null, fold: (text: string) => string) =>
  written !== null && unit !== '' && fold(written) === unitFolded ? unit : written;

const flagOf = (value: string) => (isYes(value) ? 'Sí' : isNo(value) ? 'No' : undefined);

/** Returns the number and its unit. A unit inside the value counts when its own cell is blank and the template knows it. */
function measure(
  { unit: own, unitFolded, factors }: TemplateAttribute,
  value: string,
  unit: string | null,
  fold: (text: string) => string,
): readonly [number: string, unit: string | null] {
  const split = unit === null ? splitUnit(value) : null;
  if (!split) return [value, unit];
  const folded = fold(split[1]);
  const isKnown = (own !== '' && folded === unitFolded) || factors.has(folded);
  return isKnown ? split : [value, unit];
}
