import type { Download } from '@piezario/contract/endpoint';
import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import type { Db } from '../db/connection/connect.ts';
import type { KeptCell } from '../db/schema.ts';
import { type Sheet, writeWorkbook, XLSX } from '../spreadsheet/writing/write.ts';
import type { Cell, Row } from '../spreadsheet/writing/write-cells.ts';
import { listCorrections } from './reading/corrections.ts';
import { CORRECTIONS_SHEET, formatOf, REASON_COLUMN } from './reading/layout.ts';

const BATCH = 1_000;
const WIDTH = 18;
const REASON_WIDTH = 80;

/**
 * A workbook in the import format with the rows that have errors and a column with the reasons, to be corrected and
 * uploaded again. A sheet lists the cells that were corrected in the review.
 */
export const writeErrors = (db: Db, { id, name }: { id: number; name: string }): Download => ({
  name: `errores_${name.replace(/\.\w+$/, '')}.xlsx`,
  type: XLSX,
  content: writeWorkbook(errorSheets(db, id)),
});

async function* errorSheets(db: Db, importId: number): AsyncGenerator<Sheet> {
  const found = await db
    .selectFrom('import_errors')
    .where('import_id', '=', importId)
    .select(['sheet', 'format'])
    .distinct()
    .execute();
  for (const format of Object.keys(IMPORT_SHEETS) as ImportSheet[]) {
    const sheets = found.filter((one) => (one.format ?? formatOf(one.sheet)) === format).map(({ sheet }) => sheet);
    // An import file needs a sheet of parts.
    if (sheets.length === 0 && format !== 'Piezas') continue;
    const columns = IMPORT_SHEETS[format].map((header) => ({ header, width: WIDTH }));
    yield {
      name: format,
      columns: [...columns, { header: REASON_COLUMN, width: REASON_WIDTH }],
      rows: errorRows(db, importId, format, sheets, columns.length),
    };
  }
  const corrected = await listCorrections(db, importId);
  if (corrected.length === 0) return;
  yield {
    name: CORRECTIONS_SHEET,
    columns: ['Hoja', 'Fila', 'Columna', 'Antes', 'Ahora'].map((header) => ({ header, width: WIDTH })),
    rows: [corrected.map(({ sheet, row, column, before, after }): Row => [sheet, row, column, before, after])],
  };
}

type ErrorRow = { readonly cells: readonly KeptCell[]; readonly reasons: string[] };

async function* errorRows(
  db: Db,
  importId: number,
  format: ImportSheet,
  sheets: readonly string[],
  columns: number,
): AsyncGenerator<Row[]> {
  let last = 0;
  let open: ErrorRow | null = null;
  const write = ({ cells, reasons }: ErrorRow) => [
    ...Array.from({ length: columns }, (_, index) => writtenCell(cells[index] ?? '')),
    reasons.join('; '),
  ];
  while (sheets.length > 0) {
    const errors = await db
      .selectFrom('import_errors')
      .where('import_id', '=', importId)
      .where('sheet', 'in', sheets)
      .where((eb) => eb.or([eb('format', 'is', null), eb('format', '=', format)]))
      .where('id', '>', last)
      // Errors without a row of the file have nothing to correct.
      .where('row', '>', 0)
      .select(['id', 'column', 'reason', 'cells'])
      .orderBy('id')
      .limit(BATCH)
      .execute();
    const done: Row[] = [];
    for (const { id, column, reason, cells } of errors) {
      // Only the first error of a row has its cells.
      if (cells.length > 0) {
        if (open) done.push(write(open));
        open = { cells, reasons: [] };
      }
      open?.reasons.push(`${column}: ${reason}`);
      last = id;
    }
    yield done;
    if (errors.length < BATCH) break;
  }
  if (open) yield [write(open)];
}

/** Noon is on the same day in every time zone. */
const writtenCell = (cell: KeptCell): Cell => (typeof cell === 'object' ? new Date(`${cell.date}T12:00Z`) : cell);
