import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { button, checkboxOf, choose, makeParts, row, waitForStatus } from './support/bulk-journeys.ts';
import { search } from './support/catalog.ts';
import type { Demo } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
import { BRAND, readPart } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

/** Returns all products of a brand except one. */
async function offered(demo: Demo, brandId: number, but: number) {
  const client = await demo.client('fabricante');
  const products = await client.call(api.products.json, { params: { categoryId: 'all', brandId } });
  return products.filter(({ id }) => id !== but);
}

test('a part that cannot be moved is named with its reason', async ({ open, demo }) => {
  const { parts, path } = await makeParts(demo, 'MUDANZA', 3);
  const page = await open(path, { as: 'fabricante' });
  await checkboxOf(page, 'MUDANZA-1').check();
  await checkboxOf(page, 'MUDANZA-2').check();

  const taken = parts[0];
  const [product] = await offered(demo, taken?.brandId ?? 0, taken?.productId ?? 0);
  await taken?.client.call(api.parts.store, {
    body: { part_brand_id: taken.brandId, part_product_id: product?.id ?? 0, code: 'MUDANZA-1' },
  });
  await choose(page, 'Mover de producto o marca…');
  await page
    .getByRole('combobox', { name: 'Producto', exact: true })
    .last()
    .fill(product?.name ?? '');
  await page.getByRole('option', { name: product?.name ?? '', exact: true }).click();
  await button(page, 'Ver qué cambia').click();
  await page.getByText('Cambia 1 pieza, 1 no se puede.').waitFor();
  await button(page, 'Mover 1 pieza').click();
  await row(page, 'MUDANZA-1').getByText('Ya hay una pieza').waitFor();
});

test('on a phone, two cards are chosen and discontinued', async ({ open, demo }) => {
  const { parts, path } = await makeParts(demo, 'TARJETA', 3);
  const page = await open(path, { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await checkboxOf(page, 'TARJETA-1').tap();
  await checkboxOf(page, 'TARJETA-2').tap();
  await waitForStatus(page, '2 piezas elegidas');
  await choose(page, 'Discontinuar');
  await page.getByText('Cambian 2 piezas.').waitFor();
  const states = () => Promise.all(parts.map(async (part) => (await readPart(part)).discontinued));
  // Delays the first read of the screen until the action has ended, as can happen with a quick action.
  await page.route(/\/bulk\/\d+$/, async (route) => {
    await expect.poll(states).toEqual([1, 1, 0]);
    await route.continue();
  });
  await button(page, 'Discontinuar 2 piezas').tap();
  await expectEnded(page, 'Completado: 2 cambiadas');
  await page.getByRole('link', { name: 'Volver' }).tap();
  await row(page, 'TARJETA-1').getByText('Discontinuada SI').waitFor();
});

test('by keyboard alone, five parts get an attribute with at most 40 keys', async ({ open, demo }) => {
  const { parts } = await makeParts(demo, 'DEDOS', 6);
  const page = await open(`/parts/catalog?part_brand=${parts[0]?.brandId}&sort=code`, { as: 'fabricante' });
  await row(page, BRAND).first().waitFor();
  let count = 0;
  const press = async (...keys: readonly string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    count += keys.length;
  };
  const inMenu = page.locator('[role="menu"] :focus');

  await press('f', 'Tab', 'Tab', ...'dedos-');
  await expect.poll(() => search(page).part_search).toBe('dedos-');
  await expect.poll(() => page.locator('[data-row]').count()).toBe(6);
  await press('ArrowDown', ...Array<string>(4).fill('Shift+ArrowDown'));
  await waitForStatus(page, '5 piezas elegidas');
  await press('a');
  await inMenu.waitFor();
  await press('a');
  await inMenu.and(page.getByRole('menuitem', { name: 'Atributo…' })).waitFor();
  await press('Enter');
  await page.getByRole('combobox', { name: 'Atributo', exact: true }).and(page.locator(':focus')).waitFor();
  await press(...'Color', 'Tab', ...'Rojo', 'Enter');
  await page.getByText('Cambian 5 piezas.').waitFor();
  const confirm = button(page, 'Cambiar 5 piezas').and(page.locator(':focus'));
  for (let tabs = 0; tabs < 9 && !(await confirm.isVisible()); tabs++) await press('Tab');
  await press('Enter');
  await expectEnded(page, 'Completado: 5 cambiadas, 0 sin cambios, 0 imposibles');
  expect(count).toBeLessThanOrEqual(40);
  const values = await Promise.all(parts.map(async (part) => (await readPart(part)).attributes.length));
  expect(values).toEqual([1, 1, 1, 1, 1, 0]);
});
