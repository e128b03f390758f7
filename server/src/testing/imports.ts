import { buffer } from 'node:stream/consumers';
import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS, type ImportFile, type ImportMode, type ImportSheet } from '@piezario/contract/importer';
import { expect, vi } from 'vitest';
import { type Sheet, writeWorkbook } from '../spreadsheet/writing/write.ts';
import type { Row } from '../spreadsheet/writing/write-cells.ts';
import type { Client } from './client.ts';

/** Rows by sheet, in the columns of the format. */
export type Rows = { readonly [K in ImportSheet]?: readonly Row[] };

export const asFile = (bytes: Uint8Array, name: string) => new File([Uint8Array.from(bytes)], name);

/** A workbook with exactly these sheets, the first row of each being its titles. */
export async function makeSheets(
  sheets: Readonly<Record<string, readonly Row[]>>,
  name = 'piezas.xlsx',
): Promise<File> {
  const written = Object.entries(sheets).map(
    ([sheet, [titles = [], ...rows]]): Sheet => ({
      name: sheet,
      columns: titles.map((title) => ({ header: String(title ?? ''), width: 12 })),
      rows: [rows],
    }),
  );
  return asFile(await buffer(writeWorkbook(written)), name);
}

/** A workbook in the format, with these rows. */
export const makeWorkbook = ({ Piezas = [], ...others }: Rows, name?: string): Promise<File> => {
  const sheets = Object.entries({ Piezas, ...others }) as [ImportSheet, readonly Row[]][];
  return makeSheets(Object.fromEntries(sheets.map(([sheet, rows]) => [sheet, [IMPORT_SHEETS[sheet], ...rows]])), name);
};

type Options = { readonly mode?: ImportMode; readonly replace?: string };

export const upload = (client: Client, file: File, options: Options = {}) =>
  client.call(api.importer.store, { body: { attachment: file, ...options } });

const isOver = ({ state }: ImportFile) => state !== 'queued' && state !== 'running';

/** Waits until an import is not queued or running any more, and returns it. */
export async function finished(client: Client, { udid }: Pick<ImportFile, 'udid'>, timeout = 200_000) {
  return vi.waitFor(
    async () => {
      const file = await client.call(api.importer.show, { params: { udid } });
      expect(file, 'It is still running').toSatisfy(isOver);
      return file;
    },
    { timeout, interval: 50 },
  );
}

/** Uploads a file and waits until its import is over. */
export const importFile = async (client: Client, file: File) => finished(client, await upload(client, file));

const query = { page: 1, size: 200, filters: [], sort: [{ column: 'id', descending: false }] };

/** Uploads a file for review and waits until the review is ready. */
export const reviewFile = async (client: Client, file: File, options: Options = {}) =>
  finished(client, await upload(client, file, { mode: 'preview', ...options }));

/** Applies the accepted changes and waits until the import is over. */
export const applyReview = async (client: Client, { udid }: Pick<ImportFile, 'udid'>, confirmed?: 1) =>
  finished(client, await client.call(api.importReview.apply, { body: { udid, ...(confirmed && { confirmed }) } }));

/** The first 200 changes of a review, as «sheet row code action name: field before→after (marks)». */
export async function changesOf(client: Client, { udid }: Pick<ImportFile, 'udid'>): Promise<string[]> {
  const { data } = await client.call(api.importReview.changes, { params: { udid }, query });
  return data.map(({ sheet, row, code, action, name, fields, suspicion, accepted }) => {
    const told = fields.map(({ field, before, after }) => `${field} ${before ?? ''}→${after ?? ''}`);
    const marks = [...(suspicion ? [suspicion] : []), ...(accepted ? [] : ['left out'])];
    return `${sheet} ${row ?? '-'} ${code} ${action} ${name}: ${told.join(', ')}${marks.length > 0 ? ` (${marks.join(', ')})` : ''}`;
  });
}

/** The first 200 errors of an import, as «sheet row column «value»: reason». */
export async function errorsOf(client: Client, { udid }: Pick<ImportFile, 'udid'>): Promise<string[]> {
  const { data } = await client.call(api.importer.errors, { params: { udid }, query });
  return data.map(({ sheet, row, column, value, reason }) => `${sheet} ${row} ${column} «${value}»: ${reason}`);
}
