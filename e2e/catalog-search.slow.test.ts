import { describe, expect } from 'vitest';
import { CATALOG, codeFilter, counted, dialog, find, pick, picker, rows, search, storage } from './support/catalog.ts';
import { PHONE, test } from './support/journey.ts';
import { BRAND, PRODUCT } from './support/parts.ts';
import { box, enter, isAt, makeFound, options } from './support/search-journeys.ts';

/* The search box of the toolbar over the table of parts. */

describe('over the table', () => {
  test('Back returns to the previous filter, and an empty box, its clear button and Escape remove it', async ({
    open,
    demo,
  }) => {
    const { brandId } = await makeFound(demo, 'VUELTA');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await rows(page).first().waitFor();
    await enter(page, 'vuelta');
    await counted(page, 2);
    await enter(page, 'vuelta-1');
    await counted(page, 1);
    await page.goBack();
    await counted(page, 2);
    await expect.poll(() => box(page).inputValue()).toBe('vuelta');

    await enter(page, '');
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });
    await expect.poll(() => storage(page)).toEqual({ part_brand: String(brandId) });

    await page.goBack();
    await counted(page, 2);
    await page.getByRole('button', { name: 'Borrar la búsqueda (Escape)' }).click();
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });
    await expect.poll(() => box(page).inputValue()).toBe('');
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);

    await enter(page, 'vuelta');
    await counted(page, 2);
    await box(page).press('Escape');
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });

    // When the box loses the focus, text that was not entered is reset to the filter, and an empty box removes it.
    await enter(page, 'vuelta');
    await counted(page, 2);
    await box(page).fill('otra cosa');
    await codeFilter(page).focus();
    await expect.poll(() => box(page).inputValue()).toBe('vuelta');
    await box(page).fill('');
    await codeFilter(page).focus();
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });
  });

  test('the suggestions say what filters and what searches everything', async ({ open, demo }) => {
    const { brandId } = await makeFound(demo, 'OFERTA');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'cliente' });
    await rows(page).first().waitFor();
    await box(page).fill('oferta');
    const filtering = options(page).first();
    await expect.poll(() => filtering.textContent()).toMatch(/^Filtrar la tabla por el código “oferta”2 piezas/);
    await page
      .getByRole('status')
      .filter({ hasText: /^Enter filtra la tabla: 2 piezas/ })
      .waitFor();
    expect(await filtering.locator('kbd').textContent()).toBe('Enter');
    await options(page).filter({ hasText: '77-OFERTA-9' }).waitFor();
    expect(await options(page).last().textContent()).toMatch(/^Buscar “oferta” en todas las marcas/);
    expect(await options(page).last().locator('kbd').textContent()).toBe('Ctrl+Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await counted(page, 2);

    await box(page).fill('oferta');
    await page.keyboard.press('Control+Enter');
    await page.waitForURL(isAt('/parts/search'));
    await counted(page, 3);
    await page.goBack();
    await counted(page, 2);
    await expect.poll(() => box(page).inputValue()).toBe('oferta');

    // The last option searches everything, and so does Enter for a text that is no code of the list.
    await box(page).click();
    await options(page).last().click();
    await page.waitForURL(isAt('/parts/search'));
    await page.goBack();
    await counted(page, 2);
    await enter(page, '77-oferta-9');
    await page.waitForURL(isAt('/parts/search'));
    await rows(page).getByText('77-OFERTA-9').waitFor();
    expect(search(page)).toEqual({ text: '77-oferta-9' });
  });

  test('the search is limited to the selection, and cleared when it changes', async ({ open, demo }) => {
    const { brandId, productId } = await makeFound(demo, 'NIVEL');
    const filters = await find(demo, 'fabricante', BRAND, 'Filtros');
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_category=${filters.categoryId}`, {
      as: 'fabricante',
    });
    await rows(page).first().waitFor();
    await enter(page, 'nivel');
    await counted(page, 2);

    await pick(page, 'Producto', PRODUCT);
    await page.waitForURL((url) => url.searchParams.get('part_product') === String(productId));
    await expect.poll(() => search(page).part_search).toBeUndefined();
    await expect.poll(() => box(page).inputValue()).toBe('');
    await enter(page, 'nivel');
    await counted(page, 2);
    await pick(page, 'Categoría', 'Línea pesada');
    await page.waitForURL((url) => !url.searchParams.has('part_product'));
    await expect.poll(() => search(page).part_search).toBeUndefined();
    await expect.poll(() => box(page).inputValue()).toBe('');

    // No part of this category has such a code.
    await enter(page, 'nivel');
    await page.waitForURL(isAt('/parts/search'));
    await page.goBack();
    await rows(page).first().waitFor();
    await box(page).fill('sin entrar');
    await pick(page, 'Marca', 'Plafren');
    await expect.poll(() => picker(page, 'Categoría').inputValue()).toBe('');
    await expect.poll(() => box(page).inputValue()).toBe('');
  });

  test('on a phone the search opens in a sheet', async ({ open, demo }) => {
    const { brandId } = await makeFound(demo, 'SOLAPA');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, {
      as: 'cliente',
      viewport: PHONE,
      hasTouch: true,
    });
    const sheet = dialog(page).getByRole('combobox', { name: 'Número o palabras' });
    await page.getByRole('button', { name: 'Buscar piezas' }).tap();
    await sheet.fill('solapa');
    await options(page).filter({ hasText: 'Filtrar la tabla por el código “solapa”' }).tap();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId), part_search: 'solapa' });
    await page.getByRole('button', { name: 'Quitar el filtro Código contiene “solapa”' }).waitFor();

    await page.getByRole('button', { name: 'Buscar piezas' }).tap();
    await expect.poll(() => sheet.inputValue()).toBe('solapa');
    await sheet.fill('solapa-1');
    await sheet.press('Enter');
    await expect.poll(() => search(page).part_search).toBe('solapa-1');
    await page.getByRole('button', { name: 'Buscar piezas' }).tap();
    await sheet.fill('');
    await sheet.press('Enter');
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });
  });
});
