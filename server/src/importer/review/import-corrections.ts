import {
  type importCorrections as contract,
  MAX_CELL,
  MAX_CORRECTIONS,
  type RowCell,
} from '@piezario/contract/import-corrections';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { formatNumber } from '@piezario/contract/words';
import { sql } from 'kysely';
import { given } from '../../db/bulk.ts';
import type { Db } from '../../db/connection/connect.ts';
import type { KeptCell } from '../../db/schema.ts';
import { storable } from '../../db/storable.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Files } from '../../files/files.ts';
import { Failure, notFound } from '../../http/failure.ts';
import type { Handlers } from '../../http/implement.ts';
import { queueAgain } from '../../jobs/job.ts';
import type { JobQueue } from '../../jobs/queue.ts';
import { cellText } from '../../spreadsheet/reading/read.ts';
import { readImport } from '../importer.ts';
import { selectCorrections } from '../reading/corrections.ts';
import { formatOf } from '../reading/layout.ts';
import { forgetRows, lockEnded, readRefusedAgain } from './read-again.ts';

type Services = { readonly files: Files; readonly jobs: Pick<JobQueue, 'kick'> };

export const importCorrectionHandlers = ({ files, jobs }: Services): Handlers<typeof contract> => ({
  row: async ({ db, user, params: { udid, id } }) => {
    const file = await readImport(db, user, udid);
    const { sheet, row, cells } = await readRefusedRow(db, file.id, id);
    return { sheet, row, cells };
  },

  list: async ({ db, user, params: { udid } }) => {
    const file = await readImport(db, user, udid);
    const first = (column: 'before' | 'after') => sql<string>`left(${sql.ref(column)}, ${MAX_SHOWN + 1})`.as(column);
    const corrections = await selectCorrections(db, file.id)
      .select([first('before'), first('after')])
      .select(
        sql<boolean>`${file.operation_id === null}::boolean or exists (select from import_errors errors
          where errors.import_id = import_corrections.import_id and errors.position = import_corrections.position)`.as(
          'is_removable',
        ),
      )
      .execute();
    return corrections.map(({ before, after, ...cell }) => ({ ...cell, before: cut(before), after: cut(after) }));
  },

  store: async ({ db, user, act, body: { udid, id, cells } }) => {
    await inTransaction(db, act, async (trx) => {
      const file = await readImport(trx, user, udid);
      await lockEnded(trx, files, file.id);
      const row = await readRefusedRow(trx, file.id, id);
      await saveCorrections(trx, file.id, row, cells);
      // Corrected rows are reviewed even if the file was saved without a review: they may remove a part.
      await sql`
        update imports set auto_apply = false, phase = case phase when 'import' then 'review' else phase end
        where id = ${file.id}`.execute(trx);
      await readRefusedAgain(trx, file.id);
    });
    jobs.kick();
    return readImport(db, user, udid);
  },

  remove: async ({ db, user, act, body: { udid, id } }) => {
    await inTransaction(db, act, async (trx) => {
      const { id: import_id } = await readImport(trx, user, udid);
      const { operation_id } = await lockEnded(trx, files, import_id);
      const { position } = await trx
        .deleteFrom('import_corrections')
        .where('id', '=', id)
        .where('import_id', '=', import_id)
        .returning('position')
        .executeTakeFirstOrThrow(notFound);
      if (await isRefused(trx, import_id, position)) return readRefusedAgain(trx, import_id);
      if (operation_id !== null)
        throw new Failure(409, 'Una parte del archivo ya entró: dejá afuera el cambio, o corregí la pieza');
      await forgetRows(trx, import_id);
      return queueAgain(trx, import_id);
    });
    jobs.kick();
    return readImport(db, user, udid);
  },
});

async function isRefused(db: Db, importId: number, position: number): Promise<boolean> {
  const error = await db
    .selectFrom('import_errors')
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return error !== undefined;
}

type RefusedRow = {
  readonly sheet: string;
  readonly row: number;
  readonly position: number;
  readonly cells: RowCell[];
};

/** The row of an error, with all its errors. Only the first of them has the cells. */
async function readRefusedRow(db: Db, importId: number, errorId: number): Promise<RefusedRow> {
  const { position } = await db
    .selectFrom('import_errors')
    .where('id', '=', errorId)
    .where('import_id', '=', importId)
    .select('position')
    .executeTakeFirstOrThrow(notFound);
  const errors = await db
    .selectFrom('import_errors')
    .where('import_id', '=', importId)
    .where('position', '=', position)
    .select(['sheet', 'row', 'format', 'column', 'title', 'reason', 'cells'])
    .orderBy('id')
    .execute();
  const [first] = errors;
  const format = first && (first.format ?? formatOf(first.sheet));
  if (!first || !format || position === null)
    throw new Failure(409, 'Este error no es de una fila del archivo: no hay qué corregir en él');
  const cells = IMPORT_SHEETS[format].map((column, index): RowCell => {
    const of = errors.filter((error) => error.column === column);
    return {
      column,
      title: of[0]?.title ?? null,
      value: keptText(first.cells[index] ?? ''),
      reason: of.length > 0 ? of.map(({ reason }) => reason).join('. ') : null,
    };
  });
  return { sheet: first.sheet, row: first.row, position, cells };
}

/** Cuts long texts, which every column refuses: a file may have cells of a megabyte. */
const keptText = (cell: KeptCell) =>
  storable(cellText(typeof cell === 'object' ? new Date(cell.date) : cell).slice(0, MAX_CELL));

/** Characters of a corrected cell in the list. The file of errors has the whole text. */
const MAX_SHOWN = 200;
const cut = (text: string) => (text.length > MAX_SHOWN ? storable(`${text.slice(0, MAX_SHOWN)}…`) : text);

/** Keeps the text of the file in `before`. Deletes the correction of a cell that gets this text back. */
async function saveCorrections(
  db: Db,
  importId: number,
  { sheet, row, position, cells }: RefusedRow,
  corrected: readonly { readonly column: string; readonly value: string }[],
): Promise<void> {
  const changed = new Map(
    corrected.map(({ column, value }) => {
      const cell = cells.find((one) => one.column === column);
      if (!cell) throw new Failure(422, `La hoja «${sheet}» no tiene la columna «${column}»`);
      return [column, { column, title: cell.title, before: cell.value, after: value }] as const;
    }),
  );
  const different = [...changed.values()].filter(({ before, after }) => before !== after);
  if (different.length === 0) throw new Failure(422, 'No cambiaste ninguna celda');
  await sql`insert into import_corrections (import_id, sheet, row, position, "column", title, before, after)
    select ${importId}::int, ${sheet}::text, ${row}::int, ${position}::int, "column", title, before, after
    from ${given(different, { column: 'text', title: 'text', before: 'text', after: 'text' })}
    on conflict (import_id, position, "column") do update set after = excluded.after`.execute(db);
  await db
    .deleteFrom('import_corrections')
    .where('import_id', '=', importId)
    .whereRef('before', '=', 'after')
    .execute();
  const { count } = await db
    .selectFrom('import_corrections')
    .where('import_id', '=', importId)
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  if (count > MAX_CORRECTIONS)
    throw new Failure(
      409,
      `Un archivo admite hasta ${formatNumber(MAX_CORRECTIONS)} celdas corregidas: corregilo en tu programa y volvé a subirlo`,
    );
}
