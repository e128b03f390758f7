import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from './demo.ts';
import { makePart } from './parts.ts';

export const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar piezas' });

/** Options of the results only: the page also has those of the pickers. */
export const options = (page: Page) => page.getByRole('listbox', { name: 'Resultados' }).getByRole('option');

export const rows = (page: Page) => page.locator('[data-row]');

export const palette = (page: Page) => page.getByRole('combobox', { name: /^Ir a/ });

/** Presses a global shortcut until it works: a page that was just painted may not listen yet. */
export async function pressUntil(page: Page, key: string, isDone: () => Promise<boolean>) {
  await expect
    .poll(async () => {
      if (!(await isDone())) await page.keyboard.press(key);
      return isDone();
    })
    .toBe(true);
}

export const toBox = (page: Page) =>
  pressUntil(page, '/', () => box(page).evaluate((element) => element === document.activeElement));

export const toPalette = (page: Page) => pressUntil(page, 'Control+k', () => palette(page).isVisible());

export const isAt = (path: string) => (url: URL) => url.pathname === path;

/** Presses ArrowDown until the option is active, and opens it. */
export async function openOption(page: Page, name: RegExp) {
  await options(page).filter({ hasText: name }).first().waitFor();
  await expect
    .poll(async () => {
      if (await isActive(page, name)) return true;
      await page.keyboard.press('ArrowDown');
      return isActive(page, name);
    })
    .toBe(true);
  await page.keyboard.press('Enter');
}

const isActive = (page: Page, name: RegExp) =>
  options(page)
    .and(page.locator('[aria-selected="true"]'))
    .filter({ hasText: name })
    .count()
    .then((count) => count > 0);

/** Makes two parts whose codes contain the text, and one with a cross reference that does. Returns the first. */
export async function makeFound(demo: Demo, text: string) {
  const part = await makePart(demo, `${text}-1`);
  await makePart(demo, `X-${text}-2`);
  const called = await makePart(demo, `AJENA-${[...text].reverse().join('')}`);
  await called.client.call(api.crosses.store, { body: { part_id: called.id, brand: 'Fiat', code: `77-${text}-9` } });
  return part;
}

export async function enter(page: Page, text: string) {
  await box(page).fill(text);
  await box(page).press('Enter');
}
