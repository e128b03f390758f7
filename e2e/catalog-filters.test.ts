import { describe, expect } from 'vitest';
import { CATALOG, counted, find, rows } from './support/catalog.ts';
import { test } from './support/journey.ts';

/* Filters and order of the catalog. */

describe('a manufacturer', () => {
  test('filters by a flag and sorts by a count, and keeps both after a reload', async ({ open, demo }) => {
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
});
