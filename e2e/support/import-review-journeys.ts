import { api } from '@piezario/contract/api';
import { importFile, makeWorkbook } from '@piezario/server/testing/imports';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import type { Maker } from './makers.ts';
import { idOf } from './parts.ts';

export const CODES = ['ORD-1', 'ORD-2', 'ORD-3', 'ORD-4', 'ORD-5', 'ORD-6'];

export const detail = (page: Page) => page.getByRole('dialog').first();

export const kind = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Tipos de cambio' }).getByRole('listitem').filter({ hasText: name });

export const changes = (page: Page) =>
  detail(page).getByRole('region', { name: 'Cambios' }).locator('tbody tr[data-row]');

export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

export const row = (page: Page, name: string) => page.locator('[data-row]', { hasText: name });

export async function brandOf(demo: Demo, maker: Maker) {
  const client = await demo.client(maker);
  return { client, id: idOf(await client.call(api.brands.json, {}), maker.brand) };
}

/** Imports parts whose descriptions are in the reverse order of their codes. */
export async function storeParts(demo: Demo, maker: Maker) {
  const { client } = await brandOf(demo, maker);
  const parts = CODES.map((code, index) => maker.part(code).with(4, `Descripción ${9 - index}`));
  await importFile(client, await makeWorkbook({ Piezas: parts }));
  return client;
}

export const isInCatalogue = async (page: Page, brand: number, code: string) => {
  await page.goto(`/parts/catalog?part_brand=${brand}`);
  await row(page, 'ORD-6').waitFor();
  return (await row(page, code).count()) > 0;
};
