import { readDownload } from '@piezario/server/testing/exports';
import { importFile, makeWorkbook, reviewFile } from '@piezario/server/testing/imports';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  brandOf,
  CODES,
  changes,
  detail,
  isInCatalogue,
  kind,
  press,
  row,
  storeParts,
} from './support/import-review-journeys.ts';
import { chooseWorkbooks, openImporter, reviewAlways, workbook } from './support/importer.ts';
import { PHONE, test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { holdRequests } from './support/page.ts';
import { PRODUCT } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

const confirm = (page: Page, question: string, action: string) =>
  page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();

describe('a manufacturer', () => {
  test('says which product an unknown name means, and its rows are imported', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Apellido');
    const page = await openImporter(open, maker);
    await reviewAlways(page);
    const wrong = ['ASE-1', 'ASE-2'].map((code) => maker.part(code, 'Filtro de aseite'));
    const rows = [maker.part('ASE-3'), ...wrong, maker.part('ASE-4', 'Cosa rara')];
    await chooseWorkbooks(page, await workbook('mal escrito.xlsx', { Piezas: rows }));
    await press(page, 'Revisar mal escrito.xlsx');
    await page.getByText('Errores: 3', { exact: true }).click();
    await press(page, 'Leer «Cosa rara» como otro…');
    await page.getByRole('dialog', { name: '¿Qué es «Cosa rara»?' }).getByRole('combobox').fill(PRODUCT);
    await page.getByRole('option', { name: PRODUCT, exact: true }).click();
    await press(page, `Leer como ${PRODUCT}`);
    await page.getByText('Errores: 2', { exact: true }).waitFor();
    const groups = page.getByRole('list', { name: 'Errores que se repiten' }).getByRole('listitem');
    await groups.filter({ hasText: 'Filtro de aseite' }).filter({ hasText: '2 filas' }).waitFor();
    await page.getByRole('checkbox', { name: 'Recordar para los próximos archivos' }).check();
    await press(page, `Leer «Filtro de aseite» como ${PRODUCT}`);
    await page.getByText('Se leen de nuevo las filas con errores').waitFor();
    await press(page, 'Aplicar 4 cambios');
    await expectEnded(detail(page), 'Completado: 4 nuevas');
    await page.getByText('Entraron todas las filas').waitFor();

    await page.keyboard.press('Escape');
    // Opened by keyboard, because a notice covers the buttons.
    await page.getByRole('button', { name: 'Opciones de la subida' }).press('Enter');
    await page.getByRole('button', { name: 'Valores recordados' }).press('Enter');
    await press(page, 'Olvidar Filtro de aseite');
    await page.getByText('No hay valores recordados').waitFor();
  });

  test('is asked before parts are removed, and changes that were discarded do nothing', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Goma');
    const client = await storeParts(demo, maker);
    const removal = { Piezas: [[...maker.part('ORD-1'), 'QUITAR']] };
    const first = await reviewFile(client, await makeWorkbook(removal, 'descartado.xlsx'));
    const page = await open(`/import?file=${first.udid}`, { as: maker });
    await press(page, 'Descartar');
    await confirm(page, '¿Descartar los cambios de “descartado.xlsx”?', 'Descartar');
    await detail(page).getByText('Cancelado: no cambió nada').waitFor();

    const second = await reviewFile(client, await makeWorkbook(removal, 'quitar.xlsx'));
    await page.goto(`/import?file=${second.udid}`);
    await changes(page).filter({ hasText: 'ORD-1' }).filter({ hasText: 'Se quita' }).waitFor();
    await press(page, 'Aplicar 1 cambio');
    await confirm(page, '¿Aplicar y quitar 1 pieza?', 'Aplicar');
    await expectEnded(detail(page), /^Completado: .*1 quitada/);
  });

  test('is asked before more than half of the rows to replace are removed', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Reemplazo');
    const client = await storeParts(demo, maker);
    const cross = (code: string) => [maker.brand, PRODUCT, 'ORD-1', 'Fiat', code];
    await importFile(client, await makeWorkbook({ Equivalencias: ['E1', 'E2', 'E3', 'E4'].map(cross) }));
    const page = await openImporter(open, maker);
    await press(page, 'Opciones de la subida');
    await page.getByRole('checkbox', { name: 'Equivalencias' }).check();
    await page.keyboard.press('Escape');
    await page.getByText('Lo que subas reemplaza las equivalencias de las piezas que nombra').waitFor();
    await chooseWorkbooks(page, await workbook('reemplazo.xlsx', { Equivalencias: [cross('E1')] }));
    await press(page, 'Revisar reemplazo.xlsx');
    await page.getByText('Reemplaza las equivalencias de las piezas que nombra.').waitFor();
    await press(page, 'Aplicar 3 cambios');
    await page.getByText(/más de la mitad/).waitFor();
    await confirm(page, '¿Aplicar igual?', 'Aplicar igual');
    await expectEnded(detail(page), /^Completado: .*3 quitadas/);
  });
});

test('on a phone, changes are cards that can be left out', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'De Cartera');
  const { client } = await brandOf(demo, maker);
  const { udid } = await reviewFile(client, await makeWorkbook({ Piezas: CODES.map((code) => maker.part(code)) }));
  const page = await open(`/import?file=${udid}`, { as: maker, viewport: PHONE, hasTouch: true });
  await page.getByRole('checkbox', { name: 'Seleccionar Piezas ORD-2' }).tap();
  await page.getByRole('button', { name: 'Dejar afuera' }).tap();
  await row(page, 'ORD-2').getByText('No se aplica').waitFor();
  await page.getByRole('button', { name: 'Aplicar 5 cambios' }).waitFor();
  await page.getByRole('button', { name: 'Incluir' }).tap();
  await page.getByRole('button', { name: 'Aplicar 6 cambios' }).waitFor();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
});

/** The box shows its new state a moment after the click, which `uncheck()` does not wait for. */
async function leaveOut(box: Locator) {
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(false);
}

describe('a manufacturer', () => {
  test('has a plain file applied at once, and reviews every file once they asked for it', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Confianza');
    await storeParts(demo, maker);
    const page = await openImporter(open, maker);
    await chooseWorkbooks(page, await workbook('simple.xlsx', { Piezas: [maker.part('SIM-1'), maker.part('ORD-1')] }));
    await expectEnded(row(page, 'simple.xlsx'), 'Completado: 1 nueva, 1 modificada, 0 sin cambios');
    await chooseWorkbooks(page, await workbook('quita.xlsx', { Piezas: [[...maker.part('ORD-2'), 'QUITAR']] }));
    await row(page, 'quita.xlsx').getByText('Para revisar: 1 se quita', { exact: true }).waitFor();

    await reviewAlways(page);
    await page.reload();
    await page.getByText('Lo que subas no cambia nada hasta que lo revises y lo apliques.').waitFor();
    await chooseWorkbooks(page, await workbook('otra.xlsx', { Piezas: [maker.part('SIM-2')] }));
    await row(page, 'otra.xlsx').getByText('Para revisar: 1 nueva', { exact: true }).waitFor();
  });
});

test('a kind of change that was left out stays so when an older read arrives late', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Dos Clics');
  const client = await storeParts(demo, maker);
  const rows = CODES.map((code) => maker.part(code).with(5, 'NO'));
  const { udid } = await reviewFile(client, await makeWorkbook({ Piezas: rows }));
  const page = await open(`/import?file=${udid}`, { as: maker });
  const box = (name: string) => kind(page, name).getByRole('checkbox');
  await box('Piezas · Habilitada').waitFor();

  const [asked, answered] = [page.waitForRequest('**/kinds'), page.waitForResponse('**/kinds')];
  const release = await holdRequests(page, '**/kinds', (route) => route.continue());
  await leaveOut(box('Piezas · Habilitada'));
  await asked;
  // The second choice never reaches the server, so that the read still has the state before it.
  await page.route('**/choose', () => {});
  await leaveOut(box('Piezas · Descripción'));
  release();
  await answered;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await box('Piezas · Descripción').isChecked()).toBe(false);
});

describe('a manufacturer', () => {
  test('sees that a column was sorted alone, leaves it out, applies the rest and undoes it', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Cuidado');
    await storeParts(demo, maker);
    const { client, id } = await brandOf(demo, maker);
    const { Piezas = [] } = await readDownload(client, 'for_importer', { brand: id });
    const parts = Piezas.slice(1);
    const sorted = parts.map((cells) => cells[4] ?? null).sort();
    const rows = parts.map((cells, index) => cells.with(4, sorted[index] ?? null));
    const file = await workbook('ordenada.xlsx', {
      Piezas: [...rows.map((cells, index) => cells.with(5, index === 0 ? 'NO' : 'SI')), maker.part('ORD-7')],
    });

    const page = await openImporter(open, maker);
    await page.getByText('Lo que subas se aplica en seguida. Si quita algo o parece raro,').waitFor();
    await chooseWorkbooks(page, file);
    await row(page, file.name).getByText('Para revisar: 1 nueva, 6 modificadas').waitFor();
    await press(page, 'Revisar ordenada.xlsx');
    await page.getByRole('alert').getByText('Parece que se ordenó una sola columna').waitFor();
    await page.getByRole('button', { name: 'Aplicar 8 cambios' }).waitFor();

    await leaveOut(kind(page, 'Piezas · Descripción').getByRole('checkbox'));
    await kind(page, 'Piezas · Descripción').getByText('6 modificadas, no se aplican').waitFor();
    await kind(page, 'Piezas · Habilitada').getByRole('button').click();
    await expect.poll(() => changes(page).count()).toBe(1);
    await changes(page)
      .filter({ hasText: 'ORD-1' })
      .filter({ hasText: /SI.*NO/ })
      .waitFor();
    await press(page, 'Aplicar 2 cambios');
    await expectEnded(detail(page), 'Completado: 1 nueva, 1 modificada');
    await page.getByRole('heading', { name: 'Quedaron afuera 6 cambios' }).waitFor();
    await changes(page).nth(5).waitFor();
    const link = page.url();
    expect(await isInCatalogue(page, id, 'ORD-7')).toBe(true);

    await page.goto(link);
    await press(page, 'Deshacer importación');
    await page.getByText('Se desharían 2 piezas.').waitFor();
    await press(page, 'Deshacer');
    await expectEnded(page, 'Completado: 2 deshechas');
    expect(await isInCatalogue(page, id, 'ORD-7')).toBe(false);
  });
});
