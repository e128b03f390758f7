import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import type { MadePart } from './parts.ts';

export const dialog = (page: Page) => page.getByRole('dialog');

export const saves = (page: Page) => dialog(page).locator('[data-row]');

export const save = (page: Page, text: string | RegExp) => saves(page).filter({ hasText: text }).first();

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

export const undo = (page: Page) => page.getByRole('button', { name: 'Deshacer' });

export const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name }).click();

export const catalogue = ({ brandId }: MadePart, code: string) =>
  `/parts/catalog?part_brand=${brandId}&part_search=${code}`;

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

export const addAttribute = ({ client, id }: MadePart, name: string) =>
  client.call(api.attributes.store, { body: { part_id: id, name, value: '12', unit: 'mm' } });
