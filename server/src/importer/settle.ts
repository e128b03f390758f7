import { admits } from '@piezario/contract/access';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { sql } from 'kysely';
import pg from 'pg';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import type { KeptCell } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { toFailure } from '../http/errors.ts';
import { type Cell, cellText } from '../spreadsheet/reading/read.ts';
import type { Entry } from './entries.ts';
import { type Job, type RefusedRow, readJob, recordRows } from './job.ts';
import { UnusableFile } from './layout.ts';
import { findPlaces } from './places.ts';
import type { Problem } from './reading.ts';
import type { Located, SheetRules } from './sheets.ts';

/**
 * Saves rows and moves the import's position over them, in one transaction. Where the database refuses them for reasons
 * of theirs, they are saved by halves, until the one that it refuses is alone; that one is an error.
 */
export async function settle(
  db: Db,
  job: Job,
  rules: SheetRules,
  entries: readonly Entry[],
  progress: () => void,
): Promise<void> {
  try {
    await inTransaction(db, (trx) => save(trx, job, rules, entries, new Map())).finally(progress);
  } catch (error) {
    const reason = refusal(error);
    if (reason === null) throw error;
    const [only] = entries;
    if (only && entries.length === 1) {
      const problem = { column: 'Código', value: only.code, reason };
      await inTransaction(db, (trx) => save(trx, job, rules, entries, new Map([[only, [problem]]])));
    } else {
      const half = Math.ceil(entries.length / 2);
      await settle(db, job, rules, entries.slice(0, half), progress);
      await settle(db, job, rules, entries.slice(half), progress);
    }
  }
}

/** Values that do not fit, and constraints that are broken. */
const OF_ROWS = /^2[23]/;

/** What the database has against rows; null when they are not to blame. */
function refusal(error: unknown): string | null {
  if (!(error instanceof pg.DatabaseError && OF_ROWS.test(error.code ?? ''))) return null;
  return toFailure(error)?.message ?? `No se pudo guardar (${error.code})`;
}

const NONE = { created: 0, updated: 0 };

async function save(
  db: Db,
  job: Job,
  rules: SheetRules,
  entries: readonly Entry[],
  problems: Map<Entry, readonly Problem[]>,
): Promise<void> {
  // However large the tables are, a few rows are looked up in them.
  await sql`set local enable_hashjoin = off`.execute(db);
  await sql`set local enable_mergejoin = off`.execute(db);
  const progress = await readJob(db, job);
  const owner = await readOwner(db, progress.user_id);
  for (const entry of entries) if (entry.reading.problems.length > 0) problems.set(entry, entry.reading.problems);
  const refuse = (entry: Entry | undefined, column: string, reason: string) => {
    if (entry) problems.set(entry, [{ column, value: entry.reading.textOf(column), reason }]);
  };
  const good = entries.filter((entry) => !problems.has(entry));
  const located = await locate(db, owner, good, refuse);
  const { created, updated } =
    located.length === 0 ? NONE : await rules.save(db, located, ({ at }, ...why) => refuse(good[at], ...why));
  const columns: readonly string[] = IMPORT_SHEETS[rules.format];
  const refused = entries.flatMap((entry) => refusedRow(entry, columns, problems.get(entry)));
  await recordRows(db, job, progress, { rows: entries.length, created, updated, refused });
}

/** Read each time: whoever loses a right loses it for the rows to come. */
async function readOwner(db: Db, id: number): Promise<Person> {
  const { active, role } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['active', 'role'])
    .executeTakeFirstOrThrow();
  if (!active || !admits('manufacturer', role)) throw new UnusableFile('la cuenta que lo subió ya no puede importar');
  return { id, role };
}

/** Where the parts of these rows belong, for those that name a place within the owner's reach. */
async function locate(
  db: Db,
  owner: Person,
  entries: readonly Entry[],
  refuse: (entry: Entry, column: string, reason: string) => void,
): Promise<Located<unknown>[]> {
  const nameOf = ({ place }: Entry) => `${place.brand}\n${place.product}`;
  const names = new Map(entries.map((entry) => [nameOf(entry), entry.place]));
  const found = await findPlaces(db, owner, [...names.values()]);
  const places = new Map([...names.keys()].map((name, index) => [name, found[index]]));
  const located: Located<unknown>[] = [];
  for (const [at, entry] of entries.entries()) {
    const { partName, code, bare, row } = entry;
    const place = places.get(nameOf(entry));
    if (!place || 'unknown' in place) refuse(entry, place?.unknown ?? 'Marca', 'No existe o no está a tu alcance');
    else located.push({ at, partName, ...place, code, bare, row });
  }
  return located;
}

function refusedRow(entry: Entry, columns: readonly string[], problems?: readonly Problem[]): RefusedRow[] {
  if (!problems) return [];
  const { sheet, number, cells } = entry.reading.row;
  const inOrder = problems.toSorted((a, b) => columns.indexOf(a.column) - columns.indexOf(b.column));
  const isWrong = (place: number) => problems.some(({ column }) => column === columns[place]);
  const kept = cells.map((cell, place) => (isWrong(place) ? asItWas(cell) : cellText(cell)));
  return [{ sheet, row: number, problems: inOrder, cells: kept }];
}

/** A number or a date that was refused for being one would go in as a text. */
function asItWas(cell: Cell): KeptCell {
  if (typeof cell === 'number') return cell;
  return cell instanceof Date ? { date: cell.toISOString().slice(0, 10) } : cellText(cell);
}
