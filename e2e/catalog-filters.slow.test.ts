import { describe, expect } from 'vitest';
import { CATALOG, counted, find, rows, search, text } from './support/catalog.ts';
import { test } from './support/journey.ts';

/* Pages, columns and stored views of the catalog. */

describe('a manufacturer', () => {
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
});

describe('a manufacturer', () => {
  test('arranges the columns by keyboard, and keeps them with the filters as a view', async ({ open, demo }) => {
    const { brandId, total } = await find(demo, 'fabricante', 'Plafren');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await counted(page, total);
    const heads = async () => (await page.getByRole('columnheader').allInnerTexts()).slice(1, 5);
    const widthOf = (key: string) => page.locator(`th[data-column="${key}"]`).evaluate((head) => head.clientWidth);
    const before = await widthOf('code');
    await page.getByRole('button', { name: 'Columnas' }).click();
    await page.getByRole('checkbox', { name: 'Marca' }).click();
    await page.getByRole('checkbox', { name: 'Código' }).press('ArrowUp');
    await page.getByRole('checkbox', { name: 'Código' }).press('ArrowUp');
    await page.getByRole('checkbox', { name: 'Código' }).press('ArrowRight');
    await page.getByText('Código, ancho 164').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(heads).toEqual(['Código', 'Foto', 'Producto', 'Habilitada']);
    expect(await widthOf('code')).toBe(before + 12);

    await page.getByRole('button', { name: 'Vistas' }).click();
    await page.getByRole('button', { name: 'Sin fotos' }).click();
    await page.waitForURL(/matches-pictures_count/);
    await page.getByRole('button', { name: 'Vistas' }).click();
    await page.getByLabel('Guardar lo que se ve como').fill('Para fotografiar');
    await page.keyboard.press('Enter');
    await page.getByText('Se guardó la vista Para fotografiar').waitFor();
    await page.keyboard.press('Escape');

    await page.evaluate(() => localStorage.removeItem('table:/api/backend/user-catalog/parts/:brandId/:productId'));
    await page.goto(`${CATALOG}?part_brand=${brandId}`);
    await expect.poll(heads).toEqual(['Foto', 'Marca', 'Código', 'Producto']);
    await page.getByRole('button', { name: 'Vistas' }).click();
    await page.getByRole('button', { name: 'Para fotografiar', exact: true }).click();
    await page.waitForURL(/matches-pictures_count/);
    await expect.poll(heads).toEqual(['Código', 'Foto', 'Producto', 'Habilitada']);
  });
});
