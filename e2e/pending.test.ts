import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { BRAND, makePart, PRODUCT, readPart, wizard } from './support/parts.ts';

test('from what the catalogue lacks to a mended part in three clicks', async ({ open, demo }) => {
  const part = await makePart(demo, 'PENDIENTE-1');
  // It fits more than the others, and so is on the first page.
  await part.client.call(api.vehicles.linkMany, {
    body: { part_id: part.id, linked: 1, query: { 'filter[matches-brand]': 'Fiat' } },
  });
  const page = await open('/parts/pending', { as: 'fabricante' });
  const brand = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: BRAND }) });
  await brand.getByRole('link', { name: 'Equivalencias' }).click();
  await page.getByText('Le falta Equivalencias').waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'PENDIENTE-1' })
    .getByRole('button', { name: /^Editar/ })
    .click();
  await wizard(page).getByRole('heading', { name: 'Equivalencias' }).first().waitFor();
  const form = wizard(page).getByRole('form', { name: 'Nueva equivalencia' });
  await form.getByRole('combobox', { name: 'Marca' }).fill('Fiat');
  await form.getByRole('textbox', { name: 'Código' }).fill('99-PEN');
  await form.getByRole('button', { name: 'Agregar' }).click();
  await expect.poll(async () => (await readPart(part)).gaps).not.toContain('crosses');
});

test('on a phone, the parts that lack a single thing are a tap away', async ({ open }) => {
  const page = await open('/parts/pending', { as: 'fabricante', viewport: PHONE });
  await page
    .getByRole('link', { name: /les falta una sola cosa$/ })
    .first()
    .click();
  await page.locator('[data-row]').first().waitFor();
  expect(new URL(page.url()).searchParams.get('filter[matches-gaps_count]')).toBe('1');
});

test('by product, a number opens its parts of the brand that makes it', async ({ open, demo }) => {
  const part = await makePart(demo, 'PENDIENTE-2');
  const page = await open('/parts/pending', { as: 'fabricante' });
  await page.getByText('Por producto').click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: PRODUCT, exact: true }) });
  await card.getByRole('link', { name: 'Equivalencias' }).click();
  await page.getByRole('row').filter({ hasText: 'PENDIENTE-2' }).waitFor();
  const search = new URL(page.url()).searchParams;
  expect([search.get('part_brand'), search.get('part_product')]).toEqual([`${part.brandId}`, `${part.productId}`]);
  await page.goBack();
  await card.waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('product');
});

test('on a phone, a product of several brands is told brand by brand', async ({ open }) => {
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
