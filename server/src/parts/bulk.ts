import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** By what a part is told from all others. `bare` is its code as codes are compared. */
export type PartKey = { readonly brand: number; readonly product: number; readonly bare: string };

/** What is null stays as it is stored; a new part has the default instead. */
export type PartRow = PartKey & {
  readonly code: string;
  readonly observation: string | null;
  readonly enabled: boolean | null;
  readonly discontinued: boolean | null;
};

/** More than anybody could be in the way in a row. */
const TRIES = 10;

/**
 * The ids of the parts, null for those that do not exist, each at the place of its key. They are held until the
 * transaction is over, in one order, so that two bulk changes to the same parts take turns.
 */
export async function lockParts(db: Db, keys: readonly PartKey[]): Promise<(number | null)[]> {
  const { rows } = await sql<{ place: number; id: number }>`
    select given.place::int as place, parts.id
    from unnest(${keys.map(({ brand }) => brand)}::int[], ${keys.map(({ product }) => product)}::int[],
      ${keys.map(({ bare }) => bare)}::text[]) with ordinality as given (brand, product, bare, place)
    join parts on parts.part_brand_id = given.brand and parts.code_bare = given.bare
      -- Not an index of products but of codes: in a new catalogue nobody could tell yet which one finds less.
      and parts.part_product_id + 0 = given.product
    order by parts.id for update of parts`.execute(db);
  const ids = keys.map((): number | null => null);
  for (const { place, id } of rows) ids[place - 1] = id;
  return ids;
}

/** Saves parts, of which no two have the same key: the new ones and those that differ from what is stored. */
export async function saveParts(db: Db, rows: readonly PartRow[]): Promise<{ created: number; updated: number }> {
  let [created, updated] = [0, 0];
  let rest = rows;
  for (let attempt = 1; rest.length > 0; attempt++) {
    if (attempt > TRIES) throw new Error('Somebody else creates the same parts all the time');
    const ids = await lockParts(db, rest);
    const stored = rest.flatMap((row, place) => (ids[place] ? [{ ...row, id: ids[place] }] : []));
    if (stored.length > 0) updated += await updateParts(db, stored);
    const added = rest.filter((_, place) => !ids[place]);
    const inserted = added.length > 0 ? await insertParts(db, added) : new Set<string>();
    created += inserted.size;
    // Somebody else has just created these.
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
    from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ code }) => code)}::text[],
      ${rows.map(({ observation }) => observation)}::text[], ${rows.map(({ enabled }) => enabled)}::boolean[],
      ${rows.map(({ discontinued }) => discontinued)}::boolean[]) as given (id, code, observation, enabled, discontinued)
    where parts.id = given.id and (parts.code <> given.code or parts.observation <> given.observation
      or parts.enabled <> given.enabled or parts.discontinued <> given.discontinued)`.execute(db);
  return Number(numAffectedRows);
}

/** The names of those that were inserted: all but what exists by now. */
async function insertParts(db: Db, rows: readonly PartRow[]): Promise<Set<string>> {
  const { rows: inserted } = await sql<PartKey>`
    insert into parts (part_brand_id, part_product_id, code, observation, enabled, discontinued)
    select brand, product, code, coalesce(observation, ''), coalesce(enabled, true), coalesce(discontinued, false)
    from unnest(${rows.map(({ brand }) => brand)}::int[], ${rows.map(({ product }) => product)}::int[],
      ${rows.map(({ code }) => code)}::text[], ${rows.map(({ observation }) => observation)}::text[],
      ${rows.map(({ enabled }) => enabled)}::boolean[], ${rows.map(({ discontinued }) => discontinued)}::boolean[])
      with ordinality as given (brand, product, code, observation, enabled, discontinued, place)
    order by place
    on conflict (part_brand_id, part_product_id, code_bare) do nothing
    returning part_brand_id as brand, part_product_id as product, code_bare as bare`.execute(db);
  return new Set(inserted.map(nameOf));
}
