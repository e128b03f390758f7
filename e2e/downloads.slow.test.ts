import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { CATALOG, item, KINDS, menu, pick } from './support/downloads-journeys.ts';
import { PHONE, test } from './support/journey.ts';
import { downloadFile, isWorkbook } from './support/page.ts';
import { BRAND } from './support/parts.ts';
import { createPerson } from './support/people.ts';

describe('a manufacturer', () => {
  test('downloads the filtered parts or all of them, also by keyboard', async ({ open }) => {
    const page = await open(CATALOG, { as: 'fabricante' });
    await pick(page, 'Marca', BRAND);
    const rows = page.getByText(/^1–50 de [\d.]+ piezas$/);
    const total = (await rows.textContent())?.match(/de ([\d.]+) piezas/)?.[1];
    await page.getByLabel('Filtrar Producto').fill('aceite');
    await page.waitForURL(/product/);
    const some = await page
      .getByText(/^1–\d+ de [\d.]+ piezas$/)
      .filter({ hasNotText: `de ${total} ` })
      .textContent();
    const filtered = some?.match(/de ([\d.]+) piezas/)?.[1];
    const takeJson = async () => {
      const { name, content } = await downloadFile(page, () => item(page, 'JSON').press('Enter'));
      return { name, count: JSON.parse(content.toString()).parts.length.toLocaleString('es-AR') };
    };
    await menu(page).click();
    await page.getByRole('menuitemradio', { name: `Exportar las ${filtered} filtradas`, checked: true }).waitFor();
    const part = await takeJson();
    expect(part.count).toBe(filtered);
    expect(part.name).toContain('_filtradas.json');
    await menu(page).click();
    await page.getByRole('menuitemradio', { name: `Exportar las ${total}`, exact: true }).click();
    expect((await takeJson()).count).toBe(total);

    const byKeyboard = await downloadFile(page, async () => {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('descargar json');
      await page.getByRole('option', { name: /^Descargar JSON.*lo filtrado/ }).click();
    });
    expect(JSON.parse(byKeyboard.content.toString()).parts.length.toLocaleString('es-AR')).toBe(filtered);
  });

  test('downloads several files at once, and may leave the screen before they arrive', async ({ open }) => {
    const page = await open(CATALOG, { as: 'fabricante' });
    await pick(page, 'Marca', BRAND);
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    const kinds = ['Piezas', 'Mercado Libre', 'Cobertura de imágenes'];
    for (const kind of kinds) {
      await menu(page).click();
      await item(page, kind).click();
    }
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByRole('menuitem', { name: 'Clientes' }).click();
    // One notice is shown at a time, and the files arrive in any order.
    await page.getByText(/^Se descargó /).waitFor();
    await expect.poll(() => names.map((name) => name.split('_')[0]).sort()).toEqual(['image', 'meli', 'parts']);
  });

  test('is told that it failed, and stays where they were', async ({ open, demo }) => {
    const admin = await demo.client('admin');
    const person = await createPerson(demo, 'users', 'Sin Permiso', [BRAND, 'Plafren']);
    const page = await open(CATALOG, { as: person });
    await pick(page, 'Marca', BRAND);
    await menu(page).click();
    await page.getByText(/^[\d.]+ piezas$/).waitFor();

    for (const grant of await admin.call(api.users.products, { params: { id: person.id } })) {
      if (grant.part_brand.name === BRAND) await admin.call(api.users.withdraw, { body: { id: grant.id } });
    }
    await item(page, 'Piezas').click();
    await page.getByText('Error al descargar Archivo', { exact: true }).waitFor();
    await page.getByText('Piezas: No existe o no está a tu alcance').waitFor();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/parts/catalog');
  });

  test('is told that there is no connection', async ({ open }) => {
    const page = await open(CATALOG, { as: 'fabricante' });
    await pick(page, 'Marca', BRAND);
    await page.route('**/downloads/ticket', (route) => route.abort());
    await menu(page).click();
    await item(page, 'Piezas').click();
    await page.getByText('Error al descargar Archivo', { exact: true }).waitFor();
    await page.getByText(/No hay conexión con el servidor/).waitFor();
    await page.getByText('Iniciando descarga de archivo').waitFor({ state: 'detached' });
  });
});

test('a client takes the catalogue away, though not in the importer’s format', async ({ open }) => {
  const page = await open(CATALOG, { as: 'cliente' });
  await pick(page, 'Marca', BRAND);
  await menu(page).click();
  await item(page, 'Piezas').waitFor();
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(KINDS.length - 2);
  expect(await item(page, 'Base para Importación').count()).toBe(0);
  const { content } = await downloadFile(page, () => item(page, 'Piezas').click());
  expect(isWorkbook(content)).toBe(true);
});

test('on a phone, the kinds are in a sheet', async ({ open }) => {
  const page = await open(CATALOG, { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await page.getByRole('list', { name: 'Marcas' }).getByRole('link', { name: BRAND }).tap();
  await menu(page).tap();
  const sheet = page.getByRole('dialog', { name: 'Descargas' });
  await sheet.getByText(/^[\d.]+ piezas$/).waitFor();
  const { name } = await downloadFile(page, () => sheet.getByRole('button', { name: /^Piezas/ }).tap());
  expect(name).toContain(BRAND);
  await sheet.waitFor({ state: 'detached' });
  await page.getByText('Se descargó Piezas', { exact: true }).waitFor();
});
