import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { makePart, PRODUCT } from './support/parts.ts';

test('on a phone, the parts that lack a single thing are a tap away', async ({ open }) => {
  const page = await open('/parts/pending', { as: 'fabricante', viewport: PHONE });
  await page
    .getByRole('link', { name: /les falta una sola cosa$/ })
    .first()
    .click();
  await page.locator('[data-row]').first().waitFor();
  expect(new URL(page.url()).searchParams.get('filter[matches-gaps_count]')).toBe('1');
});

test('by product, a gap of a product of one brand opens its parts', async ({ open, demo }) => {
  const part = await makePart(demo, 'PENDIENTE-2');
  const page = await open('/parts/pending', { as: 'fabricante' });
  await page.getByText('Por producto').click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: PRODUCT, exact: true }) });
  await card.getByRole('link', { name: 'Código de barras' }).click();
  await page.getByRole('row').filter({ hasText: 'PENDIENTE-2' }).waitFor();
  const search = new URL(page.url()).searchParams;
  expect([search.get('part_brand'), search.get('part_product')]).toEqual([`${part.brandId}`, `${part.productId}`]);
  await page.goBack();
  await card.waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('product');
});

test('on a phone, a product of several brands is listed brand by brand', async ({ open }) => {
  const page = await open('/parts/pending?by=product', { as: 'admin', viewport: PHONE });
  const several = page.getByRole('listitem').filter({ hasText: 'de varias marcas' }).first();
  const name = await several.getByRole('heading').textContent();
  await several.getByRole('link').first().click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Producto' }).inputValue()).toBe(name);
  await page
    .getByRole('link', { name: /falta una sola cosa$/ })
    .first()
    .click();
  await page.locator('[data-row]').first().waitFor();
  expect(new URL(page.url()).searchParams.get('part_product')).not.toBeNull();
});
