import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import type { Demo } from './demo.ts';
import { type MadePart, makePart, readPart, wizard } from './parts.ts';

/** Makes two parts with the same OEM number. The first has three vehicles, all in front, and the second has none. */
export async function makePair(demo: Demo, code: string) {
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

export const linked = async (part: MadePart) => (await readPart(part)).vehicles_count;

export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Vehículos sugeridos' });

export const entries = (page: Page) => dialog(page).getByRole('list').getByRole('checkbox');

export const open = (page: Page, name: string | RegExp) => wizard(page).getByRole('button', { name }).click();
