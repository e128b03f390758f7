import { api } from '@piezario/contract/api';
import type { Part } from '@piezario/contract/parts';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo, DemoAccount } from './demo.ts';
import { idOf } from './parts.ts';

/* The screen of the catalog. */

export const CATALOG = '/parts/catalog';

export const tools = (page: Page) => page.getByRole('search', { name: 'Catálogo' });
export const picker = (page: Page, level: string) => tools(page).getByRole('combobox', { name: level });
export const codeFilter = (page: Page) => page.getByLabel('Filtrar Código');
export const rows = (within: Page | Locator) => within.locator('tbody tr[data-row]');
export const dialog = (page: Page) => page.getByRole('dialog');
export const chooseBrand = (page: Page) => page.getByRole('heading', { name: 'Seleccioná una marca' });

/** Chooses by keyboard: Enter takes the highlighted option. */
export async function typeAndEnter(page: Page, level: string, typed: string, name: string) {
  await expect.poll(() => picker(page, level).isEnabled()).toBe(true);
  await picker(page, level).focus();
  await page.keyboard.type(typed);
  await page.locator('[data-combobox-selected]').getByText(name, { exact: true }).waitFor();
  await page.keyboard.press('Enter');
}

export async function pick(page: Page, level: string, name: string) {
  await picker(page, level).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
}

export const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
export const storage = (page: Page) =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('part_'))));
export const text = (total: number) => `de ${total.toLocaleString('es-AR')} piezas`;
export const counted = (within: Page | Locator, total: number) =>
  within.getByText(new RegExp(`de ${total.toLocaleString('es-AR')} \\p{L}+$`, 'u')).waitFor();

/** Finds a brand, a category and a product by name, and their first 200 parts, as the account sees them. */
export async function find(demo: Demo, account: DemoAccount, brand: string, category = '', product = '') {
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

/** Returns the first part with more than one row in each of its counts. */
export function full(parts: readonly Part[]): Part {
  const counts = ['attributes_count', 'cross_count', 'pictures_count', 'vehicles_count'] as const;
  const part = parts.find((one) => counts.every((count) => one[count] > 1));
  if (!part) throw new Error('No part has it all');
  return part;
}
