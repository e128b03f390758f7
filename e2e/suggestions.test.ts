import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { type MadePart, makePart, readPart, wizard } from './support/parts.ts';

/** Two parts with the same number: the first goes in vehicles in front, the second in none. */
async function makePair(demo: Demo, code: string) {
  const [from, part] = [await makePart(demo, `${code}-A`), await makePart(demo, `${code}-B`)];
  const { client } = part;
  for (const { id: part_id } of [from, part]) {
    await client.call(api.crosses.store, { body: { part_id, brand: 'Fiat', code: `${code}-77` } });
  }
  const query = api.vehicles.list.query.parse({ 'filter[contains-model]': 'gol trend' });
  const { vehicles } = await client.call(api.vehicles.list, { params: { partId: part.id }, query });
  for (const { id: vehicle_id } of vehicles.data.slice(0, 3)) {
    await client.call(api.vehicles.store, { body: { part_id: from.id, vehicle_id, positions: ['Delantera'] } });
  }
  return { from, part };
}

const linked = async (part: MadePart) => (await readPart(part)).vehicles_count;
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Vehículos sugeridos' });
const entries = (page: Page) => dialog(page).getByRole('list').getByRole('checkbox');
const open = (page: Page, name: string | RegExp) => wizard(page).getByRole('button', { name }).click();

test('vehicles that other parts suggest are added with what is said of them, or rejected, and both can be undone', async ({
  open: visit,
  demo,
}) => {
  const { part } = await makePair(demo, 'SUGERIDA-1');
  const page = await visit(part.path(2), { as: 'fabricante' });
  await open(page, 'Sugerencias (3)');
  await dialog(page).getByText('Lo tiene Pampafil SUGERIDA-1-A, con Fiat SUGERIDA-1-77').first().waitFor();

  await entries(page).first().check();
  await dialog(page).getByRole('button', { name: 'No son para esta pieza' }).click();
  await page.getByText('No se sugiere más 1 vehículo').waitFor();
  await expect.poll(() => entries(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => entries(page).count()).toBe(3);

  await dialog(page).getByLabel('Todos (3)').check();
  await dialog(page).getByRole('button', { name: 'Agregar 3' }).click();
  await page.getByText('Se vincularon 3 vehículos').waitFor();
  await keepNotice(page);
  await dialog(page)
    .getByText(/^No hay nada para sugerir/)
    .waitFor();
  expect(await linked(part)).toBe(3);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await wizard(page).getByText('3 vinculados').waitFor();
  await wizard(page).locator('[data-row]').first().getByText('Delantera').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await wizard(page).getByRole('button', { name: 'Sugerencias (3)' }).waitFor();
  expect(await linked(part)).toBe(0);
});

test('what was rejected some time ago can be suggested again', async ({ open: visit, demo }) => {
  const { part } = await makePair(demo, 'SUGERIDA-4');
  const { vehicles } = await part.client.call(api.suggestions.list, { params: { partId: part.id } });
  const vehicle_ids = vehicles.map(({ id }) => id);
  await part.client.call(api.suggestions.reject, { body: { part_id: part.id, vehicle_ids } });
  const page = await visit(part.path(2), { as: 'fabricante' });
  await open(page, 'Sugerencias');
  await dialog(page)
    .getByText(/^No queda nada para sugerir/)
    .waitFor();
  await dialog(page).getByText('Rechazadas (3)').click();
  await dialog(page)
    .getByRole('button', { name: /^Volver a sugerir/ })
    .first()
    .click();
  await dialog(page).getByText('Rechazadas (2)').waitFor();
  expect(await entries(page).count()).toBe(1);
});

test('a part without OEM numbers says why nothing is suggested', async ({ open: visit, demo }) => {
  const part = await makePart(demo, 'SUGERIDA-2');
  const page = await visit(part.path(2), { as: 'fabricante' });
  await open(page, 'Sugerencias');
  await dialog(page)
    .getByText(/no tiene números originales entre sus equivalencias/)
    .waitFor();
});

test('a double click rejects once, and it can be undone', async ({ open: visit, demo }) => {
  const { part } = await makePair(demo, 'SUGERIDA-5');
  const page = await visit(part.path(2), { as: 'fabricante' });
  await open(page, 'Sugerencias (3)');
  await entries(page).first().check();
  await dialog(page).getByRole('button', { name: 'No son para esta pieza' }).dblclick();
  await expect.poll(() => entries(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => entries(page).count()).toBe(3);
});

test('with the keyboard one goes from pair to pair saying that they are alternatives', async ({
  open: visit,
  demo,
}) => {
  const pairs = [await makePair(demo, 'CONFLICTO-2'), await makePair(demo, 'CONFLICTO-3')];
  for (const { from, part } of pairs)
    await part.client.call(api.vehicles.copy, { body: { part_id: part.id, from_part_id: from.id } });
  const { brandId, productId } = pairs[0]?.from ?? { brandId: 0, productId: 0 };
  const page = await visit(`/parts/conflicts?brand=${brandId}&product=${productId}`, { as: 'fabricante' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const alternatives = page.getByRole('region', { name: 'Alternativas' });
  const name = 'Son alternativas: CONFLICTO-2-A y CONFLICTO-2-B';
  await page.getByRole('button', { name, exact: true }).press('Enter');
  await alternatives.getByText('CONFLICTO-2-B').waitFor();
  await expect.poll(focused).toMatch(/^Son alternativas/);
  await page.keyboard.press('Enter');
  await expect.poll(() => alternatives.getByRole('listitem').count()).toBe(2);
});

test('on a phone the same is done by touch', async ({ open: visit, demo }) => {
  const { part } = await makePair(demo, 'SUGERIDA-3');
  const page = await visit(part.path(2), { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await wizard(page).getByRole('button', { name: 'Sugerencias (3)' }).tap();
  await entries(page).first().tap();
  await dialog(page).getByRole('button', { name: 'Agregar 1' }).tap();
  await page.getByText('Se vinculó 1 vehículo').waitFor();
  expect(await linked(part)).toBe(1);
});

test('two parts in the same place of a vehicle are found, opened at their vehicles, and silenced as alternatives', async ({
  open: visit,
  demo,
}) => {
  const { from, part } = await makePair(demo, 'CONFLICTO-1');
  await part.client.call(api.vehicles.copy, { body: { part_id: part.id, from_part_id: from.id } });
  const page = await visit(`/parts/conflicts?brand=${from.brandId}&product=${from.productId}`, { as: 'fabricante' });
  const pair = page.getByRole('listitem').filter({ hasText: 'CONFLICTO-1-A y CONFLICTO-1-B' });
  await pair.getByText('3 vehículos').waitFor();
  await pair.getByText(/\(delantera\)/).waitFor();
  await pair.getByRole('link', { name: 'CONFLICTO-1-B' }).click();
  await wizard(page).getByText('3 vinculados').waitFor();
  await page.goBack();

  await pair.getByRole('button', { name: /^Son alternativas/ }).click();
  await page.getByText('Quedaron como alternativas').waitFor();
  await keepNotice(page);
  const alternatives = page.getByRole('region', { name: 'Alternativas' });
  await alternatives.getByText('CONFLICTO-1-B').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await pair.getByRole('button', { name: /^Son alternativas/ }).click();
  await alternatives.getByRole('button', { name: /CONFLICTO-1-B$/ }).click();
  await pair.getByRole('button', { name: /^Son alternativas/ }).waitFor();
});
