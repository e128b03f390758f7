import { admits } from '@piezario/contract/access';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connect.ts';
import type { KeptCell } from '../db/schema.ts';
import { saveInHalves } from '../jobs/in-halves.ts';
import { type Job, JobFailure, readJob } from '../jobs/job.ts';
import { type Cell, cellText } from '../spreadsheet/reading/read.ts';
import { findDestinations } from './destinations.ts';
import type { Column } from './layout.ts';
import type { ParsedRow } from './parse-rows.ts';
import { type RefusedRow, recordRows } from './record.ts';
import type { Problem } from './row-reader.ts';
import type { Located, SheetRules } from './sheets.ts';

/**
 * Saves rows and advances the import's position in one transaction. A row that the database refuses because of its
 * values becomes an error.
 */
export const saveGroup = (
  db: Db,
  job: Job,
  rules: SheetRules,
  rows: readonly ParsedRow[],
  progress: () => void,
): Promise<void> =>
  saveInHalves(
    db,
    job,
    'import',
    rows,
    (trx, some, reason) => {
      const refused = reason === null ? [] : some.map((row) => [row, [refusal(row, reason)]] as const);
      return save(trx, job, rules, some, new Map(refused));
    },
    progress,
  );

const refusal = ({ code }: ParsedRow, reason: string): Problem => ({
  column: 'Código',
  value: code,
  reason,
  offers: [],
});

const NONE = { created: 0, updated: 0 };

async function save(
  db: Db,
  job: Job,
  rules: SheetRules,
  rows: readonly ParsedRow[],
  problems: Map<ParsedRow, readonly Problem[]>,
): Promise<void> {
  // Index lookups are right for a group, but statistics of large tables can make the planner read them whole.
  await sql`set local enable_hashjoin = off`.execute(db);
  await sql`set local enable_mergejoin = off`.execute(db);
  const progress = await readJob(db, job);
  const owner = await readOwner(db, progress.user_id);
  for (const row of rows) if (row.reader.problems.length > 0) problems.set(row, row.reader.problems);
  const refuse = (row: ParsedRow | undefined, column: Column, reason: string) => {
    if (row) problems.set(row, [{ column, value: row.reader.textOf(column), reason, offers: [] }]);
  };
  const good = rows.filter((row) => !problems.has(row));
  const located = await locate(db, owner, good, refuse);
  const { created, updated } =
    located.length === 0
      ? NONE
      : await rules.save(db, located, ({ index }, ...problem) => refuse(good[index], ...problem));
  const columns: readonly Column[] = IMPORT_SHEETS[rules.format];
  const refused = rows.flatMap((row) => refusedRow(row, columns, problems.get(row)));
  await recordRows(db, job, progress, { rows: rows.length, created, updated, refused });
}

/** Read for each group, so that a withdrawn right counts at once. */
async function readOwner(db: Db, id: number): Promise<Person> {
  const { active, role } = await db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['active', 'role'])
    .executeTakeFirstOrThrow();
  if (!active || !admits('manufacturer', role)) throw new JobFailure('la cuenta que lo subió ya no puede importar');
  return { id, role };
}

/** The brand and product of each row. Rows that name others than the owner's are refused. */
async function locate(
  db: Db,
  owner: Person,
  rows: readonly ParsedRow[],
  refuse: (row: ParsedRow, column: Column, reason: string) => void,
): Promise<Located<unknown>[]> {
  const keyOf = ({ destination }: ParsedRow) => `${destination.brand}\n${destination.product}`;
  const names = new Map(rows.map((row) => [keyOf(row), row.destination]));
  const found = await findDestinations(db, owner, [...names.values()]);
  const destinations = new Map([...names.keys()].map((name, index) => [name, found[index]]));
  const located: Located<unknown>[] = [];
  for (const [index, parsed] of rows.entries()) {
    const { partKey, code, bare, row } = parsed;
    const found = destinations.get(keyOf(parsed));
    if (!found || 'unknown' in found) refuse(parsed, found?.unknown ?? 'Marca', 'No existe o no está a tu alcance');
    else located.push({ index, partKey, ...found, code, bare, row });
  }
  return located;
}

function refusedRow({ reader }: ParsedRow, columns: readonly Column[], problems?: readonly Problem[]): RefusedRow[] {
  if (!problems) return [];
  const { sheet, number, cells } = reader.row;
  const inOrder = problems.toSorted((a, b) => columns.indexOf(a.column) - columns.indexOf(b.column));
  const isWrong = (index: number) => problems.some(({ column }) => column === columns[index]);
  const kept = cells.map((cell, index) => (isWrong(index) ? keepType(cell) : cellText(cell)));
  return [{ sheet, row: number, problems: inOrder, cells: kept }];
}

/** Keeps the type of a wrong number or date: as text, the corrected file would accept it. */
function keepType(cell: Cell): KeptCell {
  if (typeof cell === 'number') return cell;
  return cell instanceof Date ? { date: cell.toISOString().slice(0, 10) } : cellText(cell);
}
