import { parts } from '@piezario/contract/parts';
import type { Db } from '../../db/connect.ts';
import { findParts, insertParts, readMoments } from '../../parts/bulk.ts';
import type { RowReader } from '../reading/row-reader.ts';
import { CODE, filled, findStored, Name, type Named, type SheetRules, type StoredRows } from './rules.ts';

const partFields = parts.store.body.shape;

/** The columns that identify the part, in any sheet. */
export const readPart = (reader: RowReader) => ({
  brand: reader.required('Marca', Name),
  product: reader.required('Producto', Name),
  code: reader.code(CODE, partFields.code),
});

type PartItem = {
  readonly category: string | null;
  readonly observation: string | null;
  readonly enabled: boolean | null;
  readonly discontinued: boolean | null;
  readonly is_universal: boolean | null;
};

const keyOf = ({ brand, product, parsed: { bare } }: Named) => ({ brand, product, bare });

/** A part that is to be removed comes with the moment of its last change, which a review compares. */
async function findNamedParts(db: Db, named: readonly Named[], lock: boolean): Promise<StoredRows[]> {
  const found = await findStored(findParts(db, named.map(keyOf), { lock }));
  const going = found.flatMap((parts, index) => (named[index]?.parsed.removes ? parts.map(({ id }) => id) : []));
  if (going.length === 0) return found;
  const moments = await readMoments(db, going);
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
    observation: reader.clearable('Descripción', partFields.observation, ''),
    enabled: reader.flag('Habilitada'),
    discontinued: reader.flag('Discontinuada'),
    is_universal: reader.flag('Universal'),
  }),
  compared: ({ category }) => [category],
  complete: (values, folding) => [{ ...values, category: values.category && folding.fold(values.category) }],
  key: () => '',
  keyColumn: CODE,
  says: ({ category, observation, enabled, discontinued, is_universal }) =>
    [category, observation, enabled, discontinued, is_universal].join('\n'),
  check: ({ category, item }) =>
    item.category === null || item.category === category ? null : ['Categoría', 'No es la categoría del producto'],
  find: findNamedParts,
  wanted: ({ parsed: { code }, item: { observation, enabled, discontinued, is_universal } }) =>
    filled({ code, observation, enabled, discontinued, is_universal }),
  created: ({ brand, product, parsed: { code }, item: { observation, enabled, discontinued, is_universal } }) => ({
    part_brand_id: brand,
    part_product_id: product,
    code,
    observation: observation ?? '',
    enabled: enabled ?? true,
    discontinued: discontinued ?? false,
    is_universal: is_universal ?? false,
  }),
  isRespelling: (field) => field === 'code',
  insert: (db, rows) =>
    insertParts(
      db,
      rows.map(({ named, fields }) => ({
        ...keyOf(named),
        code: String(fields.code),
        observation: String(fields.observation),
        enabled: fields.enabled === true,
        discontinued: fields.discontinued === true,
        is_universal: fields.is_universal === true,
      })),
    ),
};
