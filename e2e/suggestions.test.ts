import { api } from '@piezario/contract/api';
import { test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { wizard } from './support/parts.ts';
import { makePair } from './support/suggestions-journeys.ts';

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
