import { makeWorkbook, type Rows } from '@piezario/server/testing/imports';
import type { Page } from 'playwright-core';
import type { Open, Options } from './journey.ts';
import type { Maker } from './makers.ts';
import { chooseFiles } from './page.ts';

export async function openImporter(open: Open, maker: Maker, options: Options = {}) {
  const page = await open('/import', { as: maker, ...options });
  await page.getByRole('heading', { name: 'Importador' }).waitFor();
  return page;
}

/** From now on, this person reviews every file that is uploaded in this browser. */
export async function reviewAlways(page: Page) {
  await page.getByRole('button', { name: 'Opciones de la subida' }).click();
  await page.getByRole('checkbox', { name: 'Revisar siempre' }).check();
  await page.keyboard.press('Escape');
  await page.getByText('Lo que subas no cambia nada hasta que lo revises y lo apliques.').waitFor();
}

/** A spreadsheet to upload. */
export async function workbook(name: string, rows: Rows) {
  const file = await makeWorkbook(rows, name);
  return { name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

export const chooseWorkbooks = (page: Page, ...files: Awaited<ReturnType<typeof workbook>>[]) =>
  chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), files);
