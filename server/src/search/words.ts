import { isDeepStrictEqual } from 'node:util';
import { POSITIONS } from '@piezario/contract/applications';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { wordsOfMeasure } from './measures.ts';
import { stemOf } from './spanish.ts';
import { isWithin, mostOf, unplannedIds, type Within } from './within.ts';

/** Conditions of the words of a reading. Null for what is not in the line. */
export type Wanted = {
  /** Products by how well their names fit, the best first. */
  readonly products: readonly (readonly number[])[] | null;
  readonly vehicles: readonly number[] | null;
  readonly texts: readonly string[];
  /** Also selects parts without a position where a text is one: a rod for both sides is also for the left one. */
  readonly isAnySide?: boolean;
};

/** Scans at most this many applications. More are of one product in one vehicle, or of all vehicles of a year. */
const MAX_APPLICATIONS = 2000;
/** Compares the texts of at most this many applications, each of which may be a page to read from the disk. */
const MAX_COMPARED = 500;
/** Up to this many parts with a text are selected first. A more frequent text is soon found by comparing texts. */
const MAX_HOLDING = 2000;
/** Texts that are scanned before the index, which is slow for words that very many texts have. */
const MAX_SCANNED = 200;

/** What the readings of a line share: the parts whose texts have some words, by brands and words, and empty searches. */
export type Searched = {
  readonly held: Map<string, readonly number[] | null>;
  readonly empty: { readonly brands: string; readonly wanted: Wanted }[];
};

/** Returns the matching parts, those of the best products first. */
export async function findWords(
  db: Db,
  within: Within,
  wanted: Wanted,
  limit: number,
  { held, empty }: Searched,
): Promise<number[]> {
  const brands = within.brands?.join() ?? 'all';
  if (empty.some((one) => one.brands === brands && isInside(wanted, one.wanted))) return [];
  const found = new Set<number>();
  const holding = wanted.vehicles && wanted.texts.length > 0 ? await readHolding(db, within, wanted.texts, held) : null;
  if (holding?.length === 0) return [];
  // With texts, the best plan for applications depends on the vehicles.
  const by = wanted.texts.length === 0 ? prepared(db, 'composed') : wanted.vehicles ? db : preparedFor(db, within);
  for (const products of wanted.products ?? [null]) {
    const both = products && within.products ? products.filter((id) => within.products?.includes(id)) : products;
    if (both?.length === 0) continue;
    const inside = { ...within, products: both ?? within.products };
    const { rows } = await partsOf(inside, wanted, { holding, most: mostOf(within) }, limit).execute(by);
    for (const { part_id } of rows) found.add(part_id);
    if (found.size >= limit) break;
  }
  if (found.size === 0) empty.push({ brands, wanted });
  return [...found].slice(0, limit);
}

/**
 * Returns true if every part of one search is one of another without texts. A search with texts compares only its first
 * applications, so that a narrower one may find more.
 */
function isInside(one: Wanted, other: Wanted): boolean {
  if (other.texts.length > 0) return isDeepStrictEqual(one, other);
  const isPartOf = (some: readonly number[] | null, all: readonly number[] | null) => {
    if (!all || !some) return !all;
    const known = new Set(all);
    return some.every((id) => known.has(id));
  };
  return (
    isPartOf(one.vehicles, other.vehicles) && isPartOf(one.products?.flat() ?? null, other.products?.flat() ?? null)
  );
}

/** With a limit of rows, the best plan for a text depends on how many parts have it. */
const preparedFor = (db: Db, within: Within) => (mostOf(within) === null ? prepared(db, 'composed') : db);

const POSITION_STEMS = POSITIONS.map((position) => stemOf(position.toLowerCase()));
export const isPosition = (word: string) => POSITION_STEMS.includes(stemOf(word));
/** The list of positions has them in pairs. */
const oppositeOf = (word: string) => POSITION_STEMS[POSITION_STEMS.indexOf(stemOf(word)) ^ 1] ?? '';

/** The parts whose texts have all the words. Null when they are too many, or when applications may have the words too. */
async function readHolding(
  db: Db,
  within: Within,
  texts: readonly string[],
  held: Searched['held'],
): Promise<readonly number[] | null> {
  if (texts.some(isPosition)) return null;
  const key = `${within.brands?.join() ?? 'all'} ${texts.join(' ')}`;
  const known = held.get(key);
  if (known !== undefined) return known;
  const inBrands = within.brands ? sql`and part_brand_id = any (${within.brands}::int[])` : sql``;
  const { rows } = await sql<{ part_id: number }>`
    with holding as materialized (
      select part_id from part_texts t where words @@ ${queryOf(texts)}::tsquery ${inBrands} and ${isWithin(within, 't')}
      limit ${sql.lit(MAX_HOLDING + 1)})
    select part_id from holding`.execute(preparedFor(db, within));
  const holding = rows.length > MAX_HOLDING ? null : rows.map(({ part_id }) => part_id);
  held.set(key, holding);
  return holding;
}

/**
 * Returns true when one of these words is in no text. `known` caches results for later readings of a line, whose words
 * `ahead` are looked up with the first ones.
 */
export async function lacksWord(
  db: Db,
  within: Within,
  texts: readonly string[],
  { known, ahead }: { readonly known: Map<string, boolean>; readonly ahead: readonly string[] },
): Promise<boolean> {
  const isUnknown = (word: string) => !known.has(word) && !isPosition(word);
  if (texts.some(isUnknown)) {
    const unknown = [...new Set([...texts, ...ahead])].filter(isUnknown);
    const inBrands = within.brands ? sql`and part_brand_id = any (${within.brands}::int[])` : sql``;
    const inFirst = sql`exists (
      select from (select words from part_texts t where ${isWithin(within, 't')} limit ${sql.lit(MAX_SCANNED)}) t
      where words @@ query::tsquery) or`;
    // Without the materialized query, the planner would scan the table, expecting to meet a frequent word soon.
    const { rows } = await sql<{ word: string; is_held: boolean }>`
      select word, ${mostOf(within) === null ? sql`` : inFirst} exists (
        with held as materialized (
          select from part_texts t where words @@ query::tsquery ${inBrands} and ${isWithin(within, 't')} limit ${mostOf(within)})
        select from held) as is_held
      from unnest(${unknown}::text[], ${unknown.map((word) => queryOf([word]))}::text[]) asked (word, query)`.execute(
      prepared(db, 'composed'),
    );
    for (const { word, is_held } of rows) known.set(word, is_held);
  }
  return texts.some((word) => known.get(word) === false);
}

type Found = { part_id: number };

/** Parts of vehicles: offered ones first, then those that fit more of them, then the newest. Others: newest first. */
function partsOf(
  within: Within,
  { vehicles, texts, isAnySide }: Wanted,
  { holding, most }: { holding: readonly number[] | null; most: number | null },
  limit: number,
) {
  const query = sql`${queryOf(texts, isAnySide)}::tsquery`;
  if (vehicles) {
    const holds = holding
      ? sql<SqlBool>`v.part_id = any (${holding}::int[])`
      : sql<SqlBool>`exists (
          select from part_vehicles a left join part_texts t on t.part_id = a.part_id
          where a.part_id = v.part_id and a.vehicle_id = v.vehicle_id
            and case when a.positions = '' then coalesce(t.words, '')
              else coalesce(t.words, '') || indexed_words(a.positions) end @@ ${query})`;
    // Without `holding`, the texts are compared row by row, so the limit applies before the comparison.
    const [before, after] = texts.length === 0 ? [] : holding ? [holds] : [undefined, holds];
    return sql<Found>`
      select part_id from (
        select vehicle_id, part_id, is_offered from vehicle_parts v
        where vehicle_id = any (${unplannedIds(vehicles)}) and ${isWithin(within, 'v')} and ${before ?? sql`true`}
        limit ${sql.lit(after ? MAX_COMPARED : MAX_APPLICATIONS)}) v
      where ${after ?? sql`true`}
      group by part_id order by bool_or(is_offered) desc, count(*) desc, part_id desc limit ${sql.lit(limit)}`;
  }
  if (texts.length > 0) {
    // With the order and limit inside, the planner would scan in that order, expecting to find enough parts soon.
    const inBrands = within.brands ? sql`and part_brand_id = any (${within.brands}::int[])` : sql``;
    return sql<Found>`
      with holding as materialized (
        select * from part_texts t where words @@ ${query} ${inBrands} and ${isWithin(within, 't')} limit ${most})
      select part_id from holding order by part_id desc limit ${limit}`;
  }
  return newestOf(within, limit);
}

/** Parts of some products that fit any vehicle: all parts of those in `anyVehicle`, and the universal ones of others. */
export async function findUniversal(
  db: Db,
  within: Within,
  products: readonly number[],
  anyVehicle: ReadonlySet<number>,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<Found>`
    select id as part_id from (
      select id from parts where part_product_id = any (${unplannedIds(products.filter((id) => !anyVehicle.has(id)))})
        and is_universal and ${isWithin(within, 'parts')}
      union all
      (${newestOf({ ...within, products: products.filter((id) => anyVehicle.has(id)) }, limit)})) universal (id)
    order by id desc limit ${sql.lit(limit)}`.execute(prepared(db, 'composed'));
  return rows.map(({ part_id }) => part_id);
}

/** The newest parts of some brands and products. Reads the newest of each brand and product by index. */
function newestOf(within: Within, limit: number): RawBuilder<Found> {
  const { brands, products } = within;
  const newest = (where: RawBuilder<SqlBool>, order: RawBuilder<unknown>) => sql`lateral (
    select id from parts where ${where} and ${isWithin({ ...within, brands: null, products: null }, 'parts')}
    order by ${order} limit ${sql.lit(limit)}) newest`;
  const byMoment = sql`created_at desc, id desc`;
  const from =
    brands && products
      ? sql`unnest(${unplannedIds(brands)}) brand, unnest(${unplannedIds(products)}) product, ${newest(
          sql`part_brand_id = brand and part_product_id = product`,
          byMoment,
        )}`
      : brands
        ? sql`unnest(${unplannedIds(brands)}) brand, ${newest(sql`part_brand_id = brand`, byMoment)}`
        : sql`unnest(${unplannedIds(products ?? [])}) product, ${newest(sql`part_product_id = product`, sql`id desc`)}`;
  return sql<Found>`select id as part_id from ${from} order by id desc limit ${sql.lit(limit)}`;
}

/** Query for all the words. Words without digits also match longer ones, in any number and gender; measures, pieces. */
export const queryOf = (words: readonly string[], isAnySide = false) =>
  words
    .map((word) => {
      const whole = `'${rootOf(word).replace(/['\\]/g, '$&$&')}'${isBeginning(word) ? ':*' : ''}`;
      if (isAnySide && isPosition(word)) return `(${whole} | !'${oppositeOf(word)}':*)`;
      const pieces = wordsOfMeasure(word)?.map((piece) => `'${piece}'`);
      return pieces ? `(${whole} | ${pieces.join(' & ')})` : whole;
    })
    .join(' & ');

/** Words of one or two letters begin too many others. */
const isBeginning = (word: string) => word.length > 2 && !/\d/.test(word);

/** Roots of fewer letters begin too many words. */
const SHORTEST_ROOT = 4;

function rootOf(word: string): string {
  const stem = stemOf(word);
  return stem.length >= SHORTEST_ROOT && word.startsWith(stem) ? stem : word;
}
