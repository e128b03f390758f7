import { attributes, MISFIT_REASONS, type Misfit } from '@piezario/contract/attributes';
import { findAttributes, findMisfits, insertAttributes } from '../../attributes/bulk.ts';
import type { Db } from '../../db/connect.ts';
import type { Fields } from '../../history/entities.ts';
import type { AttributeTemplates } from '../attributes/attribute-templates.ts';
import { type Said, splitUnit } from '../attributes/correct.ts';
import { filled, findOfParts, findStored, type Named, partOf, type Refusal, type SheetRules } from './rules.ts';

const attributeFields = attributes.store.body.shape;

const REMOVED = Symbol('removed');

type AttributeValues = Pick<Said, 'name' | 'unit'> & { readonly value: string | typeof REMOVED | null };
type AttributeItem = AttributeValues & {
  readonly folded: string;
  /** As the row says it, where the template of the product says it otherwise, and what the user is told of that. */
  readonly typed: AttributeValues & { readonly folded: string };
  readonly notices: readonly string[];
};

export const attributeRules = (templates: AttributeTemplates): SheetRules<AttributeValues, AttributeItem> => ({
  format: 'Atributos',
  entity: 'attribute',
  read: (reader) => ({
    name: reader.required('Nombre', attributeFields.name),
    value: reader.undated('Valor', attributeFields.value, REMOVED),
    unit: reader.clearable('Unidad', attributeFields.unit, ''),
  }),
  compared: ({ name, value, unit }) => [
    name,
    unit,
    ...(typeof value === 'string' ? [value, splitUnit(value)?.[1] ?? null] : []),
  ],
  complete: (values, folding, _, { product }) => {
    if (!values.name) return [];
    const typed = { ...values, folded: folding.fold(values.name) };
    const value = values.value === REMOVED ? null : values.value;
    const { meant, folded, notices } = templates.read(product, { ...values, value }, folding);
    return [{ ...meant, value: values.value === REMOVED ? REMOVED : meant.value, folded, typed, notices }];
  },
  key: ({ folded }) => folded,
  keyColumn: 'Nombre',
  says: ({ value, unit }) => `${String(value)}\n${unit}`,
  find: (db, named) =>
    findOfParts(named, async (existing) => {
      const found = await findByNames(db, existing, ({ folded }) => folded);
      // What is stored under another name of the template is the same attribute.
      const renamed = existing.filter(
        ({ item }, index) => found[index]?.length === 0 && item.folded !== item.typed.folded,
      );
      if (renamed.length === 0) return found;
      const stored = await findByNames(db, renamed, ({ typed }) => typed.folded);
      return existing.map((one, index) => stored[renamed.indexOf(one)] ?? found[index] ?? []);
    }),
  wanted: ({ item }, stored) => {
    if (item.value === REMOVED) return null;
    const { name, value, unit } = isAsTyped(item, stored) ? item.typed : item;
    return filled({ name, value, unit });
  },
  tells: ({ item }, stored) => (isAsTyped(item, stored) ? [] : item.notices),
  created: ({ item: { name, value, unit } }) =>
    typeof value === 'string'
      ? { name, value, unit: unit ?? '' }
      : ['Valor', 'La pieza no tiene este atributo: completá su valor'],
  judge: async (db, rows) => {
    const misfits = await findMisfits(
      db,
      rows.map(({ named: { product }, fields }) => ({ product, ...textsOf(fields) })),
    );
    return misfits.map((found, index) => found && judgement(found, textsOf(rows[index]?.fields ?? {}).name));
  },
  isRespelling: (field, before, after) =>
    field === 'name' ? isSameName(before, after) : field === 'unit' && isSameWord(before, after),
  // A converted value is right with its unit alone.
  isOneChange: ({ item: { value, unit, typed } }) => value !== typed.value && unit !== typed.unit,
  insert: async (db, rows) => {
    await insertAttributes(
      db,
      rows.map(({ named, fields }) => ({ part: partOf(named), ...textsOf(fields) })),
    );
    return [];
  },
});

const findByNames = (db: Db, named: readonly Named<AttributeItem>[], nameOf: (item: AttributeItem) => string) =>
  findStored(
    findAttributes(
      db,
      named.map((one) => ({ part: partOf(one), folded: nameOf(one.item) })),
    ),
  );

/** A row that says what is stored changes nothing, also where the template would write it otherwise. */
const isAsTyped = ({ typed }: AttributeItem, stored: Fields | null) =>
  stored !== null &&
  Object.entries(filled({ name: typed.name, value: typed.value, unit: typed.unit })).every(
    ([field, value]) => stored[field] === value,
  );

const textsOf = ({ name, value, unit }: Fields) => ({ name: String(name), value: String(value), unit: String(unit) });

/** What does not fit is told. It is refused where the template is strict. */
function judgement({ misfit, is_strict }: { misfit: Misfit; is_strict: boolean }, name: string): Refusal | string {
  const reason = MISFIT_REASONS[misfit];
  if (is_strict) return [misfit === 'unit' ? 'Unidad' : 'Valor', `${reason}: así lo pide la plantilla`];
  return misfit === 'name'
    ? 'el atributo no está en la plantilla de su producto'
    : `«${name}»: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** MM and mm, or Pulg and pulg.: the same but for case, accents and punctuation. */
const isSameWord = (one: unknown, other: unknown) => wordOf(one) !== '' && wordOf(one) === wordOf(other);
const wordOf = (text: unknown) => plain(text).replace(/[^\p{L}\p{N}]+/gu, '');

/** The same but for case and accents. Another name of the template is more than another spelling. */
const isSameName = (one: unknown, other: unknown) => plain(one) === plain(other);
const plain = (text: unknown) =>
  String(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
