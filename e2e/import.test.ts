import { api } from '@piezario/contract/api';
import { Client } from '@piezario/server/testing/client';
import { makeWorkbook, type Rows } from '@piezario/server/testing/imports';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { chooseFiles, expectAccessible, PHONE, useBrowser } from './support/browser.ts';
import { useDemo } from './support/demo.ts';
import { BRAND, PRODUCT } from './support/parts.ts';
import { isWorkbook, saved } from './support/saved.ts';

const server = useDemo();
const open = useBrowser(server);

const PASSWORD = 'una-clave-larga';
const LONG = { timeout: 180_000 };
/** Imports go on at their own pace, beside everything else that the machine does. */
const PATIENTLY = { timeout: 90_000 };

/** A manufacturer of the test's own, whose files are all there is to see. */
async function createMaker(name: string) {
  const admin = await new Client(await server()).signIn('admin@piezario.demo', 'piezario-demo');
  const email = `${name.toLowerCase().replace(/\W/g, '-')}@example.com`;
  const { id } = await admin.call(api.users.store, { body: { name, email, password: PASSWORD } });
  const brand = (await admin.call(api.brands.json, {})).find((one) => one.name === BRAND);
  await admin.call(api.users.append, { body: { user_id: id, brand: brand?.id ?? 0 } });
  return { name, email };
}

async function openAs({ email }: { email: string }, path = '/import', options?: BrowserContextOptions) {
  const page = await open(`/login?redirect=${encodeURIComponent(path)}`, options);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Clave', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Ingresa' }).click();
  await page.getByRole('heading', { name: 'Importador' }).waitFor();
  return page;
}

/** A spreadsheet as it lies on somebody's disk. */
async function workbook(name: string, rows: Rows) {
  const file = await makeWorkbook(rows, name);
  return { name, mimeType: file.type, buffer: Buffer.from(await file.arrayBuffer()) };
}

const part = (code: string, product = PRODUCT) => [BRAND, null, product, code, `Pieza ${code}`, 'SI', 'NO'];

/** So many rows that there is time to look while they go in. */
const large = (name: string, length = 30_000) =>
  workbook(name, { Piezas: Array.from({ length }, (_, index) => part(`${name}-${index}`)) });

const choose = (page: Page, ...files: Awaited<ReturnType<typeof workbook>>[]) =>
  chooseFiles(page.getByRole('button', { name: 'Subir archivo' }), files);

const row = (page: Page, name: string) => page.locator('[data-row]', { hasText: name });
const rows = (page: Page) => page.getByRole('region', { name: 'Archivos' }).locator('tbody tr[data-row]');
const detail = (page: Page) => page.getByRole('dialog');
const processing = /Procesando [\d.]+ de [\d.]+ filas/;

const savedBy = (page: Page, button: string) => saved(page, () => page.getByRole('button', { name: button }).click());

async function confirm(page: Page, question: RegExp, action: string) {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: action }).click();
}

describe('a manufacturer', () => {
  test('who never uploaded anything is told how, and given what to start from', LONG, async () => {
    const page = await openAs(await createMaker('Primera Vez'));
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    await expectAccessible(page);
    const template = await savedBy(page, 'Planilla modelo');
    expect(template.name).toMatch(/\.xlsx$/);
    expect(isWorkbook(template.content)).toBe(true);
    await page.getByText('Se descargó Planilla modelo').waitFor();

    await page.getByText('Cómo es la planilla').click();
    await page.getByText('Código equivalente', { exact: true }).waitFor();
    await page.getByText('Una celda en blanco deja lo que ya está cargado; (vacío) lo borra.').waitFor();
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Base para Importación' }).click();
    await expectAccessible(page);
    const base = await savedBy(page, 'Descargar');
    expect(base.name).toMatch(new RegExp(`^for_importer_.*_${BRAND}_`));
    expect(isWorkbook(base.content)).toBe(true);
  });

  test('sees the good rows go in and reads why the others did not', LONG, async () => {
    const page = await openAs(await createMaker('Con Errores'));
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    const file = await workbook('piezas y más.xlsx', {
      Piezas: [part('IMP-1'), part('IMP-2'), part('IMP-3', 'Producto inventado'), part('')],
      Atributos: [
        [BRAND, PRODUCT, 'IMP-1', 'Altura', '93', 'mm'],
        [BRAND, PRODUCT, 'NO-EXISTE', 'Altura', '93', 'mm'],
      ],
    });
    await choose(page, file);
    await page.getByText('piezas y más.xlsx: archivo recibido').waitFor();
    const done = row(page, file.name).filter({ hasText: 'Completado con 3 errores: 3 nuevas' });
    await done.waitFor(PATIENTLY);
    expect(await done.getByRole('progressbar').count()).toBe(0);
    await expectAccessible(page);

    await page.getByRole('button', { name: '3: ver los errores de piezas y más.xlsx' }).click();
    await page.waitForURL(/file=/);
    const errors = detail(page).locator('tbody tr[data-row]');
    await errors.nth(2).waitFor();
    expect(await errors.count()).toBe(3);
    await expectAccessible(page);
    await detail(page).getByLabel('Filtrar Valor').fill('inventado');
    await expect.poll(() => errors.count()).toBe(1);
    const cells = await errors.first().locator('td').allInnerTexts();
    expect(cells.slice(0, 4)).toEqual(['Piezas', '4', 'Producto', 'Producto inventado']);
    await detail(page).getByRole('button', { name: 'Limpiar filtros' }).click();
    await detail(page).getByLabel('Filtrar Hoja').selectOption('Atributos');
    await errors.filter({ hasText: 'NO-EXISTE' }).waitFor();
    await expect.poll(() => errors.count()).toBe(1);

    await page.reload();
    await errors.nth(2).waitFor();
    const failed = await savedBy(page, 'Descargar filas con errores');
    expect(failed.name).toMatch(/\.xlsx$/);
    expect(isWorkbook(failed.content)).toBe(true);
    await page.getByText('Se descargó Filas con errores').waitFor();

    await detail(page).getByRole('button', { name: 'Eliminar' }).click();
    await confirm(page, /^¿Eliminar el archivo “piezas y más.xlsx”\?/, 'Eliminar');
    await page.getByText('Archivo eliminado').waitFor();
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  test('finds the bar where it is by now after a reload, and sees it end', LONG, async () => {
    const page = await openAs(await createMaker('Con Paciencia'));
    const file = await large('grande.xlsx');
    await choose(page, file);
    await row(page, file.name).getByText(processing).waitFor(PATIENTLY);
    await page.reload();
    await row(page, file.name).getByText(processing).waitFor();
    await row(page, file.name).getByRole('progressbar', { name: 'Avance de grande.xlsx' }).waitFor();
    await row(page, file.name).click();
    await detail(page).getByText('Completado: 30.000 nuevas, 0 modificadas, 0 sin cambios').waitFor(PATIENTLY);
    await detail(page).getByText('Entraron todas las filas').waitFor();
    await page.keyboard.press('Escape');
    await row(page, file.name).getByText('Completado: 30.000 nuevas').waitFor();
    expect(await rows(page).count()).toBe(1);
  });

  test('has each file once in the queue, and cancels one to let the next go on', LONG, async () => {
    const page = await openAs(await createMaker('Con Apuro'));
    const [first, second] = [
      await large('primero.xlsx', 150_000),
      await workbook('segundo.xlsx', { Piezas: [part('SEG-1')] }),
    ];
    await choose(page, first, second);
    await row(page, second.name).getByText('En cola').waitFor(PATIENTLY);
    await choose(page, second);
    await page.getByText('segundo.xlsx: ese archivo ya está en cola').waitFor();
    await row(page, first.name).getByText(processing).waitFor(PATIENTLY);
    expect(await rows(page).count()).toBe(2);
    await page.getByRole('button', { name: 'Cancelar la importación de primero.xlsx' }).click();
    await expectAccessible(page);
    await confirm(page, /^¿Cancelar la importación/, 'Cancelar importación');
    await page.getByText('Importación cancelada').waitFor();
    await row(page, first.name)
      .getByText(/^Cancelado/)
      .waitFor();
    await row(page, second.name).getByText('Completado: 1 nueva').waitFor(PATIENTLY);
    expect(await page.getByRole('button', { name: /^Cancelar la importación/ }).count()).toBe(0);

    await page.getByLabel('Filtrar Estado').selectOption('Cancelado');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.getByLabel('Filtrar Archivo').fill('segundo');
    await page.getByText('Ningún archivo coincide con los filtros').waitFor();
  });

  test('is told what is wrong with a file before it is sent, or after', LONG, async () => {
    const page = await openAs(await createMaker('Con Prisa'));
    const plain = { mimeType: '', buffer: Buffer.from('hola') };
    await choose(page, { ...plain, name: 'lista.pdf' }, { ...plain, name: 'disfrazado.xlsx' });
    const uploads = page.getByRole('list', { name: 'Archivos que se están subiendo' }).getByRole('listitem');
    await uploads.filter({ hasText: 'No es una planilla: se importan archivos .xlsx o .xls.' }).waitFor();
    await uploads.filter({ hasText: 'disfrazado.xlsx' }).getByRole('alert').waitFor();
    expect(await uploads.getByRole('button', { name: 'Reintentar' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Quitar lista.pdf' }).click();
    await page.getByRole('button', { name: 'Quitar disfrazado.xlsx' }).click();
    expect(await uploads.count()).toBe(0);
    await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
  });

  test('tries again what the connection cut, and is asked before leaving it', LONG, async () => {
    const page = await openAs(await createMaker('Con Cortes'));
    await page.route('**/files/store', (route) => route.abort());
    const file = await workbook('cortado.xlsx', { Piezas: [part('CORTE-1')] });
    await choose(page, file);
    await page.getByText(/No hay conexión con el servidor/).waitFor();
    let answer = () => {};
    await page.unroute('**/files/store');
    await page.route('**/files/store', async (route) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      await route.continue();
    });
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await page.getByRole('button', { name: 'Cancelar la subida de cortado.xlsx' }).waitFor();
    await page.getByRole('link', { name: 'Piezario' }).click();
    await page
      .getByRole('dialog', { name: '¿Salir y cortar la subida?' })
      .getByRole('button', { name: 'Seguir subiendo' })
      .click();
    answer();
    await row(page, file.name).getByText('Completado: 1 nueva').waitFor(PATIENTLY);
  });

  test('drops a file anywhere on the screen', LONG, async () => {
    const page = await openAs(await createMaker('Con Ratón'));
    const file = await workbook('soltado.xlsx', { Piezas: [part('SOLTADO-1')] });
    const transfer = await page.evaluateHandle(
      ({ name, content }) => {
        const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
        const held = new DataTransfer();
        held.items.add(new File([bytes], name));
        return held;
      },
      { name: file.name, content: file.buffer.toString('base64') },
    );
    await page.dispatchEvent('h1', 'dragenter', { dataTransfer: transfer });
    await page.getByText('Soltá las planillas para subirlas').waitFor();
    await page.dispatchEvent('h1', 'drop', { dataTransfer: transfer });
    await row(page, file.name).getByText('Completado: 1 nueva').waitFor(PATIENTLY);
    expect(await page.getByText('Soltá las planillas para subirlas').count()).toBe(0);
  });

  test('sees no file of another one', LONG, async () => {
    const [one, other] = await Promise.all([createMaker('Uno Solo'), createMaker('Otro Solo')]);
    const page = await openAs(one);
    await choose(page, await workbook('de-uno.xlsx', { Piezas: [part('UNO-1')] }));
    await row(page, 'de-uno.xlsx').getByText('Completado').waitFor(PATIENTLY);
    await row(page, 'de-uno.xlsx').click();
    await detail(page).getByText('Entraron todas las filas').waitFor();
    const link = new URL(page.url());

    const stranger = await openAs(other);
    await stranger.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
    await stranger.goto(link.pathname + link.search);
    await stranger.getByText('No encontramos el archivo').waitFor();
    await expectAccessible(stranger);
  });
});

test('on a phone and in a dark room, files are cards', LONG, async () => {
  const maker = await createMaker('De Bolsillo');
  const page = await openAs(maker, '/import', { viewport: PHONE, hasTouch: true, colorScheme: 'dark' });
  await page.getByRole('heading', { name: 'Todavía no hay archivos' }).waitFor();
  await expectAccessible(page);
  await choose(page, await workbook('bolsillo.xlsx', { Piezas: [part('BOLSILLO-9'), part('B', 'Nada')] }));
  await row(page, 'bolsillo.xlsx').getByText('Completado con 1 error').waitFor(PATIENTLY);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Ver 1 fila con errores' }).tap();
  await detail(page).getByRole('listitem').filter({ hasText: 'Nada' }).waitFor();
  await expectAccessible(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.width);
});
