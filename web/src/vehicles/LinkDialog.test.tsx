import { api } from '@piezario/contract/api';
import type { ListQuery } from '@piezario/contract/list';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makePart, pageOf } from '../testing/catalog.ts';
import { openApp } from '../testing/openApp.tsx';

const makeVehicle = (id: number, model: string, version: string) => ({
  ...{ id, imageUrl: null, origin: 'Argentina', brand: 'Volkswagen', model, model_master: model, version },
  ...{ engine_code: '', fuel: 'Nafta', sold_from_year: 2001, sold_until_year: null },
  ...{ vehicle_linked: 0 as const, applications: [], components: {} },
});
const VEHICLES = [makeVehicle(1, 'Gol', '1.4'), makeVehicle(2, 'Gol', '1.6'), makeVehicle(3, 'Golf IV', '1.6')];

test('the models of the filtered vehicles are listed before they are linked by keyboard, without those in conflict', async () => {
  const part = { ...makePart(), attributes: [], cross: [], vehicles: [], pictures: [] };
  const flagIn = ({ filters }: ListQuery, name: string) => filters.find(({ column }) => column === name)?.value;
  const fake = openApp(`${CATALOG}&part=${part.id}&step=2`, {
    fakes: {
      ...catalogOf([part]),
      parts: { ...catalogOf([part]).parts, show: () => part },
      suggestions: {
        list: () => ({ total: 0, vehicles: [], numbers: 0, sources: 0, rejected: { total: 0, vehicles: [] } }),
      },
      vehicles: {
        list: ({ query }) => {
          const conflict = flagIn(query, 'has_conflict');
          const found = VEHICLES.filter(({ id }) => conflict === undefined || (conflict === '1') === (id === 2));
          return { vehicles: pageOf(found, query), headers: [] };
        },
        linkMany: () => ({ changed: 2, vehicles_count: 2, operation_id: null }),
      },
    },
  });
  await page.getByLabelText('Filtrar Modelo').fill('gol');
  const opener = page.getByRole('button', { name: 'Vincular los 3 filtrados', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Vehículos que se vinculan' });
  await expect.element(dialog.getByText('1 vehículo queda afuera', { exact: false })).toBeVisible();
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent),
  ).toEqual(['Volkswagen Gol: 1 versión', 'Volkswagen Golf IV: 1 versión']);
  expect(fake.calls(api.vehicles.linkMany)).toEqual([]);
  await expect.element(dialog.getByRole('button', { name: 'Vincular 2' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByRole('button', { name: 'Vincular 2' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  const [sent] = fake.calls(api.vehicles.linkMany);
  expect(sent?.body.query.map(({ mode, column, value }) => `${mode}-${column}=${value}`)).toEqual([
    ...['contains-model=gol', 'matches-vehicle_linked=0', 'matches-has_conflict=0'],
  ]);
});
