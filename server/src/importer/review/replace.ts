import type { Replaceable } from '@piezario/contract/importer';
import { sql } from 'kysely';
import { type Person, partInScope } from '../../access/scope.ts';
import { given } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { ImportEntity } from '../../db/schema.ts';
import { advance, inJobTransaction, type Job, readJob } from '../../jobs/job.ts';
import { ENTITIES, type Fields } from '../../part-rows/entities.ts';
import { readRows, removeRows } from '../../part-rows/rows.ts';
import { processing } from '../messages.ts';
import { readOwner } from '../saving/owner.ts';
import { insertErrors, type RefusedRow } from '../saving/record.ts';

/*
 * A file can replace rows of parts: if its sheet of parts or the replacing sheet names a part, the rows of that part
 * which the file does not name are removed. The named rows are noted while the file is read; then the others become
 * removals to be reviewed.
 */

const REPLACED: Readonly<Record<Replaceable, Exclude<ImportEntity, 'part'>>> = {
  Atributos: 'attribute',
  Equivalencias: 'cross',
  Aplicaciones: 'application',
};

/** A part that the file names, and one of its rows; null if the row does not exist, or only the part is named. */
export type NamedRow = {
  readonly part: number;
  readonly row: number | null;
  /** Position in the file, if the row was refused. */
  readonly refused: number | null;
};

/** Notes what the file names. A refused row may refer to any row, so nothing of its part is removed. */
export async function noteNamedRows(
  db: Db,
  importId: number,
  sheets: readonly Replaceable[],
  rows: readonly NamedRow[],
): Promise<void> {
  if (rows.length === 0 || sheets.length === 0) return;
  await sql`
    insert into import_named_rows (import_id, entity, part_id, row_id, refused)
    select ${importId}, entity, part, row, refused
    from ${given(rows, { part: 'int', row: 'int', refused: 'int' })},
      unnest(${sheets.map((sheet) => REPLACED[sheet])}::text[]) as entity`.execute(db);
}

/** Deletes the notes of refused rows, which are read again. */
export const forgetRefused = (db: Db, importId: number, positions: readonly number[]) =>
  sql`delete from import_named_rows where import_id = ${importId} and refused = any (${positions}::int[])`.execute(db);

/**
 * Stores the removals to be reviewed. Stored ones keep their decision. Returns the change in their number, which may be
 * negative.
 */
export async function planReplacements(db: Db, importId: number, sheets: readonly Replaceable[]): Promise<number> {
  let more = 0;
  for (const sheet of sheets) {
    const entity = REPLACED[sheet];
    // `create table as` takes no parameters.
    await sql`create temporary table going on commit drop as
      with named as (select part_id, array_remove(array_agg(row_id), null) as rows from import_named_rows
        where import_id = ${sql.lit(importId)} and entity = ${sql.lit(entity)}
        group by part_id having count(refused) = 0)
      select parts.part_brand_id, parts.part_product_id, parts.id as part_id, parts.code, child.id as row_id,
        to_jsonb(child) - array['id', 'part_id'] as before
      from named join parts on parts.id = named.part_id
        join ${sql.table(ENTITIES[entity].table)} child on child.part_id = parts.id and child.id <> all (named.rows)
      union all
      -- Rows of parts that come back from the trash.
      select trashed.part_brand_id, trashed.part_product_id, trashed.id, trashed.code, had.row_id,
        had.before - array['id', 'part_id']
      from named join removed_parts trashed on trashed.id = named.part_id
        join changes had on had.part_id = trashed.id and had.operation_id = trashed.operation_id
          and had.entity = ${sql.lit(entity)} and had.after is null and had.row_id <> all (named.rows)`.execute(db);
    // The planner has no statistics of a new review, and would compare each change with every other.
    await sql`set local enable_nestloop = off`.execute(db);
    const stored = sql`import_id = ${importId} and entity = ${entity} and position is null`;
    const { numAffectedRows: staying } = await sql`
      delete from import_changes c where ${stored}
        and not exists (select from going where going.row_id = c.row_id)`.execute(db);
    const { numAffectedRows: added } = await sql`
      insert into import_changes (import_id, sheet, entity, action, key, part_brand_id, part_product_id, part_id, code,
        row_id, before, accepted)
      select ${importId}, ${sheet}, ${entity}, 'removed', row_id::text, part_brand_id, part_product_id, part_id, code,
        row_id, before, true
      from going where not exists (select from import_changes c where ${stored} and c.row_id = going.row_id)
      order by going.part_id, going.row_id`.execute(db);
    await sql`set local enable_nestloop = on`.execute(db);
    await sql`drop table going`.execute(db);
    more += Number(added) - Number(staying);
  }
  return more;
}

type Removal = {
  readonly id: string;
  readonly sheet: Replaceable;
  readonly part_id: number;
  readonly row_id: number;
  readonly code: string;
  readonly before: Fields;
};

/** Removes accepted rows that are as they were reviewed. Changed ones become errors. */
export async function applyReplacements(db: Db, job: Job, groupRows: number, report: () => void): Promise<void> {
  for (;;) {
    const count = await inJobTransaction(db, job, 'import', async (trx) => {
      const progress = await readJob(trx, job);
      const owner = await readOwner(trx, progress.user_id);
      const { rows } = await sql<Removal>`
        select id, sheet, part_id, row_id, code, before from import_changes
        where import_id = ${job.id} and position is null and accepted order by id limit ${groupRows}`.execute(trx);
      for (const [sheet, entity] of Object.entries(REPLACED)) {
        await removeAccepted(
          trx,
          job.id,
          owner,
          entity,
          rows.filter((row) => row.sheet === sheet),
        );
      }
      await sql`delete from import_changes where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(trx);
      await advance(trx, job, progress, 0, processing);
      return rows.length;
    });
    report();
    if (count === 0) return;
  }
}

async function removeAccepted(
  db: Db,
  importId: number,
  owner: Person,
  entity: Exclude<ImportEntity, 'part'>,
  removals: readonly Removal[],
) {
  if (removals.length === 0) return;
  const parts = removals.map(({ part_id }) => part_id);
  const { rows: held } = await sql<{ id: number }>`
    select id from parts where id = any (${parts}::int[]) and ${partInScope(owner)} order by id for update`.execute(db);
  const writable = new Set(held.map(({ id }) => id));
  const rows = await readRows(db, entity, { parts: [...writable], ids: removals.map(({ row_id }) => row_id) });
  const stored = new Map(rows.map(({ id, fields }) => [id, fields]));
  const isAsReviewed = ({ row_id, before }: Removal) => {
    const now = stored.get(row_id);
    return now !== undefined && Object.keys(before).every((field) => now[field] === before[field]);
  };
  const removed = removals.filter(isAsReviewed).map(({ part_id, row_id }) => ({ entity, part_id, row_id }));
  if (removed.length > 0) await removeRows(db, entity, removed);
  // A row that another user has removed since is no error.
  const refused = removals.flatMap((removal) => {
    if (!writable.has(removal.part_id)) return [refusedRemoval(removal, 'Su pieza no existe o no está a tu alcance')];
    if (!stored.has(removal.row_id) || isAsReviewed(removal)) return [];
    return [refusedRemoval(removal, 'Cambió después de la revisión: no se quitó')];
  });
  await insertErrors(db, importId, refused);
  await sql`update imports set rows_removed = rows_removed + ${removed.length},
    errors_count = errors_count + ${refused.length} where id = ${importId}`.execute(db);
}

/** An error without a row of the file, because the file does not name the removed row. */
const refusedRemoval = ({ sheet, code }: Removal, reason: string): RefusedRow => ({
  sheet,
  row: 0,
  position: null,
  format: null,
  problems: [{ column: 'Código', title: null, value: code, reason, offers: [] }],
  cells: [],
});
