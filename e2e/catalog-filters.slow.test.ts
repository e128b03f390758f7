import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { CATALOG, codeFilter, counted, find, full, rows, search, text } from './support/catalog.ts';
import { test } from './support/journey.ts';

/* Filters, order and pages of the catalogue, and views that keep them. */

describe('a manufacturer', () => {
  test('finds a code in another spelling', async ({ open, demo }) => {
    const { brandId, parts, total } = await find(demo, 'fabricante', 'Pampafil');
    const code = parts[7]?.code ?? '';
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await counted(page, total);
    const spelling = code.toLowerCase().split('').join(' ').replace(/\s+/g, '-');
    await codeFilter(page).fill(spelling);
    await counted(page, 1);
    await rows(page).getByText(code, { exact: true }).waitFor();
    await expect.poll(() => Object.keys(search(page))).toEqual(['part_brand', 'part_search']);

    await page.reload();
    await counted(page, 1);
    await expect.poll(() => codeFilter(page).inputValue()).toBe(spelling);
    await codeFilter(page).press('Escape');
    await counted(page, total);
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });

    await codeFilter(page).fill('no-existe-9999');
    await page.getByText('Ninguna pieza coincide con los filtros').waitFor();
    await page.getByRole('button', { name: 'Limpiar filtros' }).first().click();
    await counted(page, total);
    await expect.poll(() => codeFilter(page).inputValue()).toBe('');
  });

  test('finds the codes of a spreadsheet’s column, a range, and what is empty', async ({ open, demo }) => {
    const { client, brandId, parts, total } = await find(demo, 'fabricante', 'Suspenor');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    const choose = (column: string, label: string) =>
      page.getByRole('combobox', { name: new RegExp(`^${column}: .*Cambiar el modo`) }).selectOption({ label });
    const wanted = parts.slice(0, 3).map(({ code }) => code);
    await choose('Código', 'es uno de');
    await page.getByLabel('Filtrar Código').evaluate((field, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text', pasted);
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, wanted.join('\n'));
    await counted(page, parts.filter(({ code }) => wanted.includes(code)).length);
    expect(search(page)['filter[in-code]']).toBe(wanted.join(';'));
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();

    await choose('Vehículos', 'entre');
    await page.getByLabel('Filtrar Vehículos, desde').fill('2');
    await page.getByLabel('Filtrar Vehículos, hasta').fill('9');
    const query = api.parts.list.query.parse({ 'filter[between-vehicles_count]': '2..9' });
    const found = await client.call(api.parts.list, { params: { brandId, productId: 'all' }, query });
    await counted(page, found.total);
    await page.reload();
    await expect.poll(() => page.getByLabel('Filtrar Vehículos, hasta').inputValue()).toBe('9');
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();

    await choose('Producto', 'está vacío');
    await page.getByText('coincide con los filtros').waitFor();
    await page.getByRole('button', { name: 'Quitar el filtro de Producto' }).click();
    await counted(page, total);
  });

  test('goes on from the last row, back by number, and finds the page again', async ({ open, demo }) => {
    const { brandId, total } = await find(demo, 'fabricante', 'Suspenor');
    const page = await open(`${CATALOG}?part_brand=${brandId}&page[size]=25&sort=-vehicles_count`, {
      as: 'fabricante',
    });
    await page.getByText(`1–25 ${text(total)}`).waitFor();
    const sizes = page.getByRole('combobox', { name: 'Piezas por página' }).locator('option');
    expect(await sizes.allTextContents()).toEqual(['25 filas', '50 filas', '100 filas', '200 filas']);
    const codes = () => rows(page).locator('td:nth-child(4)').allInnerTexts();
    const first = await codes();
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await page.getByText(`26–50 ${text(total)}`).waitFor();
    expect(search(page)['page[after]']).toContain('-vehicles_count');
    const second = await codes();
    expect(second.filter((code) => first.includes(code))).toEqual([]);
    await page.reload();
    await expect.poll(codes).toEqual(second);
    await page.getByRole('button', { name: 'Anterior' }).click();
    await expect.poll(codes).toEqual(first);
    await page.goBack();
    await expect.poll(codes).toEqual(second);
  });

  test('replaces a view and brings it back, and a view leaves vehicles and page size alone', async ({ open, demo }) => {
    const { client, brandId, parts } = await find(demo, 'fabricante', 'Plafren');
    const { vehicles } = await client.call(api.vehicles.list, {
      params: { partId: full(parts).id },
      query: api.vehicles.list.query.parse({ 'filter[matches-vehicle_linked]': '1' }),
    });
    const kept = { 'filter[in-vehicle_id]': String(vehicles.data[0]?.id), 'page[size]': '25' };
    const page = await open(`${CATALOG}?${new URLSearchParams({ part_brand: String(brandId), ...kept })}`, {
      as: 'fabricante',
    });
    await rows(page).first().waitFor();
    const panel = page.getByRole('button', { name: 'Vistas' });
    const choose = async (view: string) => {
      await panel.click();
      await page.getByRole('button', { name: view, exact: true }).click();
    };
    const name = page.getByLabel('Guardar lo que se ve como');
    const saveAs = async (view: string) => {
      await panel.click();
      await name.fill(view);
      await page.keyboard.press('Enter');
    };
    await choose('Sin vehículos');
    await page.waitForURL(/matches-vehicles_count/);
    expect(search(page)).toMatchObject(kept);
    await saveAs('De prueba');
    await page.getByText('Se guardó la vista De prueba').waitFor();
    await page.keyboard.press('Escape');

    await choose('Sin fotos');
    await page.waitForURL(/matches-pictures_count/);
    await saveAs('DE PRUEBA');
    await page.getByText('Se guardó la vista DE PRUEBA').waitFor();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('Se guardó la vista De prueba').waitFor();
    await page.keyboard.press('Escape');
    await choose('De prueba');
    await page.waitForURL(/matches-vehicles_count/);
    expect(search(page)).toMatchObject(kept);

    await panel.click();
    await page.getByRole('button', { name: 'Renombrar De prueba' }).click();
    await page.getByLabel('Nuevo nombre de De prueba').fill('x');
    await page.getByRole('button', { name: 'Cancelar' }).click();
    await expect.poll(() => name.inputValue()).toBe('');

    await page.route('**/backend/views/?*', (route) =>
      route.fulfill({ json: { code: 422, message: 'Ahora no se puede', result: null } }),
    );
    await page.goto(`${CATALOG}?part_brand=${brandId}&page[number]=2`);
    await rows(page).first().waitFor();
    await panel.click();
    await page.getByText('Ahora no se puede').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copiar enlace' }).click();
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toBe(`${new URL(page.url()).origin}${CATALOG}?part_brand=${brandId}`);
  });
});
