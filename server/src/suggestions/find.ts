import type { Result } from '@piezario/contract/endpoint';
import { MAX_SUGGESTED, type suggestions } from '@piezario/contract/suggestions';
import { sql } from 'kysely';
import { type Person, partInScopeByBrand } from '../access/scope.ts';
import { sharing, VEHICLE_BRANDS } from '../crosses/related.ts';
import type { Db } from '../db/connection/connect.ts';
import { positionsOf } from '../vehicles/application.ts';

/** Shown columns of a vehicle `v`. */
export const VEHICLE = sql`v.id, v.brand, v.model, v.version, v.engine_code, v.fuel, v.sold_from_year, v.sold_until_year`;

/** More parts would hardly suggest other vehicles, and take longer. */
const MAX_SOURCES = 100;
/** Limit of the shown parts of a suggestion. */
const MAX_EVIDENCE = 5;

type Found = Omit<Result<typeof suggestions.list>, 'rejected'>;

/**
 * Selects the vehicles of enabled parts of the same product that share an OEM number with the part, except its own and
 * rejected ones. Vehicles of parts of more brands come first, then those of more parts. With `chosen`, only these.
 */
export async function findSuggestions(
  db: Db,
  person: Person,
  part: { readonly id: number; readonly part_product_id: number },
  chosen?: readonly number[],
): Promise<Found> {
  const given = sql`(select ${part.id}::int as id, ${part.part_product_id}::int as part_product_id) given`;
  const isChosen = chosen ? sql`a.vehicle_id in (${sql.join(chosen)})` : sql`true`;
  const { rows } = await sql<Found>`
    with ${VEHICLE_BRANDS}, sources as materialized (
      select other.id, other.code, shared.number, brand.id as brand_id, brand.name as brand
      from (
        select distinct on (n.part_id) n.part_id, c.name as number
        ${sharing(given, (table) => partInScopeByBrand(person, table))}
        where n.part_id <> ${part.id}
        order by n.part_id, number) shared
        join parts other on other.id = shared.part_id and other.enabled
        join part_brands brand on brand.id = other.part_brand_id
      order by other.id limit ${sql.lit(MAX_SOURCES)}
    ), suggested as materialized (
      select a.vehicle_id, count(distinct sources.brand_id)::int as brands, count(distinct sources.id)::int as parts,
        array_agg(distinct sources.id) as source_ids
      from sources join part_vehicles a on a.part_id = sources.id
      where ${isChosen}
        and not exists (select from part_vehicles own where own.part_id = ${part.id} and own.vehicle_id = a.vehicle_id)
        and not exists (
          select from rejected_suggestions r where r.part_id = ${part.id} and r.vehicle_id = a.vehicle_id)
      group by a.vehicle_id
    ), shown as (
      select ${VEHICLE}, s.parts, s.brands, s.source_ids
      from suggested s join vehicles v on v.id = s.vehicle_id
      order by s.brands desc, s.parts desc, v.brand, v.model, v.version, v.id limit ${sql.lit(MAX_SUGGESTED)})
    select
      (select count(distinct c.id)::int from part_crosses c join vehicle_brands v on v.bare = bare(c.brand)
        where c.part_id = ${part.id}) as numbers,
      (select count(*)::int from sources) as sources,
      (select count(*)::int from suggested) as total,
      coalesce((select json_agg(to_jsonb(shown) - 'source_ids'
          || jsonb_build_object('evidence', ${EVIDENCE}, 'applications', coalesce(${AGREED}, '[]'))
          order by shown.brands desc, shown.parts desc, shown.brand, shown.model, shown.version, shown.id)
        from shown), '[]') as vehicles`.execute(db);
  return rows[0] ?? { numbers: 0, sources: 0, total: 0, vehicles: [] };
}

/** Some of the parts that go in a vehicle, as JSON. */
const EVIDENCE = sql`(
  select json_agg(json_build_object('id', id, 'brand', brand, 'code', code, 'number', number))
  from (
    select sources.* from sources where sources.id = any (shown.source_ids)
    order by fold(sources.brand), sources.code, sources.id limit ${sql.lit(MAX_EVIDENCE)}) sources)`;

/** Qualifiers of the vehicle as JSON, if every part has the same. */
const AGREED = sql`(
  select case when min(said) = max(said) then min(said)::jsonb end
  from (
    select jsonb_agg(jsonb_build_object('positions', ${positionsOf('a')}, 'quantity', a.quantity, 'note', a.note,
      'from_year', a.from_year, 'until_year', a.until_year) order by a.positions)::text as said
    from unnest(shown.source_ids) source (id)
      join part_vehicles a on a.part_id = source.id and a.vehicle_id = shown.id
    group by source.id) each_source)`;
