import { api } from '@piezario/contract/api';
import type { ListQuery } from '@piezario/contract/list';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makePart, pageOf } from '../testing/catalog.ts';
import { type Fakes, Refusal } from '../testing/fakeApi.ts';
import { openApp } from '../testing/openApp.tsx';
import { deferred } from '../testing/page.ts';

const makeVehicle = (id: number, model: string, version: string) => ({
  ...{ id, imageUrl: null, origin: 'Argentina', brand: 'Volkswagen', model, model_master: model, version },
  ...{ engine_code: '', fuel: 'Nafta', sold_from_year: 2001, sold_until_year: null },
  ...{ vehicle_linked: 0 as const, applications: [], components: {} },
});
const VEHICLES = [makeVehicle(1, 'Gol', '1.4'), makeVehicle(2, 'Gol', '1.6'), makeVehicle(3, 'Golf IV', '1.6')];

const PART = { ...makePart(), attributes: [], cross: [], vehicles: [], pictures: [] };
const flagIn = ({ filters }: ListQuery, name: string) => filters.find(({ column }) => column === name)?.value;

/** Opens the vehicles of a part. One of them has a conflict. */
const openVehicles = (more: Fakes = {}) =>
  openApp(`${CATALOG}&part=${PART.id}&step=2`, {
    fakes: {
      ...catalogOf([PART]),
      parts: { ...catalogOf([PART]).parts, show: () => PART },
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
      ...more,
    },
  });

test('the models of the filtered vehicles are listed before they are linked by keyboard, without those in conflict', async () => {
  const fake = openVehicles();
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

test('the fields of the applications that pass the filters are changed by keyboard, and the others stay', async () => {
  const none = { positions: [], quantity: null, note: '', from_year: null, until_year: null };
  const linked = VEHICLES.map((vehicle) => ({
    ...vehicle,
    vehicle_linked: 1 as const,
    applications: [{ ...none, id: vehicle.id }],
  }));
  const part = { ...PART, vehicles_count: 3 };
  let isRefused = true;
  const fake = openVehicles({
    ...catalogOf([part]),
    parts: { ...catalogOf([part]).parts, show: () => part },
    vehicles: {
      list: ({ query }) => ({ vehicles: pageOf(linked, query), headers: [] }),
      changeMany: () => {
        if (isRefused) throw new Refusal(409, 'No se cambió nada: Volkswagen Gol 1.4 se vendió de 2001 a hoy');
        return { changed: 3, operation_id: 5 };
      },
    },
  });
  await page.getByLabelText('Filtrar Modelo').fill('gol');
  const opener = page.getByRole('button', { name: 'Cambiar aplicaciones', exact: true });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Cambiar aplicaciones' });
  await expect.element(dialog.getByText('Cambian 3 aplicaciones de 3 vehículos:')).toBeVisible();
  const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true });
  await expect.element(choice('Posición')).toHaveFocus();
  await userEvent.keyboard('{Tab}{Tab}{Tab}{Tab}{Tab}{Tab}{Enter}');
  await expect.element(dialog.getByText('Elegí qué cambia')).toBeVisible();
  await expect.element(choice('Posición')).toHaveFocus();
  await choice('Posición').selectOptions('Poner…');
  await choice('Cantidad').selectOptions('Poner…');
  await choice('Desde').selectOptions('El primer año del vehículo');
  const submit = dialog.getByRole('button', { name: 'Cambiar', exact: true });
  await submit.click();
  await expect.poll(() => dialog.getByText('Completá este campo').length).toBe(2);
  await expect.element(dialog.getByRole('checkbox', { name: 'Delantera' })).toHaveFocus();
  await dialog.getByRole('checkbox', { name: 'Trasera' }).click();
  await dialog.getByRole('textbox', { name: 'Cuántas' }).fill('2');
  expect(fake.calls(api.vehicles.changeMany)).toEqual([]);
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^No se cambió nada/)).toBeVisible();
  await expect.element(submit).toBeVisible();
  isRefused = false;
  await submit.click();
  await expect.element(page.getByText('Se cambiaron 3 aplicaciones')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Deshacer' })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
  const sent = fake.calls(api.vehicles.changeMany).at(-1)?.body;
  expect(sent?.set).toEqual({ positions: ['Trasera'], quantity: 2, from_year: null });
  expect(sent?.query.map(({ mode, column, value }) => `${mode}-${column}=${value}`)).toEqual([
    ...['contains-model=gol', 'matches-vehicle_linked=1'],
  ]);
});

test('Enter takes the first part for what is typed, and none of an earlier text', async () => {
  const release = deferred();
  const MATCH = { kind: 'code', how: 'prefix', why: '' } as const;
  const suggestionOf = (id: number, code: string) => ({
    ...{ id, code, brand: 'Suspenor', part_brand_id: 3, product_with_category: PART.product_with_category },
    ...{ enabled: 1 as const, discontinued: 0 as const, thumbnailUrl: null, match: MATCH },
  });
  openVehicles({
    search: {
      suggest: async ({ query: { text } }) => {
        if (text === 'ro') return [suggestionOf(21, 'RO 1'), suggestionOf(22, 'RO 22')];
        await release.promise;
        return [suggestionOf(22, 'RO 22')];
      },
    },
  });
  await page.getByRole('button', { name: 'Copiar de otra pieza' }).click();
  const field = page.getByRole('combobox', { name: /^Pieza de la que se copian/ });
  await field.fill('ro');
  await expect.element(page.getByRole('option', { name: /RO 1 / })).toBeVisible();
  await field.fill('ro 22');
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue('ro 22');
  release.resolve();
  await expect.element(page.getByRole('option', { name: /RO 1 / })).not.toBeInTheDocument();
  await userEvent.keyboard('{Enter}');
  await expect.element(field).toHaveValue(`Suspenor RO 22 · ${PART.product_with_category.name}`);
});
