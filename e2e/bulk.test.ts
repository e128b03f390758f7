import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
import { BRAND, makePart, readPart } from './support/parts.ts';

const check = (page: Page, code: string) => page.getByRole('checkbox', { name: `Seleccionar ${BRAND} ${code}` });
const row = (page: Page, code: string) => page.locator('[data-row]').filter({ hasText: code });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const chosen = (page: Page, words: string) => page.getByRole('status').getByText(words, { exact: true }).waitFor();

async function choose(page: Page, action: string) {
  await button(page, 'Acciones').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Parts that only differ in the end of their code, and the list of them in its order. */
async function makeParts(demo: Demo, code: string, count: number) {
  const parts = [];
  for (let number = 1; number <= count; number++) parts.push(await makePart(demo, `${code}-${number}`));
  return { parts, path: `/parts/catalog?part_brand=${parts[0]?.brandId}&part_search=${code}&sort=code` };
}

test('a manufacturer sets an attribute of all parts that match but one, and undoes it', async ({ open, demo }) => {
  const { parts, path } = await makeParts(demo, 'MASIVA', 6);
  const [first, ...others] = parts;
  await first?.client.call(api.attributes.store, {
    body: { part_id: first.id, name: 'Material', value: 'Acero', unit: '' },
  });
  const page = await open(`${path}&page[size]=4`, { as: 'fabricante' });
  await check(page, 'MASIVA-1').check();
  await check(page, 'MASIVA-3').click({ modifiers: ['Shift'] });
  await chosen(page, '3 piezas elegidas');
  await button(page, 'Siguiente').click();
  await check(page, 'MASIVA-5').check();
  await chosen(page, '4 piezas elegidas');
  await check(page, 'MASIVA-6').check();
  await button(page, 'Elegir las 6 que coinciden').click();
  await check(page, 'MASIVA-6').uncheck();
  await chosen(page, 'Las 6 que coinciden, menos 1');

  await choose(page, 'Atributo…');
  await button(page, 'Ver qué cambia').click();
  await page.getByText('Completá este campo').first().waitFor();
  await page.getByRole('combobox', { name: 'Atributo', exact: true }).fill('Material');
  await page.getByLabel('Valor').fill('Acero');
  await page.keyboard.press('Enter');
  await page.getByText('Cambian 4 piezas, 1 ya está así.').waitFor();
  await button(page, 'Cambiar 4 piezas').click();

  await page.getByText('Completado: 4 cambiadas, 1 sin cambios, 0 imposibles').first().waitFor();
  const values = () =>
    Promise.all(others.map(async (part) => (await readPart(part)).attributes.map(({ value }) => value)));
  expect(await values()).toEqual([['Acero'], ['Acero'], ['Acero'], ['Acero'], []]);
  await page.getByRole('link', { name: 'Ver lo que cambió' }).click();
  await page.getByText(/^Acción masiva · Fabiana Fabricante/).waitFor();
  await page.goBack();
  await button(page, 'Deshacer').click();
  await page.getByText('Se desharían 4 piezas.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(values).toEqual([[], [], [], [], []]);
});

test('parts are chosen by keyboard, and a part that cannot be moved is named with its reason', async ({
  open,
  demo,
}) => {
  const { parts, path } = await makeParts(demo, 'TECLADO', 3);
  const page = await open(path, { as: 'fabricante' });
  await row(page, 'TECLADO-1').focus();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await chosen(page, '3 piezas elegidas');
  await page.keyboard.press('Shift+ArrowUp');
  await chosen(page, '2 piezas elegidas');
  await page.keyboard.press('Escape');
  await page.getByText('piezas elegidas').waitFor({ state: 'detached' });
  await page.keyboard.press(' ');
  await chosen(page, '1 pieza elegida');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Shift+ ');
  await chosen(page, '2 piezas elegidas');

  const taken = parts[0];
  const [product] = await offered(demo, taken?.brandId ?? 0, taken?.productId ?? 0);
  await taken?.client.call(api.parts.store, {
    body: { part_brand_id: taken.brandId, part_product_id: product?.id ?? 0, code: 'TECLADO-1' },
  });
  await choose(page, 'Mover de producto o marca…');
  await page
    .getByRole('combobox', { name: 'Producto', exact: true })
    .last()
    .fill(product?.name ?? '');
  await page.getByRole('option', { name: product?.name ?? '', exact: true }).click();
  await button(page, 'Ver qué cambia').click();
  await page.getByText('Cambia 1 pieza, 1 no se puede.').waitFor();
  await button(page, 'Mover 1 pieza').click();
  await row(page, 'TECLADO-1').getByText('Ya hay una pieza').waitFor();
});

/** The products of a brand, but one. */
async function offered(demo: Demo, brandId: number, but: number) {
  const client = await demo.client('fabricante');
  const products = await client.call(api.products.json, { params: { categoryId: 'all', brandId } });
  return products.filter(({ id }) => id !== but);
}

test('on a phone, two cards are chosen and discontinued', async ({ open, demo }) => {
  const { parts, path } = await makeParts(demo, 'TARJETA', 3);
  const page = await open(path, { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await check(page, 'TARJETA-1').tap();
  await check(page, 'TARJETA-2').tap();
  await chosen(page, '2 piezas elegidas');
  await choose(page, 'Discontinuar');
  await page.getByText('Cambian 2 piezas.').waitFor();
  const states = () => Promise.all(parts.map(async (part) => (await readPart(part)).discontinued));
  // A quick action ends before its screen reads it for the first time.
  await page.route(/\/bulk\/\d+$/, async (route) => {
    await expect.poll(states).toEqual([1, 1, 0]);
    await route.continue();
  });
  await button(page, 'Discontinuar 2 piezas').tap();
  await page.getByText('Completado: 2 cambiadas').first().waitFor();
  await page.getByRole('link', { name: 'Volver' }).tap();
  await row(page, 'TARJETA-1').getByText('Discontinuada SI').waitFor();
});

test('clients cannot choose parts', async ({ open, demo }) => {
  const { path } = await makeParts(demo, 'VEDADA', 1);
  const page = await open(path, { as: 'cliente' });
  await row(page, 'VEDADA-1').waitFor();
  expect(await page.getByRole('checkbox').count()).toBe(0);
});
