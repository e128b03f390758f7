import type { Match } from '@piezario/contract/search';
import { sql } from 'kysely';
import type { z } from 'zod';
import { relatedParts } from '../crosses/related.ts';
import type { Db } from '../db/connect.ts';
import { countParts, type FoundNumber, findLike, findWhole } from './numbers.ts';
import { isWithin, type Within } from './within.ts';
import { findTexts, findWords } from './words.ts';

type Reason = z.output<typeof Match>;

/** The parts that were found, the best first, and by what. */
type Found = ReadonlyMap<number, Reason>;

/** More own codes that are equal are those of other brands, whose relations nobody asked for. */
const MAX_RELATING = 3;

/** Parts by any of their numbers, then those that have to do with the one whose code was given, then by words. */
export async function find(db: Db, within: Within, text: string, limit: number): Promise<Found> {
  const found = new Map<number, Reason>();
  const add = (part: number, reason: Reason) => {
    if (!found.has(part) && found.size < limit) found.set(part, reason);
  };
  const { words, ...given } = await readText(db, text);
  // Some words in a row are no number.
  const isNumber = given.number !== '' && /\d|^\S+$/.test(text);
  const whole = isNumber ? await findWhole(db, within, given, limit) : [];
  const own = whole.filter(({ kind }) => kind === 'code').map(({ part_id }) => part_id);
  const isEnough = !isNumber || countParts(whole) >= limit;
  const [related, like, inTexts] = await Promise.all([
    findRelated(db, within, own),
    isEnough ? [] : findLike(db, within, given, limit),
    // A number may also be named in a text: «Reemplaza a PLF-100422».
    isEnough ? [] : findTexts(db, within, words, limit),
  ]);
  const reasons = await reasonsFor(db, [...whole, ...like]);
  for (const hit of whole) add(hit.part_id, reasons(hit));
  for (const { id, why } of related) add(id, { kind: 'related', how: null, why });
  for (const hit of like) add(hit.part_id, reasons(hit));
  for (const part of inTexts) add(part, BY_WORDS);
  if (found.size === 0) for (const part of await findWords(db, within, words, limit)) add(part, BY_WORDS);
  return found;
}

const BY_WORDS: Reason = { kind: 'words', how: null, why: '' };

/** The text as numbers and words are compared. */
async function readText(db: Db, text: string) {
  const { rows } = await sql<{ bare: string; number: string; words: string[] }>`
    select bare, case when bare = '' then '' else number_of(bare) end as number, words_of(${text}) as words
    from (select bare(${text}) as bare) given`.execute(db);
  const [read = { bare: '', number: '', words: [] }] = rows;
  return read;
}

async function findRelated(db: Db, within: Within, own: readonly number[]) {
  if (own.length === 0 || own.length > MAX_RELATING) return [];
  const related = await relatedParts(db, (table) => isWithin(within, table), own, ['named', 'shares']);
  return related.map(({ id, relation, other, number }) => ({
    id,
    why: relation === 'named' ? `Nombrada por ${other}` : `Comparte ${number} con ${other}`,
  }));
}

/** Says why each number was found, with the number as it is written. */
async function reasonsFor(db: Db, numbers: readonly FoundNumber[]) {
  const ids = (kind: FoundNumber['kind']) => numbers.filter((hit) => hit.kind === kind).map(({ row_id }) => row_id);
  const others = numbers.filter(({ kind }) => kind !== 'code');
  if (others.length === 0) return ({ how }: FoundNumber): Reason => ({ kind: 'code', how, why: '' });
  const { rows } = await sql<{ kind: string; id: number; name: string; isOem: boolean }>`
    select 'cross' as kind, id, brand || ' ' || code as name,
      bare(brand) in (select bare from vehicle_brand_names()) as "isOem"
    from part_crosses where id = any (${ids('cross')}::int[])
    union all
    select 'barcode', id, value, false from part_attributes where id = any (${ids('barcode')}::int[])`.execute(db);
  const byRow = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  return ({ kind, row_id, how }: FoundNumber): Reason => {
    const row = byRow.get(`${kind} ${row_id}`);
    if (!row) return { kind: 'code', how, why: '' };
    if (kind === 'barcode') return { kind, how, why: `Coincide con el código de barras ${row.name}` };
    return { kind: row.isOem ? 'oem' : 'cross', how, why: `Coincide con ${row.name}` };
  };
}
