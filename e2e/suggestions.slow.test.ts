import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { makePart, wizard } from './support/parts.ts';
import { dialog, entries, linked, makePair, open } from './support/suggestions-journeys.ts';

test('a rejected vehicle can be suggested again', async ({ open: visit, demo }) => {
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

test('the keyboard declares pair after pair as alternatives', async ({ open: visit, demo }) => {
  const pairs = [await makePair(demo, 'CONFLICTO-2'), await makePair(demo, 'CONFLICTO-3')];
  for (const { from, part } of pairs)
    await part.client.call(api.vehicles.copy, { body: { part_id: part.id, from_part_id: from.id } });
  const { brandId, productId } = pairs[0]?.from ?? { brandId: 0, productId: 0 };
  const page = await visit(`/parts/conflicts?brand=${brandId}&product=${productId}`, { as: 'fabricante' });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  const alternatives = page.getByRole('region', { name: 'Alternativas' });
  const name = 'Son alternativas: CONFLICTO-2-A y CONFLICTO-2-B';
  await page.getByRole('button', { name, exact: true }).press('Enter');
  await alternatives.getByRole('link', { name: 'CONFLICTO-2-B', exact: true }).waitFor();
  await expect.poll(focused).toMatch(/^Son alternativas/);
  await page.keyboard.press('Enter');
  await expect.poll(() => alternatives.getByRole('listitem').count()).toBe(2);
});

test('on a phone a suggested vehicle is added by touch', async ({ open: visit, demo }) => {
  const { part } = await makePair(demo, 'SUGERIDA-3');
  const page = await visit(part.path(2), { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await wizard(page).getByRole('button', { name: 'Sugerencias (3)' }).tap();
  await entries(page).first().tap();
  await dialog(page).getByRole('button', { name: 'Agregar 1' }).tap();
  await page.getByText('Se vinculó 1 vehículo').waitFor();
  await expect.poll(() => linked(part)).toBe(1);
});

test('vehicles that other parts suggest are added with their positions, or rejected, and both can be undone', async ({
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
  await expect.poll(() => linked(part)).toBe(3);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await wizard(page).getByText('3 vinculados').waitFor();
  await wizard(page).locator('[data-row]').first().getByText('Delantera').waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await wizard(page).getByRole('button', { name: 'Sugerencias (3)' }).waitFor();
  await expect.poll(() => linked(part)).toBe(0);
});
