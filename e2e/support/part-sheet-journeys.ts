import type { Page } from 'playwright-core';
import { BRAND } from './parts.ts';

export const dialog = (page: Page) => page.getByRole('dialog');

export const isAt = (page: Page, code: string) =>
  page.getByRole('heading', { level: 1, name: `${BRAND} ${code}` }).waitFor();

export const block = (page: Page, title: string) => page.getByRole('region', { name: title });
