import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chooseWorkbooks, openImporter, workbook } from './support/importer.ts';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { downloadFile, isWorkbook } from './support/page.ts';
import { PRODUCT } from './support/parts.ts';
import { expectNotice } from './support/waiting.ts';

const row = (page: Page, name: string) => page.locator('[data-row]', { hasText: name });
const detail = (page: Page) => page.getByRole('dialog');

const savedBy = (page: Page, button: string) =>
  downloadFile(page, () => page.getByRole('button', { name: button }).click());

async function confirm(page: Page, question: RegExp, action: string) {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();
}

describe('a manufacturer', () => {
  test('sees the good rows go in and reads why the others did not', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Errores');
    const page = await openImporter(open, maker);
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    const file = await workbook('piezas y más.xlsx', {
      Piezas: [maker.part('IMP-1'), maker.part('IMP-2'), maker.part('IMP-3', 'Producto inventado'), maker.part('')],
      Atributos: [
        [maker.brand, PRODUCT, 'IMP-1', 'Altura', '93', 'mm'],
        [maker.brand, PRODUCT, 'NO-EXISTE', 'Altura', '93', 'mm'],
      ],
    });
    await chooseWorkbooks(page, file);
    await page.getByText('piezas y más.xlsx: archivo recibido').waitFor();
    const done = row(page, file.name).filter({
      hasText: 'Completado con 3 errores: 3 nuevas, 0 modificadas, 0 sin cambios',
    });
    await done.waitFor();
    expect(await done.getByRole('progressbar').count()).toBe(0);

    await page.getByRole('button', { name: 'Ver errores de piezas y más.xlsx' }).click();
    await page.waitForURL(/file=/);
    const errors = detail(page).locator('tbody tr[data-row]');
    await errors.nth(2).waitFor();
    await expect.poll(() => errors.count()).toBe(3);
    await detail(page).getByLabel('Filtrar Valor').fill('inventado');
    await expect.poll(() => errors.count()).toBe(1);
    const cells = await errors.first().locator('td').allInnerTexts();
    expect(cells.slice(0, 4)).toEqual(['Piezas', '4', 'Producto', 'Producto inventado']);
    await detail(page).getByRole('button', { name: 'Limpiar filtros' }).click();
    await detail(page).getByLabel('Filtrar Hoja').fill('Atributos');
    await errors.filter({ hasText: 'NO-EXISTE' }).waitFor();
    await expect.poll(() => errors.count()).toBe(1);

    await page.reload();
    await errors.nth(2).waitFor();
    const failed = await savedBy(page, 'Descargar filas con errores');
    expect(failed.name).toMatch(/\.xlsx$/);
    expect(isWorkbook(failed.content)).toBe(true);
    await page.getByText('Se descargó Filas con errores').waitFor();

    await detail(page).getByRole('button', { name: 'Quitar de la lista' }).click();
    await confirm(page, /^¿Quitar de la lista “piezas y más.xlsx”\?/, 'Quitar de la lista');
    await expectNotice(page, 'Importación quitada de la lista');
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('');
  });

  test('is told what is wrong with a file before it is sent, or after', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Prisa');
    const page = await openImporter(open, maker);
    const plain = { mimeType: '', buffer: Buffer.from('hola') };
    await chooseWorkbooks(page, { ...plain, name: 'lista.pdf' }, { ...plain, name: 'disfrazado.xlsx' });
    const uploads = page.getByRole('list', { name: 'Archivos que se están subiendo' }).getByRole('listitem');
    await uploads
      .filter({ hasText: 'No es una planilla: se importan archivos .xlsx, .xls, .xlsm, .ods, .csv o .tsv.' })
      .waitFor();
    await uploads.filter({ hasText: 'disfrazado.xlsx' }).getByRole('alert').waitFor();
    expect(await uploads.getByRole('button', { name: 'Reintentar' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Quitar lista.pdf' }).click();
    await page.getByRole('button', { name: 'Quitar disfrazado.xlsx' }).click();
    expect(await uploads.count()).toBe(0);
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
  });
});
