import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import { BRAND, makePart } from './parts.ts';

export const checkboxOf = (page: Page, code: string) =>
  page.getByRole('checkbox', { name: `Seleccionar ${BRAND} ${code}` });

export const row = (page: Page, code: string) => page.locator('[data-row]').filter({ hasText: code });

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

export const waitForStatus = (page: Page, words: string) =>
  page.getByRole('status').getByText(words, { exact: true }).waitFor();

export async function choose(page: Page, action: string) {
  await button(page, 'Acciones').click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Makes parts whose codes differ only in the last number. Returns them and the path of their list, by code. */
export async function makeParts(demo: Demo, code: string, count: number) {
  const parts = [];
  for (let number = 1; number <= count; number++) parts.push(await makePart(demo, `${code}-${number}`));
  return { parts, path: `/parts/catalog?part_brand=${parts[0]?.brandId}&part_search=${code}&sort=code` };
}
