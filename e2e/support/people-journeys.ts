import { api } from '@piezario/contract/api';
import type { Locator, Page } from 'playwright-core';
import type { Demo } from './demo.ts';

/** The first category, and the first two of its products. */
export async function findProducts(demo: Demo) {
  const admin = await demo.client('admin');
  const [category] = await admin.call(api.categories.json, { params: { brandId: 'all' } });
  if (!category) throw new Error('There are no categories');
  const products = await admin.call(api.products.jsonChained, { params: { categoryId: category.id } });
  const [one, other] = products;
  if (!one || !other) throw new Error('There are no products');
  return { category, one, other };
}

/** The names that an endpoint lists for the session of the page. */
export const asked = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`;
    const answer = await fetch(address, { headers: { authorization } });
    const { result } = (await answer.json()) as { result: { name: string }[] };
    return result.map(({ name }) => name);
  }, path);

export const brandsOf = (page: Page) => asked(page, api.brands.json.path);

export const assignments = (page: Page) => page.getByRole('region', { name: 'Marcas y productos asignados' });

/** Returns brand, category and product of each row, without the number of parts below the product. */
export const rowsOf = async (table: Locator) =>
  (await table.locator('tbody tr').allInnerTexts()).map((row) =>
    row
      .trim()
      .split('\t')
      .map((cell) => cell.replace(/\n[\d.]+ piezas?$/, '')),
  );

export const picker = (page: Page, level: string) => assignments(page).getByRole('combobox', { name: level });

export async function pick(page: Page, level: string, name: string) {
  await picker(page, level).click();
  await page.getByRole('option', { name, exact: true }).click();
}

export const assign = (page: Page) => assignments(page).getByRole('button', { name: 'Asignar' }).click();

export const confirm = (page: Page, action: string) =>
  page.getByRole('dialog').getByRole('button', { name: action }).click();
