import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { ONE_PLAN } from '../db/prepare.ts';
import type { NumberKind } from '../db/schema.ts';
import { isWithin, type Within } from './within.ts';

/** A number of a part that was found, and the row that says it: an equivalence or an attribute. */
export type FoundNumber = {
  readonly part_id: number;
  readonly kind: NumberKind;
  readonly row_id: number;
  readonly how: 'exact' | 'prefix' | 'contains';
};

/** The text of a search as the database compares numbers: by letters and digits, and without leading zeros. */
export type NumberText = { readonly bare: string; readonly number: string };

/** The own numbers of parts come first. */
const KINDS: readonly NumberKind[] = ['code', 'cross', 'barcode'];

/** A piece of a number has to have so many signs. Shorter ones are in too many. */
const SHORTEST_PIECE = 4;

/** A piece of so many signs may be in very many numbers, for which the index of pieces is slow. */
const COMMON_PIECE = 5;

/** So many numbers of a kind are looked through in their order first. A common piece is in some of these. */
const NEAR = 1000;

/** After every number that begins with what it is appended to. */
const LAST = '\u{10ffff}';

/** The numbers that are equal to an expression, as JSON, the own codes first. */
export function equalNumbers(within: Within, number: RawBuilder<string>): RawBuilder<FoundNumber[]> {
  const ofKinds = KINDS.map(
    (kind) => sql`(select part_id, kind, row_id, 'exact' as how from part_numbers n
      where kind = ${sql.lit(kind)} and number = ${number} and ${isWithin(within, 'n')} order by part_id)`,
  );
  return sql`array(select to_json(n) from (${sql.join(ofKinds, sql` union all `)} limit ${sql.lit(NEAR)}) n)`;
}

/** The numbers that begin with the given one, then those that contain it. */
export async function findLike(
  db: Db,
  within: Within,
  { number, bare }: NumberText,
  limit: number,
): Promise<FoundNumber[]> {
  const begins = sql<SqlBool>`number > ${number} and number < ${number + LAST}`;
  const prefix = sql`literal(${number}) || '%'`;
  const beginning = await inOrder(db, within, limit, { how: 'prefix', among: begins, pattern: prefix });
  const piece = number.length >= SHORTEST_PIECE ? number : bare;
  const parts = countParts(beginning);
  if (parts >= limit || piece.length < SHORTEST_PIECE) return beginning;
  const among = piece.length <= COMMON_PIECE ? sql<SqlBool>`true` : null;
  const pattern = sql`'%' || literal(${piece}) || '%'`;
  const containing = await inOrder(db, within, limit + parts, { how: 'contains', among, pattern });
  return [...beginning, ...containing];
}

export const countParts = (numbers: readonly Pick<FoundNumber, 'part_id'>[]) =>
  new Set(numbers.map(({ part_id }) => part_id)).size;

type Likeness = {
  readonly how: FoundNumber['how'];
  /** A range of numbers that is worth looking through, or none. */
  readonly among: RawBuilder<SqlBool> | null;
  readonly pattern: RawBuilder<unknown>;
};

/**
 * The first parts with a number that is like a pattern, kind after kind, in the order of the numbers. Where the nearest of
 * a range are not enough, the index of pieces has them all. So what is found is the same, whatever numbers outside the
 * scope lie between.
 */
async function inOrder(db: Db, within: Within, limit: number, { how, among, pattern }: Likeness) {
  const inPlace = isWithin(within, 'n');
  const near = among ? await readNear(db, among, sql`number like ${pattern} and ${inPlace}`, limit) : [];
  const found: Omit<FoundNumber, 'how'>[] = [];
  for (const [index, kind] of KINDS.entries()) {
    const nearest = near.find((one) => one.kind === kind);
    if (nearest && (nearest.isAll || nearest.rows.length >= limit)) found.push(...nearest.rows);
    else {
      // Whoever sees everything is content with some of very many.
      const most = within.brands || within.products ? null : NEAR;
      const kinds = KINDS.slice(index);
      const { rows } = await sql<FoundNumber>`${ONE_PLAN}
        select part_id, kind, row_id from (
          select distinct on (part_id) *, array_position(${kinds}, kind) as rank
          from numbers_like(${pattern}, ${within.brands}::int[], ${most}) n
          where kind = any (${kinds}) and ${inPlace}
          order by part_id, rank, number) first
        order by rank, number, part_id limit ${limit}`.execute(db);
      found.push(...rows);
      break;
    }
    if (countParts(found) >= limit) break;
  }
  return found.map((row) => ({ ...row, how }));
}

type Near = { readonly kind: NumberKind; readonly isAll: boolean; readonly rows: readonly FoundNumber[] };

/** Of the nearest numbers of each kind, the first parts that match, and whether there are no others in the range. */
async function readNear(db: Db, among: RawBuilder<SqlBool>, matches: RawBuilder<SqlBool>, limit: number) {
  const ofKinds = KINDS.map(
    (kind) => sql`(
      with n as materialized (
        select * from part_numbers where kind = ${sql.lit(kind)} and ${among} order by number, part_id limit ${sql.lit(NEAR)})
      select ${sql.lit(kind)} as kind, (select count(*) from n) < ${sql.lit(NEAR)} as "isAll", array(
        select json_build_object('part_id', part_id, 'kind', kind, 'row_id', row_id)
        from (select distinct on (part_id) * from n where ${matches} order by part_id, number) first
        order by number, part_id limit ${limit}) as rows)`,
  );
  return (await sql<Near>`${ONE_PLAN} ${sql.join(ofKinds, sql` union all `)}`.execute(db)).rows;
}
