import { api } from '@piezario/contract/api';
import { importFile, makeWorkbook } from '@piezario/server/testing/imports';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import type { Maker } from './makers.ts';
import { idOf, PRODUCT } from './parts.ts';

export const dialog = (page: Page) => page.getByRole('dialog', { name: /^¿Deshacer/ });

export const rows = (page: Page, within: string) =>
  page.getByRole('region', { name: within, exact: true }).locator('[data-row]');

export const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click();

/** Imports a workbook that changes one part, creates another and removes an attribute of a third. */
export async function importParts(demo: Demo, maker: Maker) {
  const admin = await demo.client('admin');
  const client = await demo.client(maker);
  const changed = await maker.store('DES-1');
  const emptied = await maker.store('DES-3');
  const height = { part_id: emptied, name: 'Altura', value: '93', unit: 'mm' };
  await client.call(api.attributes.store, { body: height });
  const file = await makeWorkbook(
    {
      Piezas: [maker.part('DES-1'), maker.part('DES-2')],
      Atributos: [[maker.brand, PRODUCT, 'DES-3', 'Altura', '(vacío)', null]],
    },
    'lista de marzo.xlsx',
  );
  const imported = await importFile(client, file);
  // Later the first part is edited and the attribute of the third is added again, so that neither can be undone.
  const { part_brand_id, part_product_id } = await admin.call(api.parts.show, { params: { partId: changed } });
  await admin.call(api.parts.update, {
    body: { part_id: changed, part_brand_id, part_product_id, code: 'DES-1', observation: 'Corregida después' },
  });
  await client.call(api.attributes.store, { body: height });
  return imported;
}

export async function codesOf(demo: Demo, maker: Maker): Promise<string[]> {
  const client = await demo.client(maker);
  const brandId = idOf(await client.call(api.brands.json, {}), maker.brand);
  const params = { brandId, productId: 'all' } as const;
  const { data } = await client.call(api.parts.list, { params, query: api.parts.list.query.parse({}) });
  return data.map(({ code }) => code).sort();
}
