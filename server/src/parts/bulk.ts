import { byField, PART_FIELD_NAMES, type StoredFields } from '@piezario/contract/part-fields';
import { type RawBuilder, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';

/** Key of a part. `bare` is the code in the compared form. */
export type PartKey = { readonly brand: number; readonly product: number; readonly bare: string };

export type NewPart = PartKey & { readonly code: string } & Readonly<StoredFields>;

/** The columns of the fields, in one order. */
export const FIELD_COLUMNS = sql.join(PART_FIELD_NAMES.map((name) => sql.ref(name)));

/** Whether the parts are locked until the end of the transaction. */
type Options = { readonly lock: boolean };

/** Locks parts in the order of their ids, so that two bulk changes to the same parts do not deadlock. */
const findBy =
  <Found>(columns: RawBuilder<unknown>) =>
  (db: Db, keys: readonly PartKey[], { lock }: Options): Promise<(Found | null)[]> =>
    findByKeys(
      db,
      keys,
      { brand: 'int', product: 'int', bare: 'text' },
      (given) => sql<Found & { position: number }>`
        select given.position, ${columns}
        from ${given} join parts on parts.part_brand_id = given.brand and parts.code_bare = given.bare
          -- The sum keeps PostgreSQL from the index of products, preferred while a new catalog has no statistics.
          and parts.part_product_id + 0 = given.product
        order by parts.id ${lock ? sql`for update of parts` : sql``}`,
    );

/** The ids of the parts in the order of their keys, null for those that do not exist. */
export const findPartIds = findBy<{ id: number }>(sql`parts.id`);

/** The parts with the columns that bulk changes write, in the order of their keys. */
export const findParts = findBy<{ id: number; code: string } & StoredFields>(
  sql`parts.id, parts.code, ${FIELD_COLUMNS}`,
);

/** When each of the parts, or one of its rows, was last changed. */
export async function readMoments(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ part_id: number; moment: string }>`
    select part_id, to_jsonb(updated_at) #>> '{}' as moment from part_counts where part_id = any (${ids}::int[])`.execute(
    db,
  );
  return new Map(rows.map(({ part_id, moment }) => [part_id, moment]));
}

/** For each key, another product in the person's scope in which the brand has a part with the code. */
export const findInOtherProducts = (db: Db, person: Person, keys: readonly PartKey[]) =>
  findByKeys(
    db,
    keys,
    { brand: 'int', product: 'int', bare: 'text' },
    (given) => sql<{ position: number; product: string }>`
      select distinct on (given.position) given.position, part_products.name as product
      from ${given} join parts on parts.part_brand_id = given.brand and parts.code_bare = given.bare
        and parts.part_product_id + 0 <> given.product and ${partInScope(person)}
      join part_products on part_products.id = parts.part_product_id
      order by given.position, parts.id`,
  );

const nameOf = ({ brand, product, bare }: PartKey) => `${brand} ${product} ${bare}`;

const FIELD_TYPES = byField(
  () => 'boolean' as const,
  () => 'text' as const,
);

/** Returns the indexes of parts that were not inserted because another transaction has created them before. */
export async function insertParts(db: Db, rows: readonly NewPart[]): Promise<number[]> {
  if (rows.length === 0) return [];
  const { rows: inserted } = await sql<PartKey>`
    insert into parts (part_brand_id, part_product_id, code, ${FIELD_COLUMNS})
    select brand, product, code, ${FIELD_COLUMNS}
    from ${given(rows, { brand: 'int', product: 'int', code: 'text', ...FIELD_TYPES })}
    order by position
    on conflict (part_brand_id, part_product_id, code_bare) do nothing
    returning part_brand_id as brand, part_product_id as product, code_bare as bare`.execute(db);
  if (inserted.length === rows.length) return [];
  const names = new Set(inserted.map(nameOf));
  return rows.flatMap((row, index) => (names.has(nameOf(row)) ? [] : [index]));
}

/** Sets values of parts and increments their versions, like a save of each part. */
export const setValues = (db: Db, ids: readonly number[], values: RawBuilder<unknown>) =>
  sql`update parts set ${values}, version = version + 1 where id = any (${ids}::int[])`.execute(db);
