import {
  type ConflictPlace,
  type conflicts as contract,
  MAX_COMPARED,
  MAX_CONFLICT_PLACES,
  MAX_CONFLICTS,
} from '@piezario/contract/conflicts';
import type { Result } from '@piezario/contract/endpoint';
import { type SqlBool, sql } from 'kysely';
import { checkPlace, lockPart } from '../access/parts.ts';
import { type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { refusal } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { positionsOf } from '../vehicles/application.ts';

type Found = Result<typeof contract.list>;
type Pair = { readonly part_id: number; readonly other_id: number };

const MAX_EXAMPLES = 3;

/** Condition: two applications, under these aliases, are in the same place of a vehicle in a common year. */
const MEET = sql`b.vehicle_id = a.vehicle_id and b.positions = a.positions
  and coalesce(a.from_year <= b.until_year, true) and coalesce(b.from_year <= a.until_year, true)`;

/**
 * Compares two parts where both have the same positions of a vehicle, or none, in a common year. Reads the first parts
 * of each vehicle from the index, so that the number of vehicles bounds the cost.
 */
const compared = (brand: number, product: number) => sql`
  offered as materialized (
    select v.id as vehicle_id, o.part_id, o.place
    from vehicles v, lateral (
      select part_id, row_number() over (order by part_id) as place from vehicle_parts
      where vehicle_id = v.id and part_brand_id = ${brand} and part_product_id = ${product} and is_offered
      order by part_id limit ${sql.lit(MAX_COMPARED + 1)}) o
  ), placed as materialized (
    select a.vehicle_id, a.part_id, a.positions, a.from_year, a.until_year
    from offered o join part_vehicles a on a.part_id = o.part_id and a.vehicle_id = o.vehicle_id
    where o.place <= ${sql.lit(MAX_COMPARED)}
  )`;

async function findConflicts(db: Db, brand: number, product: number): Promise<Found> {
  const { rows } = await sql<Found>`
    with ${compared(brand, product)}, pairs as materialized (
      select found.*, s.part_id is not null as is_alternative
      from (
        select a.part_id, b.part_id as other_id, count(distinct a.vehicle_id)::int as vehicles,
          (array_agg(distinct a.vehicle_id))[:${sql.lit(MAX_EXAMPLES)}] as vehicle_ids
        from placed a join placed b on ${MEET} and a.part_id < b.part_id
        group by 1, 2) found
        left join alternatives s on s.part_id = found.part_id and s.other_id = found.other_id
    ), shown as (
      select * from pairs order by is_alternative, vehicles desc, part_id, other_id limit ${sql.lit(MAX_CONFLICTS)})
    select
      (select count(*)::int from pairs where not is_alternative) as total,
      (select count(*)::int from offered where place > ${sql.lit(MAX_COMPARED)}) as crowded,
      coalesce((
        select json_agg(json_build_object('part', ${shownPart('part')}, 'other', ${shownPart('other')},
            'vehicles', shown.vehicles, 'examples', ${EXAMPLES}, 'is_alternative', shown.is_alternative::int)
          order by shown.is_alternative, shown.vehicles desc, shown.part_id, shown.other_id)
        from shown join parts part on part.id = shown.part_id join parts other on other.id = shown.other_id
      ), '[]') as pairs`.execute(db);
  return rows[0] ?? { total: 0, crowded: 0, pairs: [] };
}

const shownPart = (alias: string) =>
  sql`json_build_object('id', ${sql.ref(`${alias}.id`)}, 'part_brand_id', ${sql.ref(`${alias}.part_brand_id`)},
    'code', ${sql.ref(`${alias}.code`)})`;

/** Some of the vehicles of a pair, each with the first of the positions in which they meet. */
const EXAMPLES = sql`(
  select json_agg(json_build_object('id', v.id, 'brand', v.brand, 'model', v.model, 'version', v.version,
      'positions', ${positionsOf('met')}) order by v.brand, v.model, v.version, v.id)
  from unnest(shown.vehicle_ids) example (id) join vehicles v on v.id = example.id
    cross join lateral (
      select min(a.positions) as positions from part_vehicles a join part_vehicles b on ${MEET}
      where a.vehicle_id = v.id and a.part_id = shown.part_id and b.part_id = shown.other_id) met)`;

/**
 * Counts the conflicts of a place again. The row is locked first, so that the later of two concurrent counts reads the
 * decisions of both transactions.
 */
export async function recountConflicts(db: Db, brand: number, product: number): Promise<void> {
  await sql`
    insert into conflict_counts as c (part_brand_id, part_product_id)
      select part_brands.id, part_products.id from part_brands, part_products
      where part_brands.id = ${brand} and part_products.id = ${product}
    on conflict (part_brand_id, part_product_id) do update set pairs = c.pairs`.execute(db);
  await sql`
    with ${compared(brand, product)}
    update conflict_counts set pairs = (
      select count(*) from (
        select a.part_id, b.part_id as other_id from placed a join placed b on ${MEET} and a.part_id < b.part_id
        except select part_id, other_id from alternatives) pairs)
    where part_brand_id = ${brand} and part_product_id = ${product}`.execute(db);
}

const countedIn = (person: Person, brand: number | undefined) => sql<SqlBool>`
  ${partInScope(person, 'conflict_counts')} and ${brand ? sql`conflict_counts.part_brand_id = ${brand}` : sql`true`}`;

/** Counts the conflicts in the person's scope, of all brands or of one. */
export async function countConflicts(db: Db, person: Person, brand?: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(pairs), 0)::int as total from conflict_counts where ${countedIn(person, brand)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** The brands and products in the person's scope with conflicts, those with most pairs first. */
async function listPlaces(db: Db, person: Person, brand: number | undefined): Promise<ConflictPlace[]> {
  const { rows } = await sql<ConflictPlace>`
    select part_brand_id, brand.name as brand, part_product_id, product.name as product, pairs
    from conflict_counts
      join part_brands brand on brand.id = part_brand_id join part_products product on product.id = part_product_id
    where pairs > 0 and ${countedIn(person, brand)}
    order by pairs desc, fold(brand.name), fold(product.name), part_brand_id, part_product_id
    limit ${sql.lit(MAX_CONFLICT_PLACES)}`.execute(db);
  return rows;
}

/** Recounts the places of both parts, which differ when one of the parts was moved. */
async function recountPair(db: Db, { part_id, other_id }: Pair): Promise<void> {
  const places = await db
    .selectFrom('parts')
    .where('id', 'in', [part_id, other_id])
    .select(['part_brand_id', 'part_product_id'])
    .distinct()
    .orderBy('part_brand_id')
    .orderBy('part_product_id')
    .execute();
  for (const { part_brand_id, part_product_id } of places) await recountConflicts(db, part_brand_id, part_product_id);
}

/** The pair as it is stored, if the person may change both parts. */
async function lockPair(db: Db, person: Person, asked: Pair): Promise<Pair> {
  const part_id = Math.min(asked.part_id, asked.other_id);
  const other_id = Math.max(asked.part_id, asked.other_id);
  await lockPart(db, person, part_id);
  if (part_id === other_id) throw refusal('other_id', 'Es la misma pieza');
  await lockPart(db, person, other_id);
  return { part_id, other_id };
}

export const conflicts: Handlers<typeof contract> = {
  places: async ({ db, user, query: { part_brand_id } }) => ({
    total: await countConflicts(db, user, part_brand_id),
    places: await listPlaces(db, user, part_brand_id),
  }),

  list: async ({ db, user, params: { partBrandId, partProductId } }) => {
    await checkPlace(db, user, partBrandId, partProductId);
    return findConflicts(db, partBrandId, partProductId);
  },

  silence: async ({ db, user, body }) => {
    const pair = await lockPair(db, user, body);
    await db
      .insertInto('alternatives')
      .values({ ...pair, decided_by: user.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await recountPair(db, pair);
    return null;
  },

  restore: async ({ db, user, body }) => {
    const pair = await lockPair(db, user, body);
    await db
      .deleteFrom('alternatives')
      .where((eb) => eb.and(pair))
      .execute();
    await recountPair(db, pair);
    return null;
  },
};
