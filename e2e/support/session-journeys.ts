import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';

export const address = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return decodeURIComponent(pathname + search);
};

/** Waits for the catalog, which shows the parts of a person's only brand, or else asks for a brand. */
export const inCatalog = (page: Page) =>
  page.getByRole('heading', { name: /^(Seleccioná una marca|Piezas)$/ }).waitFor();

export const storage = (page: Page) => page.evaluate(() => Object.keys(localStorage));

/** The dialog that asks for the password over the screen. */
export const again = (page: Page) => page.getByRole('dialog').filter({ hasText: 'Tu sesión terminó' });

export const notice = (page: Page) => page.locator('[data-notice]');

export const expired = (page: Page) =>
  notice(page).getByRole('alert').getByText('access_token expired', { exact: true });

/** Ends the session of the page at the server. The page learns of it from its next call. */
export async function revoke(page: Page) {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await page.request.get(api.auth.logout.path, { headers: { authorization: `Bearer ${token}` } });
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /Tu cuenta/ }).click();
  await page.getByRole('menuitem', { name: 'Salir' }).click();
  await page.waitForURL(/\/login/);
}
