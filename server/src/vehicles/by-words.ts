import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { ONE_PLAN } from '../db/prepare.ts';

type Matched = { readonly id: number; readonly bits: number };

/**
 * Which of the words each vehicle has, as bits: the first word is 1, the second 2, the third 4. A word is one of the
 * vehicle's, its model written as one word (CRV, F100), an alias of its brand, or a year in which it was sold. Where no
 * vehicle has it, it may be the beginning of a word, and after that a brand or model with one wrong letter. Numbers are
 * never corrected. Vehicles without any of the words are left out.
 */
export async function matchVehicles(db: Db, words: readonly string[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ id: number; same: number; begun: number }>`${ONE_PLAN}
    with brand_names as materialized (select * from vehicle_brand_names()), given as materialized (
      select word, 1 << (n::int - 1) as bit, ' ' || word || ' ' as same, ' ' || word as begun,
        case when word ~ '^(19|20)[0-9]{2}$' then word::int end as year, word !~ '[0-9]' as is_name,
        array(select brand from brand_names where bare = bare(word)) as brands
      from unnest(${words}::text[]) with ordinality given (word, n))
    select v.id,
      coalesce(bit_or(bit) filter (where strpos(v.words, same) > 0 or v.brand = any (brands)
        or year between v.sold_from_year and coalesce(v.sold_until_year, 9999) or ${IS_MODEL}), 0) as same,
      coalesce(bit_or(bit) filter (where is_name), 0) as begun
    from vehicles v join given on strpos(v.words, begun) > 0 or v.brand = any (brands)
      or year between v.sold_from_year and coalesce(v.sold_until_year, 9999) or ${IS_MODEL}
    group by v.id`.execute(db);
  const isSame = rows.reduce((all, { same }) => all | same, 0);
  const bits = new Map(rows.map(({ id, same, begun }) => [id, same | (begun & ~isSame)]));
  const found = [...bits.values()].reduce((all, some) => all | some, 0);
  const unknown = words.map((word, index) => ((found >> index) & 1 ? '' : word));
  for (const { id, bits: more } of await correct(db, unknown)) bits.set(id, (bits.get(id) ?? 0) | more);
  return new Map([...bits].filter(([, some]) => some !== 0));
}

const IS_MODEL = sql`word in (translate(v.model_master_folded, '- ', ''), translate(v.model_folded, '- ', ''))`;

/** Shorter words are like too many others. */
export const isCorrectable = (word: string) => word.length >= 4 && !/\d/.test(word);

/** The vehicles whose brand or model is one of the words but for a letter. */
async function correct(db: Db, words: readonly string[]): Promise<Matched[]> {
  if (!words.some(isCorrectable)) return [];
  const given = words.map((word) => (isCorrectable(word) ? word : ''));
  const { rows } = await sql<Matched>`${ONE_PLAN}
    with meant as materialized (
      select bit, array_agg(name) as names
      from (select word, 1 << (n::int - 1) as bit from unnest(${given}::text[]) with ordinality given (word, n)) given
        join (select distinct unnest(name_words) as name from vehicles) names on is_misspelt(word, name)
      where word <> '' group by bit)
    select v.id, bit_or(bit) as bits from vehicles v join meant on v.name_words && meant.names group by v.id`.execute(
    db,
  );
  return rows;
}
