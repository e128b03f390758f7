import { attributes } from '@piezario/contract/attributes';
import { findAttributes, insertAttributes } from '../../attributes/bulk.ts';
import { filled, findOfParts, findStored, partOf, type SheetRules } from './rules.ts';

const attributeFields = attributes.store.body.shape;

const REMOVED = Symbol('removed');

type AttributeValues = {
  readonly name: string;
  readonly value: string | typeof REMOVED | null;
  readonly unit: string | null;
};
type AttributeItem = AttributeValues & { readonly folded: string };

export const attributeRules: SheetRules<AttributeValues, AttributeItem> = {
  format: 'Atributos',
  entity: 'attribute',
  read: (reader) => ({
    name: reader.required('Nombre', attributeFields.name),
    value: reader.undated('Valor', attributeFields.value, REMOVED),
    unit: reader.clearable('Unidad', attributeFields.unit, ''),
  }),
  compared: ({ name, unit }) => [name, unit],
  complete: (values, folding) => (values.name ? [{ ...values, folded: folding.fold(values.name) }] : []),
  key: ({ folded }) => folded,
  keyColumn: 'Nombre',
  says: ({ value, unit }) => `${String(value)}\n${unit}`,
  find: (db, named) =>
    findOfParts(named, (existing) =>
      findStored(
        findAttributes(
          db,
          existing.map((one) => ({ part: partOf(one), folded: one.item.folded })),
        ),
      ),
    ),
  wanted: ({ item: { name, value, unit } }) => (value === REMOVED ? null : filled({ name, value, unit })),
  created: ({ item: { name, value, unit } }) =>
    typeof value === 'string'
      ? { name, value, unit: unit ?? '' }
      : ['Valor', 'La pieza no tiene este atributo: completá su valor'],
  isRespelling: (field, before, after) => field === 'name' || (field === 'unit' && isSameWord(before, after)),
  insert: async (db, rows) => {
    await insertAttributes(
      db,
      rows.map(({ named, fields: { name, value, unit } }) => ({
        part: partOf(named),
        name: String(name),
        value: String(value),
        unit: String(unit),
      })),
    );
    return [];
  },
};

/** MM and mm, or Pulg and pulg.: the same but for case, accents and punctuation. */
const isSameWord = (one: unknown, other: unknown) => wordOf(one) !== '' && wordOf(one) === wordOf(other);
const wordOf = (text: unknown) =>
  String(text)
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase();
