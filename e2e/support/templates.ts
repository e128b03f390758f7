import { api } from '@piezario/contract/api';
import type { TemplateAttribute } from '@piezario/contract/templates';
import { sendTemplate, templated } from '@piezario/server/testing/templates';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from './demo.ts';
import { makePart } from './parts.ts';

export const readTemplate = async (demo: Demo, productId: number) =>
  (await demo.client('admin')).call(api.templates.show, { params: { productId } });

/** Makes a product for one journey, so that its template does not affect the parts of others. */
export async function makeProduct(demo: Demo, name: string) {
  const admin = await demo.client('admin');
  const part = await makePart(demo, `${name}-0`);
  const { part_category_id } = await admin.call(api.products.show, { params: { id: part.productId } });
  const { id } = await admin.call(api.products.add, { body: { name, category_id: part_category_id } });
  return { admin, id, brandId: part.brandId };
}

type Said = Pick<TemplateAttribute, 'name'> & Partial<TemplateAttribute>;

export async function storeTemplate(demo: Demo, product_id: number, ...attributes: Said[]) {
  const whole = attributes.map(({ name, ...more }) => templated(name, more));
  expect(await sendTemplate(await demo.client('admin'), product_id, whole)).toMatchObject({ code: 200 });
}

export const editor = (page: Page) => page.getByRole('region', { name: 'Plantilla de atributos' });
export const press = (page: Page, name: string | RegExp) => editor(page).getByRole('button', { name }).click();
export const field = (page: Page, name: string) => editor(page).getByLabel(name, { exact: true });
