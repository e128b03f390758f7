import { sql } from 'kysely';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connect.ts';

/** What identifies a part. `bare` is the code as codes are compared. */
export type PartKey = { readonly brand: number; readonly product: number; readonly bare: string };

/** A null leaves the stored value; a new part gets the default instead. */
export type PartRow = PartKey & {
  readonly code: string;
  readonly observation: string | null;
  readonly enabled: boolean | null;
  readonly discontinued: boolean | null;
};

/** An attempt is repeated when other transactions create the same parts at the same moment. */
const MAX_ATTEMPTS = 10;

/**
 * The ids of the parts in the order of their keys, null for those that do not exist. The parts are locked until the end
 * of the transaction, in the order of their ids, so that two bulk changes to the same parts do not deadlock.
 */
export async function lockParts(db: Db, keys: readonly PartKey[]): Promise<(number | null)[]> {
  const parts = await findByKeys(
    db,
    keys,
    { brand: 'int', product: 'int', bare: 'text' },
    (given) => sql<{ position: number; id: number }>`
      select given.position, parts.id
      from ${given} join parts on parts.part_brand_id = given.brand and parts.code_bare = given.bare
        -- The sum keeps PostgreSQL from the index of products, which it prefers while a new catalogue has no statistics.
        and parts.part_product_id + 0 = given.product
      order by parts.id for update of parts`,
  );
  return parts.map((part) => part?.id ?? null);
}

/** Saves parts, of which no two have the same key: the new ones and those that differ from what is stored. */
export async function saveParts(db: Db, rows: readonly PartRow[]): Promise<{ created: number; updated: number }> {
  let [created, updated] = [0, 0];
  let rest = rows;
  for (let attempt = 1; rest.length > 0; attempt++) {
    if (attempt > MAX_ATTEMPTS) throw new Error('Others create the same parts all the time');
    const ids = await lockParts(db, rest);
    const stored = rest.flatMap((row, index) => (ids[index] ? [{ ...row, id: ids[index] }] : []));
    if (stored.length > 0) updated += await updateParts(db, stored);
    const added = rest.filter((_, index) => !ids[index]);
    const inserted = added.length > 0 ? await insertParts(db, added) : new Set<string>();
    created += inserted.size;
    // Another transaction has just created these.
    rest = inserted.size === added.length ? [] : added.filter((row) => !inserted.has(nameOf(row)));
  }
  return { created, updated };
}

const nameOf = ({ brand, product, bare }: PartKey) => `${brand} ${product} ${bare}`;

async function updateParts(db: Db, rows: readonly (PartRow & { id: number })[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update parts set
      code = given.code,
      observation = coalesce(given.observation, parts.observation),
      enabled = coalesce(given.enabled, parts.enabled),
      discontinued = coalesce(given.discontinued, parts.discontinued),
      version = parts.version + 1
    from ${given(rows, { id: 'int', code: 'text', observation: 'text', enabled: 'boolean', discontinued: 'boolean' })}
    where parts.id = given.id and (parts.code <> given.code or parts.observation <> given.observation
      or parts.enabled <> given.enabled or parts.discontinued <> given.discontinued)`.execute(db);
  return Number(numAffectedRows);
}

/** The names of those that were inserted; those that another transaction has created are left out. */
async function insertParts(db: Db, rows: readonly PartRow[]): Promise<Set<string>> {
  const { rows: inserted } = await sql<PartKey>`
    insert into parts (part_brand_id, part_product_id, code, observation, enabled, discontinued)
    select brand, product, code, coalesce(observation, ''), coalesce(enabled, true), coalesce(discontinued, false)
    from ${given(rows, {
      brand: 'int',
      product: 'int',
      code: 'text',
      observation: 'text',
      enabled: 'boolean',
      discontinued: 'boolean',
    })}
    order by position
    on conflict (part_brand_id, part_product_id, code_bare) do nothing
    returning part_brand_id as brand, part_product_id as product, code_bare as bare`.execute(db);
  return new Set(inserted.map(nameOf));
}
