import { seesEverything } from '@piezario/contract/access';
import type { Match } from '@piezario/contract/search';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Person } from '../access/scope.ts';
import { relatedParts } from '../crosses/related.ts';
import type { Db } from '../db/connect.ts';
import { ONE_PLAN } from '../db/prepare.ts';
import { countParts, equalNumbers, type FoundNumber, findLike, type Near, nearestBeginning } from './numbers.ts';
import { type Asked, isWithin, type Within } from './within.ts';
import { findTexts, findWords } from './words.ts';

type Reason = z.output<typeof Match>;

/** Why a part was found: by a number, or as it is said. */
type Hit = FoundNumber | Reason;

/** The parts that were found, the best first, and by what. */
export type Found = ReadonlyMap<number, Hit>;

/** More own codes that are equal are those of other brands, whose relations nobody asked for. */
const MAX_RELATING = 3;

/** Parts by any of their numbers, then those that have to do with the one whose code was given, then by words. */
export async function find(db: Db, person: Person, asked: Asked, text: string, limit: number): Promise<Found> {
  const found = new Map<number, Hit>();
  const add = (part: number, hit: Hit) => {
    if (!found.has(part) && found.size < limit) found.set(part, hit);
  };
  const { within, words, whole, ...given } = await begin(db, person, asked, text, limit);
  const own = whole.filter(({ kind }) => kind === 'code').map(({ part_id }) => part_id);
  const isEnough = given.number === '' || countParts(whole) >= limit;
  const [related, like, inTexts] = await Promise.all([
    findRelated(db, within, own),
    isEnough ? [] : findLike(db, within, given, limit),
    // A number may also be named in a text: «Reemplaza a PLF-100422».
    isEnough ? [] : findTexts(db, within, words, limit),
  ]);
  for (const hit of whole) add(hit.part_id, hit);
  for (const { id, why } of related) add(id, { kind: 'related', how: null, why });
  for (const hit of like) add(hit.part_id, hit);
  for (const part of inTexts) add(part, BY_WORDS);
  if (found.size === 0) for (const part of await findWords(db, within, words, limit)) add(part, BY_WORDS);
  return found;
}

const BY_WORDS: Reason = { kind: 'words', how: null, why: '' };

type Begun = {
  /** The brands that were granted, by which the indexes of the search begin. */
  readonly granted: readonly number[];
  readonly bare: string;
  /** Empty when the text is no number. */
  readonly number: string;
  readonly words: readonly string[];
  readonly whole: readonly FoundNumber[];
  readonly near: readonly Near[];
};

/** The text as numbers and words are compared, where to look for it, and the numbers that are equal or begin with it. */
async function begin(db: Db, person: Person, asked: Asked, text: string, limit: number) {
  // Some words in a row are no number.
  const mayBeNumber = /\d|^\S+$/.test(text);
  const [within, number] = [{ person, ...asked }, sql<string>`given.number`];
  const { rows } = await sql<Begun>`${ONE_PLAN}
    select array(select distinct part_brand_id from grants where user_id = ${person.id}) as granted,
      bare, number, words_of(${text}) as words, ${equalNumbers(within, number)} as whole,
      case when number = '' then '{}' else ${nearestBeginning(within, number, limit)} end as near
    from (select bare, case when bare = '' then '' else number_of(bare) end as number
      from (select bare(${mayBeNumber ? text : ''}) as bare) given) given`.execute(db);
  const [{ granted, ...begun } = NOTHING] = rows;
  const brands = seesEverything(person.role)
    ? asked.brands
    : granted.filter((id) => asked.brands?.includes(id) ?? true);
  return { ...begun, within: { person, brands, products: asked.products } };
}

const NOTHING: Begun = { granted: [], bare: '', number: '', words: [], whole: [], near: [] };

async function findRelated(db: Db, within: Within, own: readonly number[]) {
  if (own.length === 0 || own.length > MAX_RELATING) return [];
  const related = await relatedParts(db, (table) => isWithin(within, table), own, ['named', 'shares']);
  return related.map(({ id, relation, other, number }) => ({
    id,
    why: relation === 'named' ? `Nombrada por ${other}` : `Comparte ${number} con ${other}`,
  }));
}

/** Says why each part was found, with its number as it is written. */
export async function explain(db: Db, found: Found): Promise<ReadonlyMap<number, Reason>> {
  const numbers = [...found.values()].filter((hit) => 'row_id' in hit);
  const ids = (kind: FoundNumber['kind']) => numbers.filter((hit) => hit.kind === kind).map(({ row_id }) => row_id);
  const [crosses, barcodes] = [ids('cross'), ids('barcode')];
  const rows = crosses.length + barcodes.length > 0 ? await readNumbers(db, crosses, barcodes) : [];
  const byRow = new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]));
  const reasonOf = (hit: Hit): Reason => {
    if (!('row_id' in hit)) return hit;
    const { kind, row_id, how } = hit;
    const row = byRow.get(`${kind} ${row_id}`);
    if (!row) return { kind: 'code', how, why: '' };
    if (kind === 'barcode') return { kind, how, why: `Coincide con el código de barras ${row.name}` };
    return { kind: row.isOem ? 'oem' : 'cross', how, why: `Coincide con ${row.name}` };
  };
  return new Map([...found].map(([part, hit]) => [part, reasonOf(hit)]));
}

type Written = { readonly kind: string; readonly id: number; readonly name: string; readonly isOem: boolean };

async function readNumbers(db: Db, crosses: readonly number[], barcodes: readonly number[]): Promise<Written[]> {
  const { rows } = await sql<Written>`
    select 'cross' as kind, id, brand || ' ' || code as name,
      bare(brand) in (select bare from vehicle_brand_names()) as "isOem"
    from part_crosses where id = any (${crosses}::int[])
    union all
    select 'barcode', id, value, false from part_attributes where id = any (${barcodes}::int[])`.execute(db);
  return rows;
}
