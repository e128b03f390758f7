import { attributes, MISFIT_REASONS, type Misfit } from '@piezario/contract/attributes';
import { fold } from '@piezario/contract/words';
import { findAttributes, findMisfits, insertAttributes } from '../../attributes/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { Fields } from '../../part-rows/entities.ts';
import type { AttributeTemplates } from '../attributes/attribute-templates.ts';
import { type AttributeTexts, splitUnit } from '../attributes/correct.ts';
import {
  type ColumnsOf,
  filled,
  findOfParts,
  type LocatedItem,
  oneRowEach,
  partOf,
  type Refusal,
  type SheetRules,
  type StoredRows,
} from './rules.ts';

const attributeFields = attributes.store.body.shape;

const REMOVED = Symbol('removed');

type AttributeValues = Pick<AttributeTexts, 'name' | 'unit'> & { readonly value: string | typeof REMOVED | null };
type AttributeItem = AttributeValues & {
  readonly folded: string;
  /** The cells of the row, and notices on how the template corrects them. */
  readonly typed: AttributeValues & { readonly folded: string };
  readonly notices: readonly string[];
  /** All names of the attribute in the template, and those that earlier rows of the part have. */
  readonly names: readonly string[];
  readonly rivals: readonly { readonly name: string; readonly row: string }[];
};

export const attributeRules = (templates: AttributeTemplates): SheetRules<AttributeValues, AttributeItem> => ({
  format: 'Atributos',
  entity: 'attribute',
  read: (reader) => ({
    name: reader.required('Nombre', attributeFields.name),
    value: reader.undated('Valor', attributeFields.value, REMOVED),
    unit: reader.clearable('Unidad', attributeFields.unit, ''),
  }),
  textsToFold: ({ name, value, unit }) => [
    name,
    unit,
    ...(typeof value === 'string' ? [value, splitUnit(value)?.[1] ?? null] : []),
  ],
  resolve: (values, folding, _, { product }) => {
    if (!values.name) return [];
    const typed = { ...values, folded: folding.fold(values.name) };
    const value = values.value === REMOVED ? null : values.value;
    const { corrected, ...read } = templates.read(product, { ...values, value }, folding);
    return [{ ...corrected, value: values.value === REMOVED ? REMOVED : corrected.value, ...read, typed, rivals: [] }];
  },
  key: ({ typed }) => typed.folded,
  keyColumn: 'Nombre',
  columns: { name: 'Nombre', value: 'Valor', unit: 'Unidad' } satisfies ColumnsOf<'attribute'>,
  duplicateSignature: ({ value, unit }) => `${String(value)}\n${unit}`,
  withSiblings: (item, rowOf) => {
    const others = item.names.filter((name) => name !== item.typed.folded);
    const rivals = others.flatMap((name) => {
      const row = rowOf(name);
      return row === null ? [] : [{ name, row }];
    });
    return { ...item, rivals };
  },
  findStored: (db, items) => findOfParts(items, (existing) => findByNames(db, existing)),
  target: ({ item }, stored) => {
    if (item.value === REMOVED) return null;
    const { name, value, unit } = isAsTyped(item, stored) ? item.typed : item;
    return filled({ name, value, unit });
  },
  notices: ({ item }, stored) => (isAsTyped(item, stored) ? [] : item.notices),
  newFields: ({ item: { name, value, unit, rivals } }) => {
    const [rival] = rivals;
    if (rival) return ['Nombre', `Está repetida: la fila ${rival.row} ya dice «${name}», con otro de sus nombres`];
    return typeof value === 'string'
      ? { name, value, unit: unit ?? '' }
      : ['Valor', 'La pieza no tiene este atributo: completá su valor'];
  },
  validate: async (db, rows) => {
    const misfits = await findMisfits(
      db,
      rows.map(({ located: { product }, fields }) => ({ product, ...textsOf(fields) })),
    );
    return misfits.map((found, index) => found && problemOf(found, textsOf(rows[index]?.fields ?? {}).name));
  },
  isRespelling: (field, before, after) =>
    field === 'name' ? isSameName(before, after) : field === 'unit' && isSameWord(before, after),
  jointFields: ['value', 'unit'],
  // A converted value is only right together with its unit.
  isAllOrNothing: ({ item: { value, unit, typed } }) => value !== typed.value && unit !== typed.unit,
  insertRows: async (db, rows) => {
    await insertAttributes(
      db,
      rows.map(({ located, fields }) => ({ part: partOf(located), ...textsOf(fields) })),
    );
    return [];
  },
});

/** Items whose part has the attribute under their own name and another one: the row changes the former. */
const itemsWithOwnName = new WeakSet<AttributeItem>();

/** Finds what is stored under the name in the row, or else under the name in the template. */
async function findByNames(db: Db, items: readonly LocatedItem<AttributeItem>[]): Promise<StoredRows[]> {
  const keys = items.flatMap((one) => {
    const { typed, folded, rivals } = one.item;
    const names = new Set([typed.folded, folded, ...rivals.map(({ name }) => name)]);
    return [...names].map((name) => ({ part: partOf(one), folded: name }));
  });
  const found = await oneRowEach(findAttributes(db, keys));
  const rows = new Map(keys.map(({ part, folded }, index) => [`${part}\n${folded}`, found[index] ?? []]));
  return items.map((one) => {
    const { item } = one;
    const storedAs = (name: string) => rows.get(`${partOf(one)}\n${name}`) ?? [];
    const [own, ofTemplate] = [storedAs(item.typed.folded), storedAs(item.folded)];
    const hasRivals = item.rivals.length > 0;
    itemsWithOwnName.delete(item);
    if (item.folded !== item.typed.folded && (ofTemplate.length > 0 || hasRivals) && own.length > 0)
      itemsWithOwnName.add(item);
    // Two names in a file are two attributes only where the part has them both.
    if (hasRivals) return item.rivals.every(({ name }) => storedAs(name).length > 0) ? own : [];
    return own.length > 0 ? own : ofTemplate;
  });
}

/** Whether the template's corrections are ignored: a row with the stored texts changes nothing. */
const isAsTyped = (item: AttributeItem, stored: Fields | null) =>
  stored !== null &&
  (itemsWithOwnName.has(item) ||
    Object.entries(filled({ name: item.typed.name, value: item.typed.value, unit: item.typed.unit })).every(
      ([field, value]) => stored[field] === value,
    ));

const textsOf = ({ name, value, unit }: Fields) => ({ name: String(name), value: String(value), unit: String(unit) });

/** A misfit is a notice, or an error where the template is strict. */
function problemOf({ misfit, is_strict }: { misfit: Misfit; is_strict: boolean }, name: string): Refusal | string {
  const reason = MISFIT_REASONS[misfit];
  if (is_strict) return [misfit === 'unit' ? 'Unidad' : 'Valor', `${reason}: así lo pide la plantilla`];
  return misfit === 'name'
    ? 'el atributo no está en la plantilla de su producto'
    : `«${name}»: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`;
}

/** MM and mm, or Pulg and pulg.: the same but for case, accents and punctuation. */
const isSameWord = (one: unknown, other: unknown) => wordOf(one) !== '' && wordOf(one) === wordOf(other);
const wordOf = (text: unknown) => fold(String(text)).replace(/[^\p{L}\p{N}]+/gu, '');

/** The same but for case and accents. Another name of the template is more than another spelling. */
const isSameName = (one: unknown, other: unknown) => fold(String(one)) === fold(String(other));
