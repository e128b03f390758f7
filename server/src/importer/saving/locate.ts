import { sql } from 'kysely';
import type { Person } from '../../access/scope.ts';
import { findByKeys } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { ImportPhase } from '../../db/schema.ts';
import { findPartIds, type PartKey } from '../../parts/bulk.ts';
import type { DuplicateKeys } from '../reading/duplicate-keys.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { Named, Refusal, SheetRules } from '../sheets/rules.ts';
import { type Destination, findDestinations } from './destinations.ts';
import { offerNames } from './likely-names.ts';

type Context = {
  readonly importId: number;
  readonly owner: Person;
  readonly rules: SheetRules;
  /** The rows of «Piezas», by part. */
  readonly partRows: DuplicateKeys;
  readonly phase: ImportPhase;
  /** Parts that the review brings back from the trash, which it adds to. */
  readonly returning: Set<number>;
  readonly refuse: (row: ParsedRow, refusal: Refusal) => void;
  /** The part of the row was left out of the review that is applied. */
  readonly leaveOut: (row: ParsedRow) => void;
};

type Place = Exclude<Destination, { unknown: unknown }>;
type Placed = { readonly row: ParsedRow; readonly place: Place };

/** What rows name, with the ids of its brand, product and part. Rows that name something else are refused. */
export async function locate(db: Db, context: Context, rows: readonly ParsedRow[]): Promise<Named[]> {
  const placed = await findPlaces(db, context, rows);
  const { rules, refuse } = context;
  const parts = rules.entity === 'part' ? null : await findPartsOf(db, context, placed);
  const named: Named[] = [];
  for (const { row, place } of placed) {
    const part = parts ? parts.get(row.partKey) : NEW;
    if (part === undefined) refuse(row, ['Código', missing(context.partRows, row)]);
    else if (part === NEW && context.phase === 'apply' && parts) context.leaveOut(row);
    else for (const item of row.items) named.push(nameOf(row, place, part === NEW ? null : part, item));
  }
  if (rules.check) {
    for (const one of named) {
      const refusal = rules.check(one);
      if (refusal) refuse(one.parsed, refusal);
    }
  }
  return named;
}

const nameOf = (parsed: ParsedRow, { brand, product, category }: Place, part: number | null, item: unknown): Named => ({
  parsed,
  brand,
  product,
  category,
  part,
  item,
});

/** A part that does not exist yet. */
const NEW = Symbol('new');

/** Also what an alarm counts. */
export const NO_SUCH_PART = 'No hay una pieza con ese código en la marca y el producto';

/** Why the part of a row does not exist. */
function missing(partRows: DuplicateKeys, { partKey, reader: { row } }: ParsedRow): string {
  const before = partRows.find(`${partKey}\n`, row.sheet);
  return before ? `Su pieza no entró: mirá la fila ${before}` : NO_SUCH_PART;
}

/** The brand and product of each row. Rows that name others than the owner's are refused. */
async function findPlaces(db: Db, { owner, refuse }: Context, rows: readonly ParsedRow[]): Promise<Placed[]> {
  const keyOf = ({ destination }: ParsedRow) => `${destination.brand}\n${destination.product}`;
  const names = new Map(rows.map((row) => [keyOf(row), row.destination]));
  const found = await findDestinations(db, owner, [...names.values()]);
  const destinations = new Map([...names.keys()].map((name, index) => [name, found[index]]));
  const unknown = await offerNames(db, owner, [...names.values()], found);
  const placed: Placed[] = [];
  for (const row of rows) {
    const place = destinations.get(keyOf(row));
    if (place && !('unknown' in place)) placed.push({ row, place });
    else refuse(row, unknown(place?.unknown ?? 'Marca', row));
  }
  return placed;
}

/** The part of each row by its key: its id, or that the review has it as new. */
async function findPartsOf(db: Db, { importId, phase, returning }: Context, placed: readonly Placed[]) {
  const isReview = phase === 'review';
  const keys = new Map(
    placed.map(({ row, place: { brand, product } }): [string, PartKey] => [
      row.partKey,
      { brand, product, bare: row.bare },
    ]),
  );
  const found = await findPartIds(db, [...keys.values()], { lock: !isReview });
  const parts = new Map<string, number | typeof NEW>();
  const absent: [string, PartKey][] = [];
  for (const [index, [name, key]] of [...keys].entries()) {
    const part = found[index];
    if (part) parts.set(name, part.id);
    else absent.push([name, key]);
  }
  // What is applied by now is not in the review any more; what was left out is.
  if (phase === 'import' || absent.length === 0) return parts;
  const planned = await findPlanned(
    db,
    importId,
    absent.map(([, key]) => key),
  );
  for (const [index, [name]] of absent.entries()) {
    const part = planned[index];
    if (!part) continue;
    if (isReview && part.id !== null) returning.add(part.id);
    parts.set(name, (isReview ? part.id : null) ?? NEW);
  }
  return parts;
}

/** Which of the parts the file would create, with the ids of those in the trash. The limit keeps PostgreSQL, which has no statistics yet, from another order. */
const findPlanned = (db: Db, importId: number, keys: readonly PartKey[]) =>
  findByKeys(
    db,
    keys,
    { brand: 'int', product: 'int', bare: 'text' },
    (given) => sql<{ position: number; id: number | null }>`
      select given.position, planned.id from ${given} cross join lateral (
        select c.part_id as id from import_changes c where c.import_id = ${importId} and c.entity = 'part' and c.action = 'created'
          and c.part_brand_id = given.brand and c.part_product_id = given.product and c.key = given.bare
        limit 1) planned`,
  );

/** The parts that rows name, in their order; null where there is none in the person's scope. */
export async function findNamedParts(db: Db, owner: Person, rows: readonly ParsedRow[]): Promise<(number | null)[]> {
  if (rows.length === 0) return [];
  const found = await findDestinations(
    db,
    owner,
    rows.map(({ destination }) => destination),
  );
  const keys = rows.map(({ bare }, index): PartKey => {
    const place = found[index];
    return place && !('unknown' in place) ? { ...place, bare } : { brand: 0, product: 0, bare };
  });
  const parts = await findPartIds(db, keys, { lock: false });
  return parts.map((part) => part?.id ?? null);
}
