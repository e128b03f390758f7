import { api } from '@piezario/contract/api';
import type { Part } from '@piezario/contract/parts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { Demo, DemoAccount } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
import { holdRequests } from './support/page.ts';
import { idOf, makePart } from './support/parts.ts';
import { createPerson } from './support/people.ts';

const CATALOG = '/parts/catalog';

const tools = (page: Page) => page.getByRole('search', { name: 'Catálogo' });
const picker = (page: Page, level: string) => tools(page).getByRole('combobox', { name: level });
const codeFilter = (page: Page) => page.getByLabel('Filtrar Código');
const rows = (within: Page | Locator) => within.locator('tbody tr[data-row]');
const dialog = (page: Page) => page.getByRole('dialog');
const chooseBrand = (page: Page) => page.getByRole('heading', { name: 'Seleccioná una marca' });

/** By keyboard; Enter takes the option that is highlighted. */
async function typeAndEnter(page: Page, level: string, typed: string, name: string) {
  await expect.poll(() => picker(page, level).isEnabled()).toBe(true);
  await picker(page, level).focus();
  await page.keyboard.type(typed);
  await page.locator('[data-combobox-selected]').getByText(name, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
}

async function pick(page: Page, level: string, name: string) {
  await picker(page, level).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const storage = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('part_'))));
const text = (total: number) => `de ${total.toLocaleString('es-AR')} piezas`;
const counted = (within: Page | Locator, total: number) =>
  within.getByText(new RegExp(`de ${total.toLocaleString('es-AR')} \\p{L}+$`, 'u')).waitFor();

/** Brands, categories and products by name, as the account is offered them. */
async function find(demo: Demo, account: DemoAccount, brand: string, category = '', product = '') {
  const client = await demo.client(account);
  const brandId = idOf(await client.call(api.brands.json, {}), brand);
  const categories = await client.call(api.categories.json, { params: { brandId } });
  const categoryId = category ? idOf(categories, category) : ('all' as const);
  const products = await client.call(api.products.json, { params: { categoryId, brandId } });
  const productId = product ? idOf(products, product) : ('all' as const);
  const page = await client.call(api.parts.list, {
    params: { brandId, productId },
    query: api.parts.list.query.parse({
      ...(productId === 'all' && category && { 'filter[matches-part_category_id]': String(categoryId) }),
      'page[size]': '200',
    }),
  });
  return { client, brandId, categoryId, productId, parts: page.data, total: page.total };
}

/** A part with something in each of its counts. */
function full(parts: readonly Part[]): Part {
  const counts = ['attributes_count', 'cross_count', 'pictures_count', 'vehicles_count'] as const;
  const part = parts.find((one) => counts.every((count) => one[count] > 1));
  if (!part) throw new Error('No part has it all');
  return part;
}

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

  test('sees the ten columns and a picture, with what each part has', async ({ open, demo }) => {
    const { brandId, parts } = await find(demo, 'fabricante', 'Plafren');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await rows(page).first().waitFor();
    const firstOnes = async (cells: Locator) => (await cells.allInnerTexts()).slice(1, 12).map((cell) => cell.trim());
    await expect
      .poll(() => firstOnes(page.getByRole('columnheader')))
      .toEqual([
        'Foto',
        'Marca',
        'Código',
        'Producto',
        'Habilitada',
        'Discontinuada',
        'Atributos',
        'Descripción',
        'Equivalencias',
        'Fotos',
        'Vehículos',
      ]);
    const [first] = parts;
    await expect
      .poll(() => firstOnes(rows(page).first().locator('td')))
      .toEqual([
        '',
        'Plafren',
        first?.code,
        first?.product_with_category.name,
        first?.enabled ? 'SI' : 'NO',
        first?.discontinued ? 'SI' : 'NO',
        String(first?.attributes_count),
        first?.has_observation_str,
        String(first?.cross_count),
        String(first?.pictures_count),
        String(first?.vehicles_count),
      ]);
    const described = parts.slice(0, 50).find(({ observation }) => observation !== '');
    await page.getByRole('button', { name: `leer la descripción de Plafren ${described?.code}` }).click();
    await dialog(page)
      .getByText(described?.observation ?? '')
      .waitFor();
  });

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

  test('opens each view over the catalogue; a reload keeps it, Escape and Back close it', async ({ open, demo }) => {
    const { brandId, parts } = await find(demo, 'fabricante', 'Pampafil');
    const part = full(parts.slice(0, 50));
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    const views = [
      ['los atributos', 'Atributos', part.attributes_count],
      ['las equivalencias', 'Equivalencias', part.cross_count],
      ['los vehículos', 'Aplicaciones', part.vehicles_count],
    ] as const;
    for (const [what, title, count] of views) {
      const button = page.getByRole('button', { name: `ver ${what} de Pampafil ${part.code}`, exact: false });
      await button.click();
      await page.getByRole('dialog', { name: `${title} Pampafil ${part.code}` }).waitFor();
      await expect.poll(() => rows(dialog(page)).count()).toBe(count);
      const link = page.url();
      await dialog(page)
        .getByRole('button', { name: 'Marca' })
        .or(dialog(page).getByRole('button', { name: 'Nombre' }))
        .first()
        .click();
      expect(page.url()).toBe(link);

      await page.reload();
      await expect.poll(() => rows(dialog(page)).count()).toBe(count);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });

      await button.click();
      await expect.poll(() => rows(dialog(page)).count()).toBe(count);
      await page.goBack();
      await dialog(page).waitFor({ state: 'detached' });
      await page.waitForFunction(
        (label) => document.activeElement?.getAttribute('aria-label')?.includes(label),
        `ver ${what} de Pampafil ${part.code}`,
      );
    }
    await page.getByRole('button', { name: `ver las fotos de Pampafil ${part.code}`, exact: false }).click();
    await dialog(page)
      .getByRole('img', { name: `Pampafil ${part.code}, foto 1 de ${part.pictures_count}` })
      .waitFor();
  });

  test('reads what a product’s vehicles are told apart by, and only those that the part fits', async ({
    open,
    demo,
  }) => {
    const { client, brandId, parts } = await find(demo, 'fabricante', 'Pampafil');
    const part = full(parts.filter(({ vehicles_count }) => vehicles_count > 10));
    const { headers } = await client.call(api.vehicles.list, {
      params: { partId: part.id },
      query: api.vehicles.list.query.parse({}),
    });
    const page = await open(`${CATALOG}?part_brand=${brandId}&view=applications&part=${part.id}`, { as: 'fabricante' });
    await counted(dialog(page), part.vehicles_count);
    const shown = await dialog(page).getByRole('columnheader').allInnerTexts();
    expect(shown.slice(0, 3)).toEqual(['Imagen', 'Origen', 'Marca']);
    expect(shown).toHaveLength(10 + headers.length);
    const model = await rows(dialog(page)).first().locator('td:nth-child(4)').textContent();
    await dialog(page).getByLabel('Filtrar Modelo').fill(`${model}zzz`);
    await dialog(page).getByText('Ningún vehículo coincide con los filtros').waitFor();
    await dialog(page).getByLabel('Filtrar Modelo').press('Escape');
    await counted(dialog(page), part.vehicles_count);
    await expect.poll(() => dialog(page).count()).toBe(1);
  });

  test('opens the wizard with a click on a row or Enter, and removes a part at once', async ({ open, demo }) => {
    const { client, brandId, parts } = await find(demo, 'fabricante', 'Suspenor');
    const [some] = parts;
    const stored = await client.call(api.parts.store, {
      body: { part_brand_id: brandId, part_product_id: some?.part_product_id ?? 0, code: 'BORRAR 77/1' },
    });
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=borrar771`, { as: 'fabricante' });
    await counted(page, 1);
    await rows(page).getByText(stored.product_with_category.name).click();
    await dialog(page).waitFor();
    await expect.poll(() => search(page)).toMatchObject({ part: String(stored.id), step: '1' });
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await rows(page).first().press('Enter');
    await dialog(page).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Eliminar Suspenor BORRAR 77/1' }).click();
    await page.getByText('Se eliminó Suspenor BORRAR 77/1').waitFor();
    await page.getByText('Ninguna pieza coincide con los filtros').waitFor();
  });

  test('edits cells of the table by keyboard, undoes it, and is told what somebody else saved', async ({
    open,
    demo,
  }) => {
    const { client, id, brandId } = await makePart(demo, 'CELDA 1');
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=celda1`, { as: 'fabricante' });
    await counted(page, 1);
    const cell = (column: string) => rows(page).locator(`td[data-edit="${column}"]`);
    const stored = () => client.call(api.parts.show, { params: { partId: id } });
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.getByRole('radiogroup', { name: /^Habilitada de/ }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Tab');
    await page.getByRole('radiogroup', { name: /^Discontinuada de/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await stored()).enabled).toBe(0);
    await expect.poll(() => cell('enabled').textContent()).toBe('NO');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(async () => (await stored()).enabled).toBe(1);
    await expect.poll(() => cell('enabled').textContent()).toBe('SI');

    const { part_brand_id, part_product_id, code } = await stored();
    const place = { part_id: id, part_brand_id, part_product_id, code };
    await client.call(api.parts.update, { body: { ...place, observation: 'De otra persona' } });
    await cell('has_observation_str').dblclick({ position: { x: 4, y: 4 } });
    const field = page.getByRole('textbox', { name: /^Descripción de/ });
    await field.fill('Mía');
    await page.keyboard.press('Enter');
    await page.getByText(/Otra persona guardó.*Ahora es: De otra persona/).waitFor();
    await expect.poll(() => field.inputValue()).toBe('Mía');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).observation).toBe('Mía');

    // What was typed is saved when the screen is left.
    await cell('has_observation_str').dblclick({ position: { x: 4, y: 4 } });
    await field.fill('Al salir');
    await page.evaluate(() => window.history.pushState({}, '', '/account'));
    await page.getByRole('heading', { name: 'Mi cuenta' }).waitFor();
    await expect.poll(async () => (await stored()).observation).toBe('Al salir');
  });

  test('goes on from cell to cell before the first is saved, while the row leaves the filtered list', async ({
    open,
    demo,
  }) => {
    const { client, id, brandId } = await makePart(demo, 'HILERA 1');
    const second = await makePart(demo, 'HILERA 2');
    const stored = (partId: number) => client.call(api.parts.show, { params: { partId } });
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=hilera&filter[matches-enabled]=1`, {
      as: 'fabricante',
    });
    await counted(page, 2);
    const release = await holdRequests(page, '**/parts/update', (route) => route.continue());
    await rows(page).first().focus();
    await page.keyboard.press('F2');
    await page.getByRole('radiogroup', { name: /^Habilitada de .* 1$/ }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Tab');
    await page.getByRole('radiogroup', { name: /^Discontinuada de .* 1$/ }).waitFor();
    await page.keyboard.press('s');
    await page.keyboard.press('Tab');
    await page.getByRole('textbox', { name: /^Descripción de .* 1$/ }).fill('Rápido');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const field = page.getByRole('textbox', { name: /^Descripción de .* 2$/ });
    await field.fill('A medias');
    release();
    await counted(page, 1);
    expect(await rows(page).count()).toBe(2);
    expect(await field.inputValue()).toBe('A medias');
    expect(await stored(id)).toMatchObject({ enabled: 0, discontinued: 1, observation: 'Rápido' });
    expect(await page.getByText('Otra persona guardó').count()).toBe(0);

    await page.keyboard.press('Control+s');
    await expect.poll(() => rows(page).count()).toBe(1);
    await expect.poll(async () => (await stored(second.id)).observation).toBe('A medias');
  });

  test('saves a flag with the mouse, and is told why one was not saved', async ({ open, demo }) => {
    const { client, id, brandId } = await makePart(demo, 'BANDERA 1');
    const stored = () => client.call(api.parts.show, { params: { partId: id } });
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=bandera1`, { as: 'fabricante' });
    await counted(page, 1);
    const cell = rows(page).locator('td[data-edit="enabled"]');
    const flags = page.getByRole('radiogroup', { name: /^Habilitada de/ });
    await cell.dblclick();
    await flags.getByText('NO').click();
    await flags.waitFor({ state: 'detached' });
    await expect.poll(async () => (await stored()).enabled).toBe(0);

    await cell.dblclick();
    await flags.waitFor();
    await page.keyboard.press('ArrowLeft');
    await codeFilter(page).click();
    await flags.waitFor({ state: 'detached' });
    await expect.poll(async () => (await stored()).enabled).toBe(1);
    expect(await codeFilter(page).evaluate((field) => field === document.activeElement)).toBe(true);

    await cell.dblclick();
    await flags.waitFor();
    await page.context().setOffline(true);
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    const reason = page.getByRole('alert').filter({ hasText: 'No hay conexión con el servidor' });
    await reason.waitFor();
    expect(await flags.getAttribute('aria-describedby')).toBe(await reason.getAttribute('id'));
    await page.context().setOffline(false);
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).enabled).toBe(0);

    const refusal = { code: 422, message: 'Así no', result: { errors: { enabled: 'No puede ser' } } };
    const release = await holdRequests(page, '**/parts/update', (route) => route.fulfill({ json: refusal }));
    await cell.dblclick();
    await flags.getByText('SI').click();
    await flags.waitFor({ state: 'detached' });
    await rows(page).first().press('Enter');
    await dialog(page).waitFor();
    release();
    await page.getByText('BANDERA 1: Así no. No puede ser').waitFor();
    expect(await flags.count()).toBe(0);
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => cell.textContent()).toBe('NO');
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
    await page.getByText('Se reemplazó la vista De prueba').waitFor();
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await page.getByText('La vista De prueba quedó como estaba').waitFor();
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

  test('is made by itself where there is only one brand', async ({ open, demo }) => {
    const { brandId, total } = await find(demo, 'usuario', 'Plafren');
    const page = await open(CATALOG, { as: 'usuario' });
    await counted(page, total);
    await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });
  });

  test('without any brand to choose from says whom to ask', async ({ open, demo }) => {
    const page = await open(CATALOG, { as: await createPerson(demo, 'clients', 'Cliente Sin Marcas') });
    await page.getByRole('heading', { name: 'Todavía no tenés marcas asignadas' }).waitFor();
  });
});

describe('a client', () => {
  test('reads the catalogue, and nothing in it offers a change', async ({ open, demo }) => {
    const { brandId, parts, total } = await find(demo, 'cliente', 'Pampafil');
    const page = await open(CATALOG, { as: 'cliente' });
    await page.getByRole('list', { name: 'Marcas' }).getByRole('link', { name: 'Pampafil' }).click();
    await counted(page, total);
    expect(await page.getByRole('button', { name: /^(Editar|Eliminar|Nueva pieza)/ }).count()).toBe(0);

    await rows(page).nth(2).press('Enter');
    await page.getByRole('dialog', { name: new RegExp(`^Atributos Pampafil ${parts[2]?.code}`) }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    await page.goto(`${CATALOG}?part_brand=${brandId}&part=${parts[0]?.id}&step=1`);
    await counted(page, total);
    expect(await dialog(page).count()).toBe(0);
    await page.goto(`${CATALOG}?part_brand=${brandId}&new=1`);
    await counted(page, total);
    expect(await dialog(page).count()).toBe(0);
  });

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
