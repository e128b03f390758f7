import { describe, expect } from 'vitest';
import { CATALOG, counted, find, rows } from './support/catalog.ts';
import { test } from './support/journey.ts';

/* Filters, order and pages of the catalogue, and views that keep them. */

describe('a manufacturer', () => {
  test('filters and sorts every count, and finds it all again after a reload', async ({ open, demo }) => {
    const { brandId, parts, total } = await find(demo, 'fabricante', 'Suspenor');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await counted(page, total);
    await page.getByLabel('Filtrar Habilitada').selectOption('NO');
    await page.waitForURL(/matches-enabled/);
    await page.getByRole('button', { name: 'Vehículos', exact: true }).click();
    await page.getByRole('button', { name: 'Vehículos', exact: true }).click();
    await page.waitForURL(/sort=-vehicles_count/);
    const column = (place: number) => rows(page).locator(`td:nth-child(${place})`).allInnerTexts();
    const vehicles = async () => (await column(12)).map(Number);
    const most = Math.max(...parts.filter(({ enabled }) => enabled === 0).map((part) => part.vehicles_count));
    await expect.poll(async () => (await vehicles())[0]).toBeGreaterThanOrEqual(most);
    await expect.poll(async () => new Set(await column(6))).toEqual(new Set(['NO']));
    const sorted = await vehicles();
    expect(sorted).toEqual([...sorted].sort((a, b) => b - a));

    await page.reload();
    await expect.poll(vehicles).toEqual(sorted);
    await page.goBack();
    await page.goBack();
    await page.waitForURL((url) => !url.searchParams.has('sort'));
    await page.getByRole('button', { name: 'Limpiar filtros' }).click();
    await counted(page, total);
  });

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
