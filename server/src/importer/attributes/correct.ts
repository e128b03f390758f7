import type { AttributeType } from '@piezario/contract/templates';
import { isNo, isYes } from '../reading/row-reader.ts';
import { times } from './decimal.ts';

/** What a row says of an attribute. A blank cell is null. */
export type Said = { readonly name: string; readonly value: string | null; readonly unit: string | null };

/** An attribute of a template, with its texts as they are compared. */
export type Asked = {
  readonly name: string;
  readonly folded: string;
  /** All its names. */
  readonly names: readonly string[];
  readonly type: AttributeType;
  readonly unit: string;
  readonly unitFolded: string;
  /** By unit. */
  readonly factors: ReadonlyMap<string, number>;
  /** How each is written. */
  readonly values: ReadonlyMap<string, string>;
};

/** A kind of correction, in words, and what is told once for all rows with an example. */
export type Correction = { readonly kind: string; readonly example: string };

/** A number as the database reads it, alone or with a unit after it. */
const NUMBER = /^-?[0-9]{1,15}(?:[.,][0-9]{1,9})?$/;
const WITH_UNIT = /^(-?[0-9]{1,15}(?:[.,][0-9]{1,9})?) ?([^0-9\s.,-].{0,29})$/;

/** 1.234 may be a thousand and something, or one and something. */
const AMBIGUOUS = /^-?[1-9][0-9]{0,2}\.[0-9]{3}$/;

/** The number and the unit of a value that has both. */
export const splitUnit = (value: string): readonly [number: string, unit: string] | null => {
  const [, number, unit] = WITH_UNIT.exec(value) ?? [];
  return number !== undefined && unit !== undefined ? [number, unit] : null;
};

/** What the row means in the words of the template, and what was corrected to that end. */
export function correct(
  asked: Asked,
  said: Said,
  fold: (text: string) => string,
): { readonly meant: Said; readonly corrections: readonly Correction[] } {
  const corrections: Correction[] = [];
  const { name } = asked;
  if (fold(said.name) !== asked.folded) {
    corrections.push({ kind: `el nombre «${said.name}» se toma como «${name}», de la plantilla`, example: '' });
  }
  const { value, unit } = said;
  if (value === null) return { meant: { ...said, name, unit: ownUnit(asked, unit, fold) }, corrections };
  const written = (text: string | undefined, kind: string) => {
    if (text !== undefined && text !== value) {
      corrections.push({ kind: `«${name}» ${kind}`, example: `«${value}» → «${text}»` });
    }
    return { meant: { name, value: text ?? value, unit: ownUnit(asked, unit, fold) }, corrections };
  };
  switch (asked.type) {
    case 'flag':
      return written(flagOf(value), 'se guarda Sí o No');
    case 'list':
      return written(asked.values.get(fold(value)), 'se guarda como lo escribe la plantilla');
    case 'text':
      return written(value, '');
    case 'number':
      return { meant: correctNumber(asked, value, unit, fold, corrections), corrections };
  }
}

/** The number with the unit of the template, converted where the template says how. */
function correctNumber(
  asked: Asked,
  value: string,
  unit: string | null,
  fold: (text: string) => string,
  corrections: Correction[],
): Said {
  const { name } = asked;
  const [number, measured] = measure(asked, value, unit, fold);
  if (number !== value) corrections.push({ kind: `«${name}»: la unidad se separa del valor`, example: `«${value}»` });
  const measuredFolded = measured === null ? '' : fold(measured);
  // The template's own unit is never converted, also where an older template has it among the others.
  const factor = measuredFolded === asked.unitFolded ? undefined : asked.factors.get(measuredFolded);
  const isClear = NUMBER.test(number) && !AMBIGUOUS.test(number);
  const converted = factor !== undefined && isClear ? times(number, factor) : '';
  if (!NUMBER.test(converted)) return { name, value: number, unit: ownUnit(asked, measured, fold) };
  corrections.push({
    kind: `«${name}» se convierte de ${measured} a ${asked.unit}`,
    example: `${number} → ${converted}`,
  });
  return { name, value: converted, unit: asked.unit };
}

/** A unit of the template is written as there. */
const ownUnit = ({ unit, unitFolded }: Asked, said: string | null, fold: (text: string) => string) =>
  said !== null && unit !== '' && fold(said) === unitFolded ? unit : said;

const flagOf = (value: string) => (isYes(value) ? 'Sí' : isNo(value) ? 'No' : undefined);

/** The number and its unit, which is taken out of the value where its column is blank and the template knows it. */
function measure(
  { unit: own, unitFolded, factors }: Asked,
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
