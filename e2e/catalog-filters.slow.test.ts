import { describe, expect } from 'vitest';
import { CATALOG, find, rows, search, text } from './support/catalog.ts';
import { test } from './support/journey.ts';

/* Filters, order and pages of the catalogue, and views that keep them. */

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
