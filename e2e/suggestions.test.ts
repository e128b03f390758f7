import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { wizard } from './support/parts.ts';
import { dialog, entries, linked, makePair, open } from './support/suggestions-journeys.ts';

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

test('two parts in the same position of a vehicle are listed, opened there, and marked as alternatives', async ({
  open: visit,
  demo,
}) => {
  const { from, part } = await makePair(demo, 'CONFLICTO-1');
  await part.client.call(api.vehicles.copy, { body: { part_id: part.id, from_part_id: from.id } });
  const page = await visit(`/parts/conflicts?brand=${from.brandId}&product=${from.productId}`, { as: 'fabricante' });
  const pair = page.getByRole('listitem').filter({ hasText: 'CONFLICTO-1-A y CONFLICTO-1-B' });
  await pair.getByText('3 vehículos').waitFor();
  await pair.getByText(/\(delantera\)/).waitFor();
  await pair.getByRole('link', { name: 'Corregir CONFLICTO-1-B' }).click();
  await wizard(page).getByText('3 vinculados').waitFor();
  await page.goBack();

  await pair.getByRole('button', { name: /^Son alternativas/ }).click();
  await page.getByText('Quedaron como alternativas').waitFor();
  await keepNotice(page);
  const alternatives = page.getByRole('region', { name: 'Alternativas' });
  await alternatives.getByRole('link', { name: 'CONFLICTO-1-B', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await pair.getByRole('button', { name: /^Son alternativas/ }).click();
  await alternatives.getByRole('button', { name: /CONFLICTO-1-B$/ }).click();
  await pair.getByRole('button', { name: /^Son alternativas/ }).waitFor();
});
