import { MAX_CODE, tidy } from '@piezario/contract/fields';
import { sql } from 'kysely';
import { type Person, partInScope, reaches } from '../access/scope.ts';
import { findByKeys, given } from '../db/bulk.ts';
import type { Db } from '../db/connection/connect.ts';
import { type Reading, readName } from './names.ts';

/** A name without its extension, and the brand whose parts it is compared with. */
type Wanted = { readonly name: string; readonly brand: number };

type Part = {
  readonly part_id: number;
  readonly part_product_id: number;
  readonly stored_code: string;
};

type Found = Omit<Part, 'stored_code'> & Reading;
export type Match =
  | ({ readonly outcome: 'found' } & Found)
  | { readonly outcome: 'unknown' | 'ambiguous'; readonly reason: string };

/** Limit of a name: a code, with a number and «plano» after it. */
const MAX_NAME = MAX_CODE + 20;

/** Parts that are read for a code: two are enough to see that it is ambiguous. */
const MAX_PARTS = 2;

/** Finds the part of each name in the owner's scope. A name that matches two parts is ambiguous. */
export async function findPartsByName(
  db: Db,
  owner: Person,
  product: number | null,
  wanted: readonly Wanted[],
): Promise<Match[]> {
  const read = wanted.map(({ name, brand }) => ({
    name,
    readings: name.length > MAX_NAME ? [] : readName(name).map((reading) => ({ ...reading, brand })),
  }));
  const keys = new Map(read.flatMap(({ readings }) => readings.map((reading) => [keyOf(reading), reading] as const)));
  const found = await findParts(db, owner, product, [...keys.values()]);
  return read.map(({ name, readings }) => {
    if (name.length > MAX_NAME) return { outcome: 'unknown', reason: 'El nombre es más largo que cualquier código' };
    return decide(
      name,
      readings.map((reading) => ({ reading, parts: found.get(keyOf(reading)) ?? [] })),
    );
  });
}

type Key = { readonly brand: number; readonly code: string };

const keyOf = ({ brand, code }: Key) => `${brand} ${code}`;

async function findParts(
  db: Db,
  owner: Person,
  product: number | null,
  keys: readonly Key[],
): Promise<Map<string, Part[]>> {
  const ofProduct = product === null ? sql`true` : sql`parts.part_product_id + 0 = ${product}::int`;
  const { rows } = await sql<Part & Key>`
    select given.brand, given.code, found.* from ${given(keys, { brand: 'int', code: 'text' })} cross join lateral (
      select parts.id as part_id, parts.part_product_id, parts.code as stored_code from parts
      where parts.part_brand_id = given.brand and parts.code_bare = bare(given.code)
        and ${ofProduct} and ${partInScope(owner)}
      limit ${sql.lit(MAX_PARTS)}) found`.execute(db);
  const byKey = new Map<string, Part[]>();
  for (const { brand, code, ...part } of rows) {
    const key = keyOf({ brand, code });
    byKey.set(key, [...(byKey.get(key) ?? []), part]);
  }
  return byKey;
}

type Candidate = { readonly reading: Reading; readonly parts: readonly Part[] };

/** Groups of letters and digits, for comparisons that ignore which separators are between them. */
const groupsOf = (text: string) =>
  tidy(text)
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
    ?.join(' ');

/** Describes a reading to the user, in the words of the name. */
function readingInWords({ code, rank, is_blueprint }: Reading, index: number): string {
  if (index === 0) return `de «${code.replace(/[^\p{L}\p{M}\p{N}]+/gu, '')}»`;
  return `${is_blueprint ? 'el plano' : 'la foto'}${rank === 1 ? '' : ` ${rank}`} de «${code}»`;
}

/**
 * Selects the part of a name. A code that is exactly the name wins. «A-1 (2)» is not exactly A-12, although it has the
 * same letters and digits. A reason only repeats the name, because it is also shown when parts leave the owner's scope.
 */
function decide(name: string, candidates: readonly Candidate[]): Match {
  const fitting = candidates.filter(({ parts }) => parts.length > 0);
  const [whole] = candidates;
  const isExact = whole?.parts.some(({ stored_code }) => groupsOf(stored_code) === groupsOf(name));
  const [first, second] = isExact && whole ? [whole] : fitting;
  const [part, other] = first?.parts ?? [];
  if (!first || !part) return { outcome: 'unknown', reason: `Ninguna pieza tiene el código «${name}»` };
  const isDoubtful = first === whole && !isExact && candidates.length > 1;
  if (second || isDoubtful) {
    const readings = candidates.flatMap((one, index) =>
      !second || fitting.includes(one) ? [readingInWords(one.reading, index)] : [],
    );
    return { outcome: 'ambiguous', reason: `¿Es ${readings.join(', o ')}? Cambiale el nombre` };
  }
  if (other)
    return {
      outcome: 'ambiguous',
      reason: `Más de una pieza tiene el código «${first.reading.code}»: abrí otra tanda con el producto elegido`,
    };
  const { rank, is_blueprint } = first.reading;
  const { part_id, part_product_id, stored_code: code } = part;
  return { outcome: 'found', part_id, part_product_id, code, rank, is_blueprint };
}

/** Finds the brands in the owner's scope with the names of folders. */
export async function findBrands(db: Db, owner: Person, folders: readonly string[]): Promise<Map<string, number>> {
  const found = await findByKeys(
    db,
    folders.map((folder) => ({ folder })),
    { folder: 'text' },
    (keys) => sql<{ position: number; id: number }>`
      select given.position, part_brands.id from ${keys}
      join part_brands on fold(part_brands.name) = fold(given.folder)
      where ${reaches(owner, { brand: sql.ref('part_brands.id') })}`,
  );
  return new Map(found.flatMap((brand, index) => (brand ? [[folders[index] ?? '', brand.id] as const] : [])));
}
