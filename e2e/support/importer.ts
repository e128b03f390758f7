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

/** From now on, what is uploaded on this screen is applied without a review. */
export async function applyAtOnce(page: Page) {
  await page.getByRole('button', { name: 'Opciones de la subida' }).click();
  await page.getByRole('checkbox', { name: 'Revisar antes de aplicar' }).uncheck();
  await page.keyboard.press('Escape');
  await page.getByText('Lo que subas se aplica en seguida, sin revisión.').waitFor();
}

/** A spreadsheet to upload. */
export async function workbook(name: string, rows: Rows) {
  const file = await makeWorkbook(rows, name);
  return { name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

export const chooseWorkbooks = (page: Page, ...files: Awaited<ReturnType<typeof workbook>>[]) =>
  chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), files);
