import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chooseWorkbooks, openImporter, workbook } from './support/importer.ts';
import { PHONE, test } from './support/journey.ts';
import { createMaker, whileLocked } from './support/makers.ts';
import { downloadFile, holdFiles, holdRequests, isWorkbook } from './support/page.ts';
import { expectEnded } from './support/waiting.ts';

const row = (page: Page, name: string) => page.locator('[data-row]', { hasText: name });
const rows = (page: Page) => page.getByRole('region', { name: 'Archivos' }).locator('tbody tr[data-row]');
const detail = (page: Page) => page.getByRole('dialog');
const processing = /Procesando [\d.]+ de [\d.]+ filas/;

const savedBy = (page: Page, button: string) =>
  downloadFile(page, () => page.getByRole('button', { name: button }).click());

async function confirm(page: Page, question: RegExp, action: string) {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();
}

describe('a manufacturer', () => {
  test('who never uploaded anything gets instructions, a template and a base to start from', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Primera Vez');
    const page = await openImporter(open, maker);
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    const template = await savedBy(page, 'Planilla modelo');
    expect(template.name).toMatch(/\.xlsx$/);
    expect(isWorkbook(template.content)).toBe(true);
    await page.getByText('Se descargó Planilla modelo').waitFor();

    await page.getByText('Cómo es la planilla').click();
    await page.getByText('Código equivalente', { exact: true }).waitFor();
    await page.getByText('Una celda en blanco deja lo que ya está cargado; (vacío) lo borra.').waitFor();

    await page.getByRole('button', { name: 'Base para Importación' }).click();
    const base = await savedBy(page, 'Descargar');
    expect(base.name).toMatch(new RegExp(`^for_importer_.*_${maker.brand}_`));
    expect(isWorkbook(base.content)).toBe(true);
  });

  test('finds the progress bar again after a reload, and sees the import end', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Paciencia');
    const page = await openImporter(open, maker);
    const codes = ['LENTO-1', 'LENTO-2', 'LENTO-3', 'LENTO-4'];
    const file = await workbook('lento.xlsx', { Piezas: codes.map((code) => maker.part(code)) });
    await whileLocked(demo, maker, 'LENTO-3', async () => {
      await chooseWorkbooks(page, file);
      await row(page, file.name).getByText(processing).waitFor();
      await page.reload();
      await row(page, file.name).getByText(processing).waitFor();
      await row(page, file.name)
        .getByRole('progressbar', { name: 'Avance de lento.xlsx' })
        .waitFor({ state: 'attached' });
      await row(page, file.name).click();
      await detail(page).getByText(processing).first().waitFor();
    });
    await expectEnded(detail(page), 'Completado: 3 nuevas, 1 modificada, 0 sin cambios');
    await detail(page).getByText('Entraron todas las filas').waitFor();
    await page.keyboard.press('Escape');
    await expectEnded(row(page, file.name), 'Completado: 3 nuevas, 1 modificada, 0 sin cambios');
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('has each file once in the queue, and cancels one to let the next go on', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Apuro');
    const page = await openImporter(open, maker);
    const first = await workbook('primero.xlsx', {
      Piezas: ['PRI-1', 'PRI-2', 'PRI-3'].map((code) => maker.part(code)),
    });
    const second = await workbook('segundo.xlsx', { Piezas: [maker.part('SEG-1')] });
    await whileLocked(demo, maker, 'PRI-3', async () => {
      await chooseWorkbooks(page, first, second);
      await row(page, first.name).getByText(processing).waitFor();
      await row(page, second.name).getByText('En cola').waitFor();
      await chooseWorkbooks(page, second);
      await page.getByText('segundo.xlsx: ese archivo ya está en cola').waitFor();
      await expect.poll(() => rows(page).count()).toBe(2);
      await page.getByRole('button', { name: 'Cancelar la importación de primero.xlsx' }).click();
      await confirm(page, /^¿Cancelar la importación/, 'Cancelar importación');
      await page.getByText('Importación cancelada').waitFor();
      await row(page, first.name)
        .getByText(/^Cancelado/)
        .waitFor();
    });
    await expectEnded(row(page, second.name), 'Completado: 1 nueva, 0 modificadas, 0 sin cambios');
    await page.getByRole('button', { name: /^Cancelar la importación/ }).waitFor({ state: 'detached' });

    await page.getByLabel('Filtrar Estado').selectOption('Cancelado');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Filtrar Archivo').fill('segundo');
    await page.getByText('Ningún archivo coincide con los filtros').waitFor();
  });

  test('retries an upload that the connection cut, and is asked before leaving it', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Cortes');
    const page = await openImporter(open, maker);
    await page.route('**/files/store', (route) => route.abort());
    const file = await workbook('cortado.xlsx', { Piezas: [maker.part('CORTE-1')] });
    await chooseWorkbooks(page, file);
    await page.getByText(/No hay conexión con el servidor/).waitFor();
    await page.unroute('**/files/store');
    const answer = await holdRequests(page, '**/files/store', (route) => route.continue());
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('button', { name: 'Cancelar la subida de cortado.xlsx' }).waitFor();
    await page.getByRole('link', { name: 'Piezario' }).click();
    await page
      .getByRole('dialog', { name: '¿Salir y cortar la subida?' })
      .getByRole('button', { name: 'Seguir subiendo' })
      .click();
    answer();
    await expectEnded(row(page, file.name), 'Completado: 1 nueva, 0 modificadas, 0 sin cambios');
  });

  test('drops a file anywhere on the screen', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Ratón');
    const page = await openImporter(open, maker);
    const file = await workbook('soltado.xlsx', { Piezas: [maker.part('SOLTADO-1')] });
    const transfer = await holdFiles(page, [file]);
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Soltá las planillas para subirlas').waitFor();
    await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
    await expectEnded(row(page, file.name), 'Completado: 1 nueva');
    await page.getByText('Soltá las planillas para subirlas').waitFor({ state: 'detached' });
  });

  test('sees no file of another manufacturer', async ({ open, demo }) => {
    const [one, other] = [await createMaker(demo, 'Uno Solo'), await createMaker(demo, 'Otro Solo')];
    const page = await openImporter(open, one);
    await chooseWorkbooks(page, await workbook('de-uno.xlsx', { Piezas: [one.part('UNO-1')] }));
    await expectEnded(row(page, 'de-uno.xlsx'), 'Completado');
    await row(page, 'de-uno.xlsx').click();
    await detail(page).getByText('Entraron todas las filas').waitFor();
    const link = new URL(page.url());

    const stranger = await openImporter(open, other);
    await stranger.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    await stranger.goto(link.pathname + link.search);
    await stranger.getByText('No encontramos el archivo').waitFor();
  });
});

test('on a phone, files are cards', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'De Bolsillo');
  const page = await openImporter(open, maker, { viewport: PHONE, hasTouch: true });
  await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
  await chooseWorkbooks(
    page,
    await workbook('bolsillo.xlsx', { Piezas: [maker.part('BOLSILLO-9'), maker.part('B', 'Nada')] }),
  );
  await expectEnded(row(page, 'bolsillo.xlsx'), 'Completado con 1 error');
  await page.getByRole('button', { name: 'Ver errores de bolsillo.xlsx' }).tap();
  await row(page, 'Nada').waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
});
