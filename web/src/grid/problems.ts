import { attributes, MISFIT_REASONS, type Misfit } from '@piezario/contract/attributes';
import { crosses, MAX_CROSSES } from '@piezario/contract/crosses';
import { Code, MAX_CODE } from '@piezario/contract/fields';
import { isBarcode } from '@piezario/contract/gaps';
import { PART_FIELDS } from '@piezario/contract/part-fields';
import type { TemplateAttribute } from '@piezario/contract/templates';
import type { z } from 'zod';
import type { RowEdits } from '../ui/grid/edits.ts';
import { fold } from '../ui/words.ts';
import { attributeOf, bareCode, readCrosses, readFlag, readValue, storedText } from './cells.ts';
import type { PartColumn } from './columns.ts';
import type { PartRow } from './rows.ts';

/**
 * Problem of a cell. A conflict or an invalid text keeps the sheet from being saved; a misfit does not. `suggestion` is
 * a text that fits.
 */
export type Problem = {
  readonly is: 'conflict' | 'invalid' | 'misfit';
  readonly reason: string;
  readonly suggestion?: string | undefined;
};

const { value: ValueSchema, unit: UnitSchema } = attributes.store.body.shape;
const { brand: BrandSchema, code: CodeSchema } = crosses.store.body.shape;

/** Why the server would refuse a text, or undefined. */
const refusalOf = (schema: z.ZodType, text: string) => {
  const [issue] = schema.safeParse(text).error?.issues ?? [];
  return issue?.message;
};

/** Codes of stored parts, and how many new rows have each, as codes are compared. */
export type Codes = { readonly stored: ReadonlySet<string>; readonly added: ReadonlyMap<string, number> };

export function problemOf({ part, edits }: PartRow, column: PartColumn, codes: Codes): Problem | null {
  const stored = storedText(part, column);
  const edit = edits?.[column.key];
  if (edit && edit.base !== stored && edit.text !== stored) {
    const now = stored === '' ? 'está vacía' : `dice «${stored}»`;
    return { is: 'conflict', reason: `Cambió después de que empezaste: ahora ${now}` };
  }
  const text = edit?.text ?? stored;
  switch (column.is) {
    case 'code':
      return part ? null : problemOfCode(text, edits, codes);
    case 'text': {
      const { max } = PART_FIELDS[column.field];
      return edit && text.length > max ? invalid(`Se permiten hasta ${max} caracteres`) : null;
    }
    case 'flag':
      return edit && (text !== '' || part) && readFlag(text) === null ? invalid('Tiene que ser SI o NO') : null;
    case 'crosses':
      return edit ? problemOfCrosses(text, part) : null;
    case 'attribute': {
      const found = attributeOf(part, column);
      const value = edit ? readValue(text, column, found) : found;
      if (!value) return null;
      const refusal = edit && (refusalOf(ValueSchema, value.value) ?? refusalOf(UnitSchema, value.unit));
      return refusal ? invalid(refusal) : problemOfValue(value, column, edit !== undefined);
    }
  }
}

const invalid = (reason: string): Problem => ({ is: 'invalid', reason });

function problemOfCrosses(text: string, part: PartRow['part']): Problem | null {
  const read = readCrosses(text, part);
  if ('wrong' in read) return invalid(`«${read.wrong}» no es «Marca: código»`);
  if (read.crosses.length > MAX_CROSSES) return invalid(`Se permiten hasta ${MAX_CROSSES}`);
  for (const { brand, code } of read.crosses) {
    const refusal = refusalOf(BrandSchema, brand) ?? refusalOf(CodeSchema, code);
    if (refusal) return invalid(`${brand}: ${code}. ${refusal}`);
  }
  return null;
}

function problemOfCode(code: string, edits: RowEdits | undefined, codes: Codes): Problem | null {
  if (!edits) return null;
  if (code === '') return invalid('Completá el código de la pieza nueva');
  if (!Code.safeParse(code).success) return invalid(`Un código tiene letras o números, hasta ${MAX_CODE}`);
  const bare = bareCode(code);
  const isTaken = codes.stored.has(bare) || (codes.added.get(bare) ?? 0) > 1;
  return isTaken ? invalid('Otra pieza de la planilla tiene este código') : null;
}

type Value = { readonly value: string; readonly unit: string };
type AttributeColumn = Extract<PartColumn, { is: 'attribute' }>;

/** A value that the template refuses can stay stored, but not be saved. */
function problemOfValue(
  value: Value,
  { name, attribute, isUnlisted, unit }: AttributeColumn,
  isChanged: boolean,
): Problem | null {
  if (isBarcode(name)) return null;
  if (isUnlisted) return { is: 'misfit', reason: MISFIT_REASONS.name };
  const misfit = attribute ? misfitOf(value, attribute) : null;
  if (!attribute || !misfit) return null;
  const fixed = correct(value, attribute);
  const suggestion = fixed && !misfitOf(fixed, attribute) ? fixed : null;
  return {
    is: attribute.is_strict === 1 && isChanged ? 'invalid' : 'misfit',
    reason: MISFIT_REASONS[misfit],
    suggestion: suggestion
      ? suggestion.unit === unit
        ? suggestion.value
        : `${suggestion.value} ${suggestion.unit}`
      : undefined,
  };
}

const numberIn = (text: string) => (/^-?\d{1,15}([.,]\d{1,9})?$/.test(text) ? Number(text.replace(',', '.')) : null);

/** Compares a value with the template like `fit_of` in server/schema. Null when it fits. */
function misfitOf({ value, unit }: Value, attribute: TemplateAttribute): Misfit | null {
  const number = numberIn(value);
  const isNumber = attribute.type === 'number';
  if (isNumber && number === null) return 'number';
  if (attribute.type === 'flag' && !['si', 'no'].includes(fold(value))) return 'flag';
  if (attribute.type === 'list' && !attribute.values.some((one) => fold(one) === fold(value))) return 'value';
  if ((isNumber || attribute.unit !== '') && fold(unit) !== fold(attribute.unit)) return 'unit';
  const { min, max } = attribute;
  if (isNumber && number !== null && ((min !== null && number < min) || (max !== null && number > max))) return 'range';
  return null;
}

/** Distance up to which a value is taken for a misspelling, for texts of this length. */
const mostEdits = (length: number) => (length < 5 ? 1 : 2);

/** A value that may fit: the nearest of the list, the number inside of the text, another unit converted. */
function correct({ value, unit }: Value, attribute: TemplateAttribute): Value | null {
  switch (attribute.type) {
    case 'list': {
      const near = attribute.values
        .map((one) => ({ one, edits: distance(fold(one), fold(value)) }))
        .toSorted((a, b) => a.edits - b.edits)[0];
      return near && near.edits <= mostEdits(value.length) ? { value: near.one, unit: attribute.unit } : null;
    }
    case 'flag': {
      const flag = readFlag(value);
      return flag === null ? null : { value: flag === 1 ? 'Sí' : 'No', unit: attribute.unit };
    }
    case 'number': {
      const [, inside, written = ''] = /^(-?\d+(?:[.,]\d+)?)\s*(\p{L}*|°\p{L}?|%|")$/u.exec(value) ?? [];
      const number = inside === undefined ? null : numberIn(inside);
      if (number === null) return null;
      const from = fold(written || unit);
      if (from === '' || from === fold(attribute.unit)) return { value: String(inside), unit: attribute.unit };
      const factor = attribute.units.find((one) => fold(one.unit) === from)?.factor;
      if (factor === undefined) return null;
      return { value: String(Number((number * factor).toPrecision(12))), unit: attribute.unit };
    }
    case 'text':
      return unit === '' ? { value, unit: attribute.unit } : null;
  }
}

/** Number of letters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const [above = 0, left = 0, corner = 0] = [row[j], next[j - 1], row[j - 1]];
      next.push(Math.min(above + 1, left + 1, corner + (a[i - 1] === b[j - 1] ? 0 : 1)));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
