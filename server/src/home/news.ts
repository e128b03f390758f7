import type { Answer } from '@piezario/contract/endpoint';
import type { home as contract } from '@piezario/contract/home';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { brandsInScope, type Person, partInScope } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { TIME_ZONE } from '../db/day.ts';
import { TODAY } from './snapshots.ts';

type AllNews = Answer<typeof contract.news>;

/** Of those that are new, the newest of each brand are told. */
const SHOWN = 5;
/** More than these are not counted. */
const MAX_NEWS = 500;
/**
 * So many of each brand are looked at, whoever asks: who sees little of a large brand that has just been imported does
 * not wait for all of it. Of what is older nothing is told to them.
 */
const MAX_RECENT = 20_000;
/** To who was never here, these days are new. */
const FIRST_DAYS = 30;

const MOMENTS = { created: 'created_at', changed: 'updated_at', discontinued: 'discontinued_at' } as const;
type Kind = keyof typeof MOMENTS;

export async function readNews(db: Db, person: Person): Promise<AllNews> {
  const since = await readSince(db, person);
  const wasDiscontinued = sql<SqlBool>`coalesce(recent.discontinued_at > ${since}, false)`;
  const { rows } = await sql<AllNews['brands'][number]>`
    select brands.id, name, ${newsOf('created')}, ${newsOf('changed')}, ${newsOf('discontinued')}
    from (${brandsInScope(db, person)}) brands,
      ${latest(person, 'created', sql`created_at > ${since}`, sql`not recent.discontinued`)},
      ${latest(person, 'changed', sql`updated_at > ${since} and created_at <= ${since}`, sql`not ${wasDiscontinued}`)},
      ${latest(person, 'discontinued', sql`discontinued_at > ${since}`, sql`true`)}
    where cardinality(created.ids) + cardinality(changed.ids) + cardinality(discontinued.ids) > 0
      or created.has_more or changed.has_more or discontinued.has_more
    order by fold(name), brands.id`.execute(db);
  return { since, brands: rows };
}

/** The moment that what is new is compared with. */
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
 * The ids of the parts of a brand that something is new about, the newest first, and whether there may be more of them.
 * `isRecent` is checked inside the index of the moment, the rest in the rows that it leads to. The offset keeps PostgreSQL
 * from looking for them once for every use.
 */
function latest(person: Person, name: Kind, isRecent: RawBuilder<SqlBool>, isTold: RawBuilder<SqlBool>) {
  const ofBrand = sql`from part_counts where part_counts.part_brand_id = brands.id and ${isRecent}`;
  return sql`
    lateral (
      select ids, cardinality(ids) = ${sql.lit(MAX_NEWS)}
        or exists (select ${ofBrand} offset ${sql.lit(MAX_RECENT)}) as has_more
      from (select array(
        select recent.part_id from (
          select * ${ofBrand}
          order by ${sql.ref(`part_counts.${MOMENTS[name]}`)} desc limit ${sql.lit(MAX_RECENT)}) recent
        where ${isTold} and recent.enabled and ${partInScope(person, 'recent')}
        order by ${sql.ref(`recent.${MOMENTS[name]}`)} desc limit ${sql.lit(MAX_NEWS)}) as ids offset 0) found
    ) ${sql.ref(name)}`;
}

const newsOf = (name: Kind) => {
  const ids = sql.ref(`${name}.ids`);
  return sql`json_build_object('count', cardinality(${ids}), 'has_more', ${sql.ref(`${name}.has_more`)}, 'parts', (
    select coalesce(json_agg(json_build_object('id', parts.id, 'code', parts.code, 'product', product.name,
      'at', ${sql.ref(`counts.${MOMENTS[name]}`)}) order by place), '[]')
    from unnest(${ids}[1:${sql.lit(SHOWN)}]) with ordinality shown (part_id, place)
      join parts on parts.id = shown.part_id
      join part_counts counts on counts.part_id = shown.part_id
      join part_products product on product.id = parts.part_product_id)) as ${sql.ref(name)}`;
};
