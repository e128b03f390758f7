import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export const box = (page: Page) => page.getByRole('combobox', { name: 'Buscar piezas' });

/** What was found. The options of the pickers behind it are in the page too. */
export const options = (page: Page) => page.getByRole('listbox', { name: 'Resultados' }).getByRole('option');

export const rows = (page: Page) => page.locator('[data-row]');

export const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

export const palette = (page: Page) => page.getByRole('combobox', { name: /^Ir a/ });

/** Presses a key that works anywhere. A page that has just been painted may not listen yet. */
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

/** Presses the key until the option is the active one, and opens it. */
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
