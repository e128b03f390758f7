import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import type { NumberKind } from '../db/schema.ts';
import { isWithin, mostOf, type Within } from './within.ts';

/** Found number of a part, and its row: a cross reference or an attribute. */
export type FoundNumber = {
  readonly part_id: number;
  readonly kind: NumberKind;
  readonly row_id: number;
  readonly how: 'exact' | 'prefix' | 'contains';
};

/** The text of a search as the database compares numbers: by letters and digits, and without leading zeros. */
export type NumberText = { readonly bare: string; readonly number: string };

/** Kinds of numbers in the order of results: own codes first. */
const KINDS: readonly NumberKind[] = ['code', 'cross', 'barcode'];

/** Shortest piece of a number, in characters. Shorter ones are in too many numbers. */
const SHORTEST_PIECE = 4;

/** Longest piece, in characters, that may be in so many numbers that the trigram index is slow. */
const COMMON_PIECE = 5;

/** Numbers of a kind that are scanned in order before the index is used. A common piece is in some of them. */
const NEAR = 1000;

/** Appended to a text, sorts after every number that begins with the text. */
const LAST = '\u{10ffff}';

/** The numbers that are equal to an expression, the own codes first. */
export function equalNumbers(within: Within, number: RawBuilder<string>): RawBuilder<FoundNumber> {
  const ofKinds = KINDS.map(
    (kind) => sql`(select part_id, kind, row_id, 'exact' as how from part_numbers n
      where kind = ${sql.lit(kind)} and number = ${number} and ${isWithin(within, 'n')} order by part_id)`,
  );
  return sql`${sql.join(ofKinds, sql` union all `)} limit ${sql.lit(NEAR)}`;
}

/** Returns numbers that begin with the given one, then those that contain it. `near` has the first if already read. */
export async function findLike(
  db: Db,
  within: Within,
  { number, bare, near: known }: NumberText & { readonly near: readonly Near[] | null },
  limit: number,
): Promise<FoundNumber[]> {
  const near = known ?? (await readNear(db, ...beginningWith(within, sql`${number}`), limit));
  const beginning = await inOrder(db, within, limit, { how: 'prefix', near, pattern: sql`literal(${number}) || '%'` });
  const piece = number.length >= SHORTEST_PIECE ? number : bare;
  const parts = countParts(beginning);
  if (parts >= limit || piece.length < SHORTEST_PIECE) return beginning;
  const pattern = sql`'%' || literal(${piece}) || '%'`;
  const isCommon = piece.length <= COMMON_PIECE;
  const containing = await inOrder(db, within, limit + parts, {
    how: 'contains',
    near: isCommon
      ? await readNear(db, sql`true`, sql`number like ${pattern} and ${isWithin(within, 'n')}`, limit + parts)
      : [],
    pattern,
  });
  return [...beginning, ...containing];
}

export const countParts = (numbers: readonly Pick<FoundNumber, 'part_id'>[]) =>
  new Set(numbers.map(({ part_id }) => part_id)).size;

type Likeness = {
  readonly how: FoundNumber['how'];
  readonly near: readonly Near[];
  readonly pattern: RawBuilder<unknown>;
};

/**
 * Returns the first parts with a number like a pattern, kind after kind, in the order of the numbers. If the scanned
 * numbers are too few, the trigram index finds all, so that numbers outside the scope do not change the result.
 */
async function inOrder(db: Db, within: Within, limit: number, { how, near, pattern }: Likeness) {
  const found: Omit<FoundNumber, 'how'>[] = [];
  for (const [index, kind] of KINDS.entries()) {
    const nearest = near.find((one) => one.kind === kind);
    if (nearest && (nearest.isAll || nearest.rows.length >= limit)) found.push(...nearest.rows);
    else {
      const kinds = KINDS.slice(index);
      const { rows } = await sql<FoundNumber>`
        select part_id, kind, row_id from (
          select distinct on (part_id) *, array_position(${kinds}, kind) as rank
          from numbers_like(${pattern}, ${within.brands}::int[], ${mostOf(within)}) n
          where kind = any (${kinds}) and ${isWithin(within, 'n')}
          order by part_id, rank, number) first
        order by rank, number, part_id limit ${limit}`.execute(prepared(db, 'composed'));
      found.push(...rows);
      break;
    }
    if (countParts(found) >= limit) break;
  }
  return found.map((row) => ({ ...row, how }));
}

/** The first parts of a kind with a number among the nearest ones, and whether there are no others. */
export type Near = {
  readonly kind: NumberKind;
  readonly isAll: boolean;
  readonly rows: readonly Omit<FoundNumber, 'how'>[];
};

/** The nearest numbers that begin with an expression, as JSON. */
export const nearestBeginning = (within: Within, number: RawBuilder<string>, limit: number): RawBuilder<Near[]> =>
  sql`array(select to_json(near) from (${nearest(...beginningWith(within, number), limit)}) near)`;

const beginningWith = (within: Within, number: RawBuilder<string>) =>
  [sql<SqlBool>`number > ${number} and number < ${number} || ${LAST}`, isWithin(within, 'n')] as const;

/** Reads the matches among the first numbers of `among`. */
const readNear = async (db: Db, among: RawBuilder<SqlBool>, matches: RawBuilder<SqlBool>, limit: number) =>
  (await sql<Near>`${nearest(among, matches, limit)}`.execute(prepared(db, 'composed'))).rows;

const nearest = (among: RawBuilder<SqlBool>, matches: RawBuilder<SqlBool>, limit: number) =>
  sql.join(
    KINDS.map(
      (kind) => sql`(
        with n as materialized (
          select * from part_numbers where kind = ${sql.lit(kind)} and ${among}
          order by number, part_id limit ${sql.lit(NEAR)})
        select ${sql.lit(kind)} as kind, (select count(*) from n) < ${sql.lit(NEAR)} as "isAll", array(
          select json_build_object('part_id', part_id, 'kind', kind, 'row_id', row_id)
          from (select distinct on (part_id) * from n where ${matches} order by part_id, number) first
          order by number, part_id limit ${limit}) as rows)`,
    ),
    sql` union all `,
  );
