import type { Answer } from '@piezario/contract/endpoint';
import { type home as contract, NEWS_TOPICS } from '@piezario/contract/home';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { brandsInScope, inScope, type Person, reaches } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { TIME_ZONE } from '../db/day.ts';
import { TODAY } from './snapshots.ts';

type AllNews = Answer<typeof contract.news>;

/** Limit of parts that are shown per brand and kind, the newest ones. */
const SHOWN = 5;
/** Limit of parts that are counted per brand and kind. */
const MAX_NEWS = 500;
/** First visit: show the last 30 days. */
const FIRST_DAYS = 30;
/** Changes of a part that are read. An import may have added thousands of applications. */
const MAX_CHANGES = 500;
const MAX_VALUES = 3;

const MOMENTS = { created: 'created_at', changed: 'updated_at', discontinued: 'discontinued_at' } as const;
type Kind = keyof typeof MOMENTS;
type Brand = AllNews['brands'][number];
type Changed = Brand['changed']['parts'][number];
/** A brand before the changes of its parts are read. */
type FoundBrand = Omit<Brand, 'changed'> & { readonly changed: Brand['created'] };

const startOf = (day: string) => sql<Date>`(${day}::date::timestamp at time zone ${sql.lit(TIME_ZONE)})`;

/**
 * Reads the news of whole days, so that the filters of the list of parts find the same parts. Without a day, they begin
 * with the day of the previous visit.
 */
export async function readNews(db: Db, person: Person, asked: string | undefined): Promise<AllNews> {
  const { since, until } = await readDays(db, person, asked);
  const begin = startOf(since);
  const { rows } = await sql<FoundBrand>`
    select brands.id, name, ${newsOf('created')}, ${newsOf('changed')}, ${newsOf('discontinued')}
    from (${brandsWithProducts(db, person)}) brands,
      ${latest('created', sql`created_at >= ${begin} and not discontinued`)},
      ${latest('changed', sql`updated_at >= ${begin} and created_at < ${begin} and not discontinued`)},
      ${latest('discontinued', sql`discontinued_at >= ${begin}`)}
    where cardinality(created.ids) + cardinality(changed.ids) + cardinality(discontinued.ids) > 0
    order by fold(name), brands.id`.execute(db);
  const changed = rows.flatMap((brand) => brand.changed.parts.map(({ id }) => id));
  const changes = await readChanges(db, begin, changed);
  const changesOf = (part: { id: number }) => changes.get(part.id) ?? { topics: [], values: [] };
  const brands = rows.map(({ changed, ...brand }) => ({
    ...brand,
    changed: { ...changed, parts: changed.parts.map((part) => ({ ...part, ...changesOf(part) })) },
  }));
  return { since, until, brands };
}

async function readDays(db: Db, person: Person, asked: string | undefined) {
  const since =
    asked === undefined
      ? sql`(${await readSince(db, person)}::timestamptz at time zone ${sql.lit(TIME_ZONE)})::date`
      : sql`${asked}::date`;
  const { rows } = await sql<{ since: string; until: string }>`
    select ${since}::text as since, ${TODAY}::text as until`.execute(db);
  return rows[0] ?? { since: '', until: '' };
}

/** Returns the end of the previous visit, or a moment `FIRST_DAYS` ago on the first visit. */
export async function readSince(db: Db, { id }: Person): Promise<Date> {
  const firstDay = sql<Date>`(${TODAY} - ${sql.lit(FIRST_DAYS)})::timestamp at time zone ${sql.lit(TIME_ZONE)}`;
  const { since } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select((eb) => eb.fn.coalesce('news_since', firstDay).as('since'))
    .executeTakeFirstOrThrow();
  return since;
}

/**
 * Reads from the log what changed in some parts since a moment. Changes that a part had in another brand or product are
 * left out, because the person may not see them. Returns the first and current values of attributes, not those between.
 */
async function readChanges(db: Db, begin: RawBuilder<Date>, ids: readonly number[]) {
  const { rows } = await sql<Pick<Changed, 'topics' | 'values'> & { id: number }>`
    with changed as materialized (
      select part.id as part_id, found.* from parts part, lateral (
        select c.id, c.entity, c.row_id, c.before, c.after from changes c
        where c.part_id = part.id and c.at >= ${begin}
          and c.part_brand_id = part.part_brand_id and c.part_product_id = part.part_product_id
        order by c.id desc limit ${sql.lit(MAX_CHANGES)}) found
      where part.id = any (${ids}::int[])
    ), topics as (
      select part_id, entity as topic from changed
        where entity <> 'part' and not (entity = 'attribute' and coalesce(before ? 'value' and after ? 'value', false))
      union select part_id, field from changed, jsonb_object_keys(before) field where entity = 'part' and after is not null
    ), first_values as (
      select distinct on (row_id) part_id, row_id, before ->> 'value' as before from changed
      where entity = 'attribute' and before ? 'value' and after ? 'value' order by row_id, id
    )
    select asked.id,
      array(select topic from topics where part_id = asked.id and topic = any (${NEWS_TOPICS}::text[])
        order by array_position(${NEWS_TOPICS}::text[], topic)) as topics,
      array(
        select json_build_object('name', a.name, 'before', v.before, 'after', a.value, 'unit', a.unit)
        from first_values v join part_attributes a on a.id = v.row_id
        where v.part_id = asked.id and v.before <> a.value
        order by fold(a.name) limit ${sql.lit(MAX_VALUES)}) as values
    from unnest(${ids}::int[]) asked (id)`.execute(db);
  return new Map(rows.map(({ id, topics, values }) => [id, { topics, values }]));
}

/** The brands of a person, each with the granted products, or null when the whole brand is granted. */
function brandsWithProducts(db: Db, person: Person) {
  const brand = sql.ref('part_brands.id');
  const product = { category: sql.ref('part_products.part_category_id'), product: sql.ref('part_products.id') };
  return brandsInScope(db, person).select(
    sql`case when not ${inScope(person, { brand, category: null, product: null })} then array(
      select part_products.id from part_products where ${reaches(person, { brand, ...product })}) end`.as('products'),
  );
}

/**
 * Selects the ids of the parts of a brand with news, the newest first. Only granted products are read, so that neither
 * the answer nor its time depends on parts outside of the scope. The offset keeps PostgreSQL from using the index on
 * the moment, which has the whole brand.
 */
function latest(name: Kind, isNews: RawBuilder<SqlBool>) {
  const moment = sql.ref(MOMENTS[name]);
  const newest = sql`order by ${moment} desc, part_id desc limit ${sql.lit(MAX_NEWS)}`;
  return sql`
    lateral (select array(
      select part_id from (
        (select part_id, ${moment} from part_counts
          where part_brand_id = brands.id and brands.products is null and enabled and ${isNews} ${newest})
        union all
        (select part_id, ${moment} from unnest(brands.products) granted, lateral (
            select * from part_counts where part_brand_id = brands.id
              and part_counts.gap_group between granted::bigint << 12 and granted::bigint << 12 | 4095 offset 0) part
          where enabled and ${isNews} ${newest})) found
      ${newest}) as ids offset 0) ${sql.ref(name)}`;
}

const newsOf = (name: Kind) => {
  const ids = sql.ref(`${name}.ids`);
  return sql`json_build_object('count', cardinality(${ids}), 'has_more', cardinality(${ids}) = ${sql.lit(MAX_NEWS)}, 'parts', (
    select coalesce(json_agg(json_build_object('id', parts.id, 'code', parts.code, 'product', product.name,
      'at', ${sql.ref(`counts.${MOMENTS[name]}`)}) order by place), '[]')
    from unnest(${ids}[1:${sql.lit(SHOWN)}]) with ordinality shown (part_id, place)
      join parts on parts.id = shown.part_id
      join part_counts counts on counts.part_id = shown.part_id
      join part_products product on product.id = parts.part_product_id)) as ${sql.ref(name)}`;
};
