import { api } from '@piezario/contract/api';
import type { Client } from '@piezario/server/testing/client';

/** One pixel is decoded, written and named like any other picture. */
export const PIXEL = new File(
  [Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
  'foto.gif',
);

/** A part of a new brand. */
export async function addPart(admin: Client): Promise<number> {
  const { id: part_brand_id } = await admin.call(api.brands.add, { body: { name: crypto.randomUUID() } });
  const [category] = await admin.call(api.categories.json, { params: { brandId: 'all' } });
  const [product] = await admin.call(api.products.jsonChained, { params: { categoryId: category?.id ?? 0 } });
  const body = { part_brand_id, part_product_id: product?.id ?? 0, code: 'A1' };
  return (await admin.call(api.parts.store, { body })).id;
}
