import { describe, expect } from 'vitest';
import {
  CATALOG,
  chooseBrand,
  codeFilter,
  counted,
  dialog,
  find,
  full,
  pick,
  picker,
  rows,
  search,
  storage,
  tools,
  typeAndEnter,
} from './support/catalog.ts';
import { PHONE, test } from './support/journey.ts';
import { holdRequests } from './support/page.ts';
import { createPerson } from './support/people.ts';

/* Parts that the catalog shows, by selection and by role. */

describe('a manufacturer', () => {
  test('chooses by keyboard what was typed before the options arrived', async ({ open }) => {
    const page = await open('about:blank', { as: 'fabricante' });
    const release = await holdRequests(page, '**/part-brands/json/', (route) => route.continue());
    await page.goto(CATALOG);
    await picker(page, 'Marca').focus();
    await page.keyboard.type('pampa');
    await page.getByText('Cargando...').filter({ visible: true }).first().waitFor();
    release();
    await page.locator('[data-combobox-selected]').getByText('Pampafil', { exact: true }).waitFor();
    await page.keyboard.press('Enter');
    await rows(page).first().waitFor();
  });

  test('clears what was chosen below each level', async ({ open, demo }) => {
    const { brandId, categoryId, productId } = await find(demo, 'fabricante', 'Pampafil', 'Filtros', 'Filtro de aire');
    const link = `${CATALOG}?part_brand=${brandId}&part_category=${categoryId}&part_product=${productId}&part_search=pf`;
    const page = await open(link, { as: 'fabricante' });
    await rows(page).first().waitFor();
    await expect.poll(() => picker(page, 'Producto').inputValue()).toBe('Filtro de aire');

    await pick(page, 'Producto', 'Filtro de aceite');
    await page.waitForURL((url) => !url.searchParams.has('part_search'));
    await expect.poll(() => Object.keys(search(page))).toEqual(['part_brand', 'part_category', 'part_product']);
    await expect.poll(() => codeFilter(page).inputValue()).toBe('');

    await pick(page, 'Categoría', 'Línea pesada');
    await page.waitForURL((url) => !url.searchParams.has('part_product'));
    await expect.poll(() => Object.keys(search(page))).toEqual(['part_brand', 'part_category']);
    await expect.poll(() => picker(page, 'Producto').inputValue()).toBe('');

    await pick(page, 'Marca', 'Plafren');
    await page.waitForURL((url) => !url.searchParams.has('part_category'));
    const { brandId: other, total } = await find(demo, 'fabricante', 'Plafren');
    await counted(page, total);
    await expect.poll(() => search(page)).toEqual({ part_brand: String(other) });
    await expect.poll(() => storage(page)).toEqual({ part_brand: String(other) });

    await tools(page).getByRole('button', { name: 'Quitar la elección' }).first().click();
    await chooseBrand(page).waitFor();
    await expect.poll(() => storage(page)).toEqual({});
  });

  test('begins at the top of another brand, after a part was opened from a row', async ({ open, demo }) => {
    const { brandId } = await find(demo, 'fabricante', 'Plafren');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await rows(page).getByText('Plafren').first().waitFor();
    await pick(page, 'Marca', 'Pampafil');
    await rows(page).getByText('Pampafil').first().waitFor();
    const top = () => page.locator('main [data-scroller]').evaluate((scroller) => scroller.scrollTop);
    const openPart = async () => {
      await rows(page).nth(40).focus();
      await rows(page).nth(40).getByRole('link').first().click();
      await page.getByRole('button', { name: 'Copiar enlace' }).waitFor();
    };
    await openPart();
    await page.goBack();
    await rows(page).nth(40).waitFor();
    await expect.poll(top).toBeGreaterThan(0);
    await openPart();
    await pick(page, 'Marca', 'Plafren');
    await rows(page).getByText('Plafren').first().waitFor();
    expect(await top()).toBe(0);
  });

  test('uses the toolbar from another screen', async ({ open, demo }) => {
    const { total } = await find(demo, 'fabricante', 'Plafren');
    const page = await open('/clients', { as: 'fabricante' });
    await page.getByRole('heading', { name: 'Clientes' }).waitFor();
    await pick(page, 'Marca', 'Plafren');
    await counted(page, total);
    await page.goto('/clients');
    await page.getByRole('heading', { name: 'Clientes' }).waitFor();
    await expect.poll(() => picker(page, 'Marca').inputValue()).toBe('Plafren');
    await tools(page).getByRole('button', { name: 'Nueva pieza' }).click();
    await page.waitForURL(/new=1/);
    await dialog(page).waitFor();
  });
});

describe('a selection', () => {
  test('is there again on the next visit, and a link brings its own', async ({ open, demo }) => {
    const one = await find(demo, 'fabricante', 'Pampafil', 'Filtros');
    const other = await find(demo, 'fabricante', 'Plafren');
    const page = await open(`${CATALOG}?part_brand=${one.brandId}&part_category=${one.categoryId}`, {
      as: 'fabricante',
    });
    await counted(page, one.total);
    await page.goto('/');
    await counted(page, one.total);
    await expect
      .poll(() => search(page))
      .toEqual({ part_brand: String(one.brandId), part_category: String(one.categoryId) });
    await page.goto(`${CATALOG}?part_brand=${other.brandId}`);
    await counted(page, other.total);
    await expect.poll(() => storage(page)).toEqual({ part_brand: String(other.brandId) });
  });

  test('that is out of reach is dropped silently', async ({ open, demo }) => {
    const { brandId } = await find(demo, 'admin', 'Plafren');
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=abc`, { as: 'cliente' });
    await chooseBrand(page).waitFor();
    await expect.poll(() => search(page)).toEqual({});
    await expect.poll(() => storage(page)).toEqual({});
    expect(await page.getByRole('alert').count()).toBe(0);

    const mine = await find(demo, 'cliente', 'Pampafil');
    await page.goto(`${CATALOG}?part_brand=${mine.brandId}&part_category=99999&part_product=xyz`);
    await counted(page, mine.total);
    await page.waitForURL((url) => !url.searchParams.has('part_category'));
  });

  test('is made automatically where there is only one brand', async ({ open, demo }) => {
    const { brandId, total } = await find(demo, 'usuario', 'Plafren');
    const page = await open(CATALOG, { as: 'usuario' });
    await counted(page, total);
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });
  });

  test('without any brand to choose from says that none is assigned', async ({ open, demo }) => {
    const page = await open(CATALOG, { as: await createPerson(demo, 'clients', 'Cliente Sin Marcas') });
    await page.getByRole('heading', { name: 'Todavía no tenés marcas asignadas' }).waitFor();
  });
});

describe('a client', () => {
  test('is not told whether a part exists that they may not see', async ({ open, demo }) => {
    const { parts } = await find(demo, 'admin', 'Plafren');
    const page = await open(`${CATALOG}?view=attributes&part=${parts[0]?.id}`, { as: 'cliente' });
    await dialog(page).getByText('No encontramos la pieza').waitFor();
    await dialog(page).getByRole('button', { name: 'Cerrar' }).click();
    await chooseBrand(page).waitFor();
    await expect.poll(() => search(page)).toEqual({});
  });
});

describe('on a phone', () => {
  test('the pickers are behind a button that tells what is chosen', async ({ open, demo }) => {
    const { parts, total } = await find(demo, 'fabricante', 'Pampafil', 'Filtros');
    const page = await open(CATALOG, { as: 'fabricante', viewport: PHONE, hasTouch: true });
    await chooseBrand(page).waitFor();
    const chosen = tools(page).getByRole('button', { name: /Elegir piezas/ });
    await chosen.click();
    await dialog(page).getByRole('combobox', { name: 'Marca' }).click();
    await page.getByRole('option', { name: 'Pampafil' }).click();
    await dialog(page).getByRole('combobox', { name: 'Categoría' }).click();
    await page.getByRole('option', { name: 'Filtros', exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Ver piezas' }).click();
    await dialog(page).waitFor({ state: 'detached' });
    await counted(page, total);
    await expect.poll(() => chosen.textContent()).toContain('Pampafil · Filtros');

    const part = full(parts.slice(0, 50));
    await page.getByRole('button', { name: `ver los vehículos de Pampafil ${part.code}` }).click();
    await expect.poll(() => dialog(page).getByRole('listitem').count()).toBe(part.vehicles_count);
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Filtrar y ordenar' }).click();
    await dialog(page).getByLabel('Filtrar Código', { exact: true }).fill(part.code.toLowerCase());
    await dialog(page).getByRole('button', { name: 'Ver 1 pieza' }).click();
    await counted(page, 1);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
  });
});

describe('a manufacturer', () => {
  test('narrows the catalogue from a brand to one product, by keyboard', async ({ open, demo }) => {
    const page = await open(CATALOG, { as: 'fabricante' });
    await chooseBrand(page).waitFor();
    await expect.poll(() => picker(page, 'Categoría').isDisabled()).toBe(true);

    await typeAndEnter(page, 'Marca', 'pampa', 'Pampafil');
    const ofBrand = await find(demo, 'fabricante', 'Pampafil');
    await counted(page, ofBrand.total);
    await expect.poll(() => search(page)).toEqual({ part_brand: String(ofBrand.brandId) });

    await typeAndEnter(page, 'Categoría', 'FILTROS', 'Filtros');
    const ofCategory = await find(demo, 'fabricante', 'Pampafil', 'Filtros');
    expect(ofCategory.total).toBeLessThan(ofBrand.total);
    await counted(page, ofCategory.total);

    await pick(page, 'Producto', 'Filtro de aceite');
    const ofProduct = await find(demo, 'fabricante', 'Pampafil', 'Filtros', 'Filtro de aceite');
    expect(ofProduct.total).toBeLessThan(ofCategory.total);
    await counted(page, ofProduct.total);
    const selection = {
      part_brand: String(ofProduct.brandId),
      part_category: String(ofProduct.categoryId),
      part_product: String(ofProduct.productId),
    };
    await expect.poll(() => search(page)).toEqual(selection);
    await expect.poll(() => storage(page)).toEqual(selection);

    await page.goBack();
    await counted(page, ofCategory.total);
    await page.goBack();
    await counted(page, ofBrand.total);
    await page.goBack();
    await chooseBrand(page).waitFor();
  });
});
