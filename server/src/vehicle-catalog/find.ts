import type { FoundVehicle } from '@piezario/contract/vehicle-catalog';
import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import { matchVehicles } from '../vehicles/by-words.ts';
import { hasParts, MAX_WORDS, readWords, withAll } from './choices.ts';
import { type Generation, rankChoices } from './rank.ts';

/** The choices that a line may mean, the best first: «vw gol 2012 1.6». All of its words are in each of them. */
export async function findVehicles(db: Db, person: Person, text: string): Promise<FoundVehicle[]> {
  const words = (await readWords(db, text)).slice(0, MAX_WORDS);
  const attempts = [words, joinAliases(words, await readAliases(db))];
  // A year or a displacement that is still being typed.
  if (/^\d{1,3}$/.test(words.at(-1) ?? '')) attempts.push(...attempts.map((attempt) => attempt.slice(0, -1)));
  for (const [index, attempt] of attempts.entries()) {
    const isTried = attempts.findIndex((other) => other.join(' ') === attempt.join(' ')) < index;
    const ids = isTried || attempt.length === 0 ? [] : await readIds(db, attempt);
    // What is a vehicle is not read in another way, though it may have no parts.
    if (ids.length > 0) return rankChoices(attempt, await readGenerations(db, person, ids));
  }
  return [];
}

const readIds = async (db: Db, words: readonly string[]) => [...withAll(await matchVehicles(db, words), words.length)];

async function readGenerations(db: Db, person: Person, ids: readonly number[]): Promise<Generation[]> {
  const { rows } = await sql<Generation>`
    select brand, model_master as family, model as generation, words_of(brand) as "brandWords",
      words_of(model_master) as "familyWords", words_of(model) as "generationWords", array_agg(id) as ids, string_agg(words, ' ') as words,
      array(select bare from vehicle_brand_names() names where names.brand = vehicles.brand) as "brandNames"
    from vehicles where id = any (${ids}::int[]) and ${hasParts(person)}
    group by brand, model_master, model`.execute(db);
  return rows;
}

/** The aliases of several words. Others are compared with a word. */
async function readAliases(db: Db): Promise<string[][]> {
  const { rows } = await sql<{ words: string[] }>`
    select words_of(name) as words from vehicle_brand_aliases order by length(name) desc, id`.execute(db);
  return rows.map(({ words }) => words).filter(({ length }) => length > 1);
}

/** Writes an alias of several words as one: general motors → generalmotors. */
function joinAliases(words: readonly string[], aliases: readonly (readonly string[])[]): string[] {
  let line = ` ${words.join(' ')} `;
  for (const alias of aliases) line = line.replace(` ${alias.join(' ')} `, ` ${alias.join('')} `);
  return line.trim().split(' ');
}
