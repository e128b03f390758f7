import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { ENTITIES, type Entity, type Fields, wholeRow } from '../part-rows/entities.ts';
import { RECORDED } from './history.ts';

/* Derived rows against a recount from the base tables. Jobs must have ended, since some of them write derived rows. */

/** Two queries whose rows are the same when the derived rows are right. */
type Comparison = { readonly stored: RawBuilder<unknown>; readonly recounted: RawBuilder<unknown> };

const COMPARISONS = {
  counts: {
    stored: sql`select part_id, part_brand_id, part_product_id, created_at, enabled, discontinued, is_universal,
      is_described, attributes_count, barcodes_count, off_template, missing_attributes, cross_count, vehicles_count,
      pictures_count, photos_count, large_photos_count, gap_names(lacks) as gaps from part_counts`,
    recounted: sql`select id as part_id, part_brand_id, part_product_id, created_at, enabled, discontinued, is_universal,
        observation <> '' as is_described, attributes.*, missing_attributes, cross_count, vehicles_count, pictures.*,
        array_remove(array[
          case when observation = '' then 'observation' end,
          case when vehicles_count = 0 and not is_universal then 'vehicles' end,
          case when attributes_count = 0 or missing_attributes > 0 then 'attributes' end,
          case when large_photos_count < 3 then 'photos' end,
          case when cross_count = 0 then 'crosses' end,
          case when barcodes_count = 0 then 'barcode' end], null) as gaps
      from parts,
        lateral (select count(*) as attributes_count,
            count(*) filter (where is_barcode(name) and is_gtin(value)) as barcodes_count, count(misfit) as off_template
          from part_attributes a cross join lateral fit_of(part_product_id, a.name, a.value, a.unit)
          where part_id = parts.id) attributes,
        lateral (select count(*) as missing_attributes from part_product_attributes t
          where t.part_product_id = parts.part_product_id and importance = 'required' and not exists (
            select from part_attributes a where a.part_id = parts.id and fold(a.name) = fold(t.name))) missing,
        lateral (select count(*) as cross_count from part_crosses where part_id = parts.id) crosses,
        lateral (select count(distinct vehicle_id) as vehicles_count from part_vehicles where part_id = parts.id) vehicles,
        lateral (select count(*) as pictures_count, count(*) filter (where not is_blueprint) as photos_count,
            count(*) filter (where not is_blueprint and width >= 500 and height >= 500) as large_photos_count
          from part_pictures where part_id = parts.id) pictures`,
  },
  tallies: {
    stored: sql`select part_brand_id, part_product_id, sum(parts) as parts, sum(applications) as applications,
        sum(without_pictures) as without_pictures, sum(without_vehicles) as without_vehicles from part_tallies
      group by 1, 2 having (sum(parts), sum(applications), sum(without_pictures), sum(without_vehicles)) <> (0, 0, 0, 0)`,
    recounted: sql`select part_brand_id, part_product_id, count(distinct parts.id) as parts,
        count(distinct (parts.id, vehicle_id)) filter (where vehicle_id is not null) as applications,
        count(distinct parts.id) filter (where not exists (
          select from part_pictures where part_id = parts.id)) as without_pictures,
        count(distinct parts.id) filter (where vehicle_id is null and not is_universal) as without_vehicles
      from parts left join part_vehicles on part_id = parts.id group by 1, 2`,
  },
  gapTallies: {
    stored: sql`select part_brand_id, part_product_id, lacks, sum(parts) as parts from gap_tallies
      group by 1, 2, 3 having sum(parts) <> 0`,
    recounted: sql`select part_brand_id, part_product_id, lacks, count(*) as parts from part_counts group by 1, 2, 3`,
  },
  attributeValues: {
    stored: sql`select * from attribute_values`,
    recounted: sql`select part_id, fold(name) as name, part_brand_id, part_product_id, created_at,
        coalesce(number_in(value) * coalesce((units() -> fold(unit) ->> 1)::numeric, 1), 'Infinity') as number,
        coalesce(units() -> fold(unit) ->> 0, fold(unit)) as unit, fold(value) as text
      from part_attributes join parts on parts.id = part_id`,
  },
  numbers: {
    stored: sql`select * from part_numbers`,
    recounted: sql`select number_of(bare(text)) as number, kind, part_id, part_brand_id, part_product_id, row_id
      from (select id as part_id, 'code' as kind, code as text, 0 as row_id from parts
        union all select part_id, 'cross', code, id from part_crosses
        union all select part_id, 'barcode', value, id from part_attributes where is_barcode(name) and bare(value) <> '') n
        join parts on parts.id = part_id`,
  },
  texts: {
    // A part that lost its words may keep a row without words.
    stored: sql`select part_id, part_brand_id, part_product_id, tsvector_to_array(words) as words
      from part_texts where words <> ''`,
    recounted: sql`select id as part_id, part_brand_id, part_product_id,
        array(select distinct word collate "C" from unnest(words_of(
          observation || ' ' || coalesce((select string_agg(value || ' ' || unit, ' ') from part_attributes
            where part_id = parts.id), ''))) word where length(word) <= 100 order by 1) as words
      from parts where exists (select from part_attributes where part_id = parts.id and words_of(value || ' ' || unit) <> '{}')
        or words_of(observation) <> '{}'`,
  },
  vehicleParts: {
    stored: sql`select * from vehicle_parts`,
    recounted: sql`select distinct vehicle_id, part_brand_id, part_product_id, part_id,
        enabled and not discontinued as is_offered
      from part_vehicles join parts on parts.id = part_id`,
  },
  pictureOrder: {
    stored: sql`select part_id, id, position from part_pictures`,
    recounted: sql`select part_id, id, row_number() over (partition by part_id order by position, id) as position
      from part_pictures`,
  },
  operationTallies: {
    stored: sql`select * from operation_tallies`,
    recounted: sql`select operation_id, entity,
        case when before is null then 'created' when after is null then 'removed' else 'changed' end as action,
        part_brand_id, part_product_id, count(*) as rows
      from changes join operations on operations.id = operation_id group by 1, 2, 3, 4, 5`,
  },
  lastChanges: {
    stored: sql`select part_id, updated_at, updated_by from part_counts`,
    recounted: sql`select distinct on (part_id) part_id, changes.at as updated_at, user_id as updated_by
      from changes join operations on operations.id = operation_id join parts on parts.id = part_id
      order by part_id, changes.id desc`,
  },
  discontinuations: {
    stored: sql`select part_id, discontinued_at from part_counts`,
    recounted: sql`select distinct on (row_id) row_id as part_id,
        case when not discontinued then null when before is null then created_at else at end as discontinued_at
      from changes join parts on parts.id = row_id where entity = 'part' and after ? 'discontinued'
      order by row_id, changes.id desc`,
  },
  trash: {
    stored: sql`select id, part_brand_id, part_product_id, code, removed_at, removed_by, operation_id from removed_parts`,
    recounted: sql`select row_id as id, (before ->> 'part_brand_id')::int as part_brand_id,
        (before ->> 'part_product_id')::int as part_product_id, before ->> 'code' as code, last.at as removed_at,
        user_id as removed_by, operation_id
      from (select distinct on (row_id) * from changes where entity = 'part' order by row_id, id desc) last
        join operations on operations.id = operation_id
      where after is null`,
  },
  jobs: {
    stored: sql`select id, kind, done from jobs where state = 'done' and kind <> 'template'`,
    // A template job counts the parts of its product once at the start, and they may move while it runs.
    recounted: sql`select id, kind, total as done from jobs where state = 'done' and kind <> 'template'`,
  },
  bulks: {
    stored: sql`select id, done, impossible, (select count(*) from bulk_parts where bulk_id = bulks.id) as waiting
      from jobs join bulks using (id) where state not in ('queued', 'running')`,
    recounted: sql`select id, changed + unchanged + impossible as done,
        (select count(*) from bulk_results where bulk_id = bulks.id) as impossible, 0 as waiting
      from jobs join bulks using (id) where state not in ('queued', 'running')`,
  },
  undos: {
    stored: sql`select id, undone, kept, impossible from undos`,
    recounted: sql`select undos.id, count(*) filter (where outcome = 'undone') as undone,
        count(*) filter (where outcome = 'kept') as kept, count(*) filter (where outcome = 'impossible') as impossible
      from undos left join undo_results on undo_id = undos.id group by undos.id`,
  },
  pictureImports: {
    stored: sql`select id, (select count(*) from picture_import_files
        where picture_import_id = jobs.id and outcome = 'found') as waiting
      from jobs where kind = 'pictures' and state = 'done'`,
    recounted: sql`select id, 0 as waiting from jobs where kind = 'pictures' and state = 'done'`,
  },
  importErrors: {
    stored: sql`select id, errors_count from imports where removed_at is null`,
    recounted: sql`select imports.id, count(import_errors.id) as errors_count
      from imports left join import_errors on import_id = imports.id where removed_at is null group by imports.id`,
  },
} satisfies Record<string, Comparison>;

type Compared = keyof typeof COMPARISONS | 'history';
const COMPARED = [...(Object.keys(COMPARISONS) as (keyof typeof COMPARISONS)[]), 'history'] as const;

/** A row that only one side has. A row that differs is on both sides. */
type Difference =
  | { readonly of: Compared; readonly stored: unknown }
  | { readonly of: Compared; readonly recounted: unknown };

/** Returns the differences between derived rows and their recount, by default of everything. */
export async function recount(db: Db, ...compared: readonly Compared[]): Promise<Difference[]> {
  const found: Difference[] = [];
  for (const of of compared.length > 0 ? compared : COMPARED)
    found.push(...(of === 'history' ? await replayHistory(db) : await compare(db, of)));
  return found;
}

async function compare(db: Db, of: keyof typeof COMPARISONS): Promise<Difference[]> {
  const { stored, recounted } = COMPARISONS[of];
  const { rows } = await sql<{ is_stored: boolean; row: unknown }>`
    with stored as materialized (select to_jsonb(t) as row from (${stored}) t),
      recounted as materialized (select to_jsonb(t) as row from (${recounted}) t)
    (select true as is_stored, row from (select row from stored except all select row from recounted) more)
    union all (select false, row from (select row from recounted except all select row from stored) less)
    order by row, is_stored`.execute(db);
  return rows.map(({ is_stored, row }) => (is_stored ? { of, stored: row } : { of, recounted: row }));
}

type Change = {
  readonly id: string;
  readonly entity: string;
  readonly row_id: number;
  readonly part_id: number | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
};

/** Columns that rows recorded before their migration do not have, with their defaults. */
const LATER_COLUMNS: Readonly<Record<string, Fields>> = { product: { description_pattern: '' } };

const isOfParts = (entity: string): entity is Entity => Object.hasOwn(ENTITIES, entity);

/**
 * Replays the log of changes on empty tables. Returns differences from the recorded tables, and changes whose `before`
 * is not the row that the earlier changes left.
 */
async function replayHistory(db: Db): Promise<Difference[]> {
  const of = 'history';
  const found: Difference[] = [];
  const { rows: changes } = await sql<Change>`
    select id, entity, row_id, part_id, before - 'version' as before, after from changes order by id`.execute(db);
  const replayed = new Map(Object.keys(RECORDED).map((entity) => [entity, new Map<number, Fields>()]));
  for (const { id, entity, row_id, part_id, before, after } of changes) {
    const rows = replayed.get(entity);
    const row = rows?.get(row_id);
    const left = row && before && Object.fromEntries(Object.keys(before).map((field) => [field, row[field]]));
    if (!isDeepStrictEqual(left ?? null, before))
      found.push(
        { of, stored: { change: id, entity, row_id, before } },
        { of, recounted: { change: id, before: left } },
      );
    if (after) {
      const ids = isOfParts(entity) && entity !== 'part' ? { id: row_id, part_id } : { id: row_id };
      rows?.set(row_id, {
        ...ids,
        ...(row ?? (isOfParts(entity) ? wholeRow(entity, {}) : LATER_COLUMNS[entity])),
        ...after,
      });
    } else rows?.delete(row_id);
  }
  for (const [entity, [table, ...unrecorded]] of Object.entries(RECORDED)) {
    const { rows } = await sql<{ id: number; row: Fields }>`
      select id, to_jsonb(t) - ${[...unrecorded, 'version']}::text[] as row from ${sql.table(table)} t`.execute(db);
    const stored = new Map(rows.map(({ id, row }) => [id, row]));
    const recounted = replayed.get(entity) ?? new Map<number, Fields>();
    for (const id of new Set([...stored.keys(), ...recounted.keys()])) {
      if (isDeepStrictEqual(stored.get(id), recounted.get(id))) continue;
      // Vehicles of earlier versions came with the product and were not recorded.
      if (entity === 'vehicle' && !recounted.has(id)) continue;
      found.push(
        { of, stored: { entity, id, row: stored.get(id) } },
        { of, recounted: { entity, id, row: recounted.get(id) } },
      );
    }
  }
  return found;
}
