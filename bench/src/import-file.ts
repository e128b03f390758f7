import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { IMPORT_SHEETS, type ImportSheet } from '../../contract/dist/importer.js';
import { type Sheet, writeWorkbook } from '../../server/dist/spreadsheet/writing/write.js';

export type Cells = readonly (string | number | null)[];
export type Contents = { readonly [K in ImportSheet]?: Iterable<Cells> };

const BATCH = 1_000;

/** Writes a workbook in the import format. */
export async function writeImport(path: string, contents: Contents): Promise<void> {
  const sheets = Object.entries({ Piezas: [], ...contents }).map(([name, rows]): Sheet => {
    const columns = IMPORT_SHEETS[name as ImportSheet].map((header) => ({ header, width: 12 }));
    return { name, columns, rows: inBatches(rows) };
  });
  await pipeline(writeWorkbook(sheets), createWriteStream(path, { mode: 0o644 }));
}

function* inBatches(rows: Iterable<Cells>): Generator<Cells[]> {
  let batch: Cells[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

export const count = (length: number) => Array.from({ length }, (_, index) => index);
