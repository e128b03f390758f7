import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { type MadePart, wizard } from './parts.ts';

export const rows = (page: Page) => wizard(page).locator('[data-row]');

export const link = (page: Page, index: number) => rows(page).nth(index).getByRole('switch');

/** The dialog of the applications of the part to one vehicle. */
export const dialog = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Aplicaciones' }) });

export async function applicationsOf({ client, id }: Pick<MadePart, 'client' | 'id'>) {
  const query = api.vehicles.list.query.parse({ 'filter[matches-vehicle_linked]': '1' });
  const { vehicles } = await client.call(api.vehicles.list, { params: { partId: id }, query });
  return vehicles.data.map(({ applications }) => applications.map(({ id: _, ...said }) => said));
}

export const NOTHING = { positions: [], quantity: null, note: '', from_year: null, until_year: null };
