import type { Page } from 'playwright-core';

export const rows = (page: Page) => page.locator('tr[data-row]');

export const firstCells = async (page: Page) => rows(page).locator('> :first-child').allTextContents();

export const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor();
