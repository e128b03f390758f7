import type { Page } from 'playwright-core';

export const firstRow = (page: Page) => page.locator('[data-row]').first();

export const notice = (page: Page) => page.locator('[data-notice]');

/** Chooses from the menu, as people do: an address that is typed would load the page anew. */
export async function choose(page: Page, screen: string) {
  await page.getByRole('button', { name: 'Menú' }).click();
  await page.getByRole('menuitem', { name: screen }).click();
}
