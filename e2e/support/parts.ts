import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';

export const BRAND = 'Pampafil';
export const PRODUCT = 'Filtro de aceite';

/** A part with nothing in it, of a brand that every demo account but «usuario» reaches. */
export async function makePart(demo: Demo, code: string) {
  const client = await demo.client('fabricante');
  const brandId = idOf(await client.call(api.brands.json, {}), BRAND);
  const params = { categoryId: 'all', brandId } as const;
  const productId = idOf(await client.call(api.products.json, { params }), PRODUCT);
  const body = { part_brand_id: brandId, part_product_id: productId, code, observation: 'Como estaba' };
  const { id } = await client.call(api.parts.store, { body });
  return { client, id, brandId, productId, path: (step: number) => `/parts/catalog?part=${id}&step=${step}` };
}
export type MadePart = Awaited<ReturnType<typeof makePart>>;

export function idOf(list: readonly { id: number; name: string }[], name: string): number {
  const found = list.find((one) => one.name === name);
  if (!found) throw new Error(`There is no ${name}`);
  return found.id;
}

export const readPart = ({ client, id }: Pick<MadePart, 'client' | 'id'>) =>
  client.call(api.parts.show, { params: { partId: id } });

export const wizard = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('navigation', { name: 'Pasos' }) });
