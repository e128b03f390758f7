import { describe, expect } from 'vitest';
import { CATALOG, codeFilter, counted, rows, search, storage } from './support/catalog.ts';
import { test } from './support/journey.ts';
import { box, enter, isAt, makeFound, options } from './support/search-journeys.ts';

/* The search box of the toolbar over the table of parts. */

describe('over the table', () => {
  test('Enter filters by code, in the address, the storage and the column, and is there after a reload', async ({
    open,
    demo,
  }) => {
    const { brandId } = await makeFound(demo, 'CAJA');
    const page = await open(`${CATALOG}?part_brand=${brandId}&filter[matches-enabled]=1`, { as: 'fabricante' });
    await rows(page).first().waitFor();
    await enter(page, ' caja ');
    await counted(page, 2);
    const query = { part_brand: String(brandId), part_search: 'caja', 'filter[matches-enabled]': '1' };
    await expect.poll(() => search(page)).toEqual(query);
    await expect.poll(() => storage(page)).toEqual({ part_brand: String(brandId), part_search: 'caja' });
    await expect.poll(() => codeFilter(page).inputValue()).toBe('caja');
    expect(await box(page).inputValue()).toBe('caja');

    await page.reload();
    await counted(page, 2);
    await expect.poll(() => box(page).inputValue()).toBe('caja');

    // The filter of the column sets the same value.
    await codeFilter(page).fill('caja-1');
    await counted(page, 1);
    await expect.poll(() => box(page).inputValue()).toBe('caja-1');

    // The next visit restores the filter.
    await page.goto('/import');
    await page.getByRole('heading', { name: 'Importador' }).waitFor();
    expect(await box(page).inputValue()).toBe('');
    await page.goto('/');
    await counted(page, 1);
    await expect.poll(() => box(page).inputValue()).toBe('caja-1');
  });
});

test('without a brand, Enter searches everything, and Ctrl+K offers it too', async ({ open, demo }) => {
  await makeFound(demo, 'LIBRE');
  const page = await open(CATALOG, { as: 'fabricante' });
  await page.getByRole('heading', { name: 'Seleccioná una marca' }).waitFor();
  await box(page).fill('libre');
  await options(page).filter({ hasText: '77-LIBRE-9' }).waitFor();
  expect(await options(page).filter({ hasText: 'Filtrar la tabla' }).count()).toBe(0);
  await box(page).press('Enter');
  await page.waitForURL(isAt('/parts/search'));
  await counted(page, 3);

  await page.goto('/import');
  await page.getByRole('heading', { name: 'Importador' }).waitFor();
  await expect
    .poll(async () => {
      const palette = page.getByRole('combobox', { name: /^Ir a/ });
      if (!(await palette.isVisible())) await page.keyboard.press('Control+k');
      return palette.isVisible();
    })
    .toBe(true);
  await page.keyboard.type('libre');
  await options(page).filter({ hasText: 'Buscar “libre” en todas las marcas' }).click();
  await page.waitForURL(isAt('/parts/search'));
  expect(search(page)).toEqual({ text: 'libre' });
});
