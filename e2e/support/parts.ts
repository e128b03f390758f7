import { api } from '@piezario/contract/api';
import { Client } from '@piezario/server/testing/client';
import type { Page } from 'playwright-core';

export const BRAND = 'Pampafil';
export const PRODUCT = 'Filtro de aceite';

/** A part with nothing in it, of a brand that every demo account reaches. */
export async function makePart(url: string, code: string) {
  const client = await new Client(url).signIn('fabricante@piezario.demo', 'piezario-demo');
  const brandId = idOf(await client.call(api.brands.json, {}), BRAND);
  const params = { categoryId: 'all', brandId } as const;
  const productId = idOf(await client.call(api.products.json, { params }), PRODUCT);
  const body = { part_brand_id: brandId, part_product_id: productId, code, observation: 'Como estaba' };
  const { id } = await client.call(api.parts.store, { body });
  return { client, id, brandId, productId, path: (step: number) => `/parts/catalog?part=${id}&step=${step}` };
}
export type MadePart = Awaited<ReturnType<typeof makePart>>;

function idOf(list: readonly { id: number; name: string }[], name: string): number {
  const found = list.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found.id;
}

export const readPart = ({ client, id }: Pick<MadePart, 'client' | 'id'>) =>
  client.call(api.parts.show, { params: { partId: id } });

export const wizard = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('navigation', { name: 'Pasos' }) });
