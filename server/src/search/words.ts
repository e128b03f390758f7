import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type Person, reaches } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { ONE_PLAN } from '../db/prepare.ts';
import { isCorrectable, matchVehicles } from '../vehicles/by-words.ts';
import { isWithin, mostOf, type Within } from './within.ts';

/** More words than this say nothing more. */
const MAX_WORDS = 8;

/** Words that texts have and nobody looks for. */
const UNASKED = new Set([
  'de',
  'del',
  'la',
  'las',
  'el',
  'los',
  'para',
  'con',
  'y',
  'o',
  'en',
  'a',
  'por',
  'un',
  'una',
]);

/** What a word may name: products, by their own name or that of their category, and brands of parts. */
type Named = { readonly products: readonly number[]; readonly brands: readonly number[] };

/** One way to read the words: as names, as vehicles, which have all of them, and as words of a part's own texts. */
type Reading = {
  readonly names: readonly Named[];
  readonly vehicles: readonly number[] | null;
  readonly texts: readonly string[];
};

/** The parts whose product, brand, vehicles and texts have all the words. The most likely reading of the words comes first. */
export async function findWords(db: Db, within: Within, given: readonly string[], limit: number): Promise<number[]> {
  const words = askedFor(given);
  return words.length > 0 ? findReadings(db, within, await readingsOf(db, within.person, words), limit) : [];
}

/** The parts whose own texts have all the words. */
export async function findTexts(db: Db, within: Within, given: readonly string[], limit: number): Promise<number[]> {
  const texts = askedFor(given);
  return texts.length > 0 ? findReadings(db, within, [{ names: [], vehicles: null, texts }], limit) : [];
}

const askedFor = (words: readonly string[]) =>
  [...new Set(words)].filter((word) => !UNASKED.has(word)).slice(0, MAX_WORDS);

async function findReadings(db: Db, within: Within, readings: readonly Reading[], limit: number): Promise<number[]> {
  const found = new Set<number>();
  for (const reading of readings) {
    const { rows } = await partsOf(within, reading, limit).execute(db);
    for (const { part_id } of rows) found.add(part_id);
    if (found.size >= limit) break;
  }
  return [...found].slice(0, limit);
}

/** The ways to read the words: with vehicles, without them, and all as texts. */
async function readingsOf(db: Db, person: Person, words: readonly string[]): Promise<Reading[]> {
  const named = await matchNames(db, person, words);
  const names = named.filter(isSome);
  const unnamed = words.filter((_, index) => !isSome(named[index]));
  const vehicles = unnamed.length > 0 ? await matchVehicles(db, unnamed) : new Map<number, number>();
  const known = [...vehicles.values()].reduce((all, bits) => all | bits, 0);
  const fitting = [...vehicles].flatMap(([id, bits]) => (bits === known ? [id] : []));
  const texts = unnamed.filter((_, index) => ((known >> index) & 1) === 0);
  return [
    ...(fitting.length > 0 ? [{ names, vehicles: fitting, texts }] : []),
    { names, vehicles: null, texts: unnamed },
    ...(names.length > 0 ? [{ names: [], vehicles: null, texts: words }] : []),
  ];
}

const isSome = (named: Named | undefined): named is Named =>
  named !== undefined && (named.products.length > 0 || named.brands.length > 0);

/**
 * What each word names of what the person sees. It may be the beginning of a word of the name or, where nothing begins with it, have one wrong
 * letter.
 */
async function matchNames(db: Db, person: Person, words: readonly string[]): Promise<Named[]> {
  const begun = await readNames(
    db,
    person,
    words,
    ({ given, words }) => sql`${words} like '% ' || literal(${given}) || '%'`,
  );
  const unknown = words.map((word, index) => (isSome(begun[index]) || !isCorrectable(word) ? '' : word));
  if (unknown.every((word) => word === '')) return begun;
  const corrected = await readNames(
    db,
    person,
    unknown,
    ({ given, words }) => sql`exists (
      select from unnest(string_to_array(${words}, ' ')) word where is_misspelt(${given}, word))`,
  );
  return begun.map((named, index) => (isSome(named) ? named : (corrected[index] ?? named)));
}

type Compare = (columns: { given: RawBuilder<string>; words: RawBuilder<string> }) => RawBuilder<SqlBool>;

async function readNames(db: Db, person: Person, words: readonly string[], matches: Compare): Promise<Named[]> {
  const given = sql<string>`given.word`;
  const are = (table: string) => matches({ given, words: sql.ref(`${table}.words`) });
  const { rows } = await sql<Named>`${ONE_PLAN}
    select
      array(select p.id from part_products p join part_categories c on c.id = p.part_category_id
        where given.word <> '' and (${are('p')} or ${are('c')})
          and ${reaches(person, { category: sql.ref('c.id'), product: sql.ref('p.id') })}) as products,
      array(select b.id from part_brands b
        where given.word <> '' and ${are('b')} and ${reaches(person, { brand: sql.ref('b.id') })}) as brands
    from unnest(${words}::text[]) with ordinality given (word, n) order by n`.execute(db);
  return rows;
}

/** So many applications are looked at: more than that are of one product in one vehicle. */
const MAX_APPLICATIONS = 5000;

/** The parts of one reading. Those that fit more of the vehicles come first, after that the newest. */
function partsOf(within: Within, { names, vehicles, texts }: Reading, limit: number) {
  const isNamed = (table: string): RawBuilder<SqlBool> =>
    sql`${sql.join(
      [
        isWithin(within, table),
        ...names.map(
          ({ products, brands }) => sql`(${sql.ref(`${table}.part_product_id`)} = any (${products}::int[])
            or ${sql.ref(`${table}.part_brand_id`)} = any (${brands}::int[]))`,
        ),
      ],
      sql` and `,
    )}`;
  const holds = texts.length > 0 ? sql<SqlBool>`words @@ ${queryOf(texts)}::tsquery` : null;
  if (vehicles) {
    return sql<{ part_id: number }>`
      select part_id from (
        select part_id, is_offered from vehicle_parts v
        where vehicle_id = any (${vehicles}::int[]) and ${isNamed('v')}
          and ${holds ? sql`exists (select from part_texts t where t.part_id = v.part_id and ${holds})` : sql`true`}
        limit ${sql.lit(MAX_APPLICATIONS)}) v
      group by part_id order by bool_or(is_offered) desc, count(*) desc, part_id desc limit ${sql.lit(limit)}`;
  }
  if (holds) {
    // With the limit inside, the planner would hope to find them sooner in another order.
    const inBrands = within.brands ? sql`and part_brand_id = any (${within.brands}::int[])` : sql``;
    return sql<{ part_id: number }>`${ONE_PLAN}
      with holding as materialized (
        select * from part_texts t where ${holds} ${inBrands} and ${isNamed('t')} limit ${mostOf(within)})
      select part_id from holding order by part_id desc limit ${limit}`;
  }
  // In a few brands there may be none, and going through all parts from the newest on would not end before the oldest.
  const newest = sql`order by id desc limit ${sql.lit(limit)}`;
  return within.brands
    ? sql<{ part_id: number }>`
        with named as materialized (select id from parts where ${isNamed('parts')})
        select id as part_id from named ${newest}`
    : sql<{ part_id: number }>`select id as part_id from parts where ${isNamed('parts')} ${newest}`;
}

/** All the words, of which those without digits may be beginnings. */
const queryOf = (words: readonly string[]) =>
  words.map((word) => `'${word.replace(/['\\]/g, '$&$&')}'${/\d/.test(word) ? '' : ':*'}`).join(' & ');
