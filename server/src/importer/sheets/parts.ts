import { byField, INITIAL_FIELDS, PART_FIELD_NAMES, type StoredFields } from '@piezario/contract/part-fields';
import { parts } from '@piezario/contract/parts';
import type { Db } from '../../db/connection/connect.ts';
import { findParts, insertParts, readMoments } from '../../parts/bulk.ts';
import type { RowReader } from '../reading/row-reader.ts';
import {
  CODE,
  type ColumnsOf,
  filled,
  type LocatedItem,
  Name,
  oneRowEach,
  type SheetRules,
  type StoredRows,
} from './rules.ts';

const partFields = parts.store.body.shape;

/** The columns that identify the part, in any sheet. */
export const readPart = (reader: RowReader) => ({
  brand: reader.required('Marca', Name),
  product: reader.required('Producto', Name),
  code: reader.code(CODE, partFields.code),
});

/** The fields of a row; null for a blank cell. */
type ReadFields = { readonly [K in keyof StoredFields]: StoredFields[K] | null };
type PartItem = ReadFields & { readonly category: string | null };

const fieldsOf = (item: PartItem): ReadFields =>
  byField<boolean | null, string | null>(
    (name) => item[name],
    (name) => item[name],
  );

const keyOf = ({ brand, product, parsed: { bare } }: LocatedItem) => ({ brand, product, bare });

/** A part that is to be removed comes with the moment of its last change, which a review compares. */
async function findStoredParts(db: Db, items: readonly LocatedItem[], lock: boolean): Promise<StoredRows[]> {
  const found = await oneRowEach(findParts(db, items.map(keyOf), { lock }));
  const removed = found.flatMap((parts, index) => (items[index]?.parsed.removes ? parts.map(({ id }) => id) : []));
  if (removed.length === 0) return found;
  const moments = await readMoments(db, removed);
  return found.map((parts) =>
    parts.map(({ id, fields }) => {
      const updated_at = moments.get(id);
      return { id, fields: updated_at ? { ...fields, updated_at } : fields };
    }),
  );
}

export const partRules: SheetRules<PartItem, PartItem> = {
  format: 'Piezas',
  entity: 'part',
  read: (reader) => ({
    category: reader.optional('Categoría', Name),
    ...byField(
      (_, { label }) => reader.flag(label),
      (name, { label }) => reader.clearable(label, partFields[name], ''),
    ),
  }),
  textsToFold: ({ category }) => [category],
  resolve: (values, folding) => [{ ...values, category: values.category && folding.fold(values.category) }],
  key: () => '',
  keyColumn: CODE,
  columns: {
    part_brand_id: 'Marca',
    part_product_id: 'Producto',
    code: CODE,
    ...byField(
      (_, { label }) => label,
      (_, { label }) => label,
    ),
  } satisfies ColumnsOf<'part'>,
  duplicateSignature: (item) => [item.category, ...PART_FIELD_NAMES.map((name) => item[name])].join('\n'),
  checkItem: ({ category, item }) =>
    item.category === null || item.category === category ? null : ['Categoría', 'No es la categoría del producto'],
  findStored: findStoredParts,
  target: ({ parsed: { code }, item }) => filled({ code, ...fieldsOf(item) }),
  newFields: ({ brand, product, parsed: { code }, item }) => ({
    part_brand_id: brand,
    part_product_id: product,
    code,
    ...INITIAL_FIELDS,
    ...filled(fieldsOf(item)),
  }),
  isRespelling: (field) => field === 'code',
  insertRows: (db, rows) =>
    insertParts(
      db,
      rows.map(({ located, fields }) => ({
        ...keyOf(located),
        code: String(fields.code),
        ...byField(
          (name) => fields[name] === true,
          (name) => String(fields[name]),
        ),
      })),
    ),
};
