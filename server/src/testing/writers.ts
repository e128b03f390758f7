import { type CellObject, utils, write } from '@e965/xlsx';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import { asFile, makeSheets } from './imports.ts';
import { saveInLibreOffice } from './written-workbook.ts';

/** Sheets by name; the first row of each has the titles. */
export type Sheets = Readonly<Record<string, readonly Row[]>>;

/** What the first sheet has besides plain values: cells by their reference, and merged ranges. */
type More = { readonly cells?: Readonly<Record<string, CellObject>>; readonly merged?: readonly string[] };

export function writeBySheetJs(
  sheets: Sheets,
  kind: 'xlsx' | 'xls' | 'ods',
  { cells = {}, merged = [] }: More = {},
): File {
  const book = utils.book_new();
  for (const [name, rows] of Object.entries(sheets)) {
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows.map((row) => [...row])), name);
  }
  const first = book.Sheets[book.SheetNames[0] ?? ''];
  Object.assign(first ?? {}, cells, { '!merges': merged.map((range) => utils.decode_range(range)) });
  return asFile(write(book, { type: 'buffer', bookType: kind === 'xls' ? 'biff8' : kind }), `a.${kind}`);
}

async function writeByLibreOffice(sheets: Sheets, kind: 'xlsx' | 'xls' | 'ods'): Promise<File> {
  const bytes = await (await makeSheets(sheets)).arrayBuffer();
  return asFile(await saveInLibreOffice(new Uint8Array(bytes), kind), `a.${kind}`);
}

type Writer = readonly [program: string, write: (sheets: Sheets) => Promise<File>];

/** Several programs that write the same workbook. Tests are skipped for programs that are not installed. */
export const WRITERS: readonly Writer[] = [
  ['Piezario', (sheets) => makeSheets(sheets)],
  ['SheetJS as .xls', async (sheets) => writeBySheetJs(sheets, 'xls')],
  ['SheetJS as .xlsx', async (sheets) => writeBySheetJs(sheets, 'xlsx')],
  ['SheetJS as .ods', async (sheets) => writeBySheetJs(sheets, 'ods')],
  ['LibreOffice as .xlsx', (sheets) => writeByLibreOffice(sheets, 'xlsx')],
  ['LibreOffice as .xls', (sheets) => writeByLibreOffice(sheets, 'xls')],
  ['LibreOffice as .ods', (sheets) => writeByLibreOffice(sheets, 'ods')],
];
