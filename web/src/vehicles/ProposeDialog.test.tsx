import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makePart, pageOf } from '../testing/catalog.ts';
import { Refusal } from '../testing/fakeApi.ts';
import { openApp } from '../testing/openApp.tsx';

const PART = { ...makePart(), attributes: [], cross: [], vehicles: [], pictures: [] };

test('a missing vehicle is proposed with what was typed in the filters, and a refusal is shown at its field', async () => {
  const fake = openApp(`${CATALOG}&part=${PART.id}&step=2`, {
    fakes: {
      ...catalogOf([PART]),
      parts: { ...catalogOf([PART]).parts, show: () => PART },
      suggestions: {
        list: () => ({ total: 0, vehicles: [], numbers: 0, sources: 0, rejected: { total: 0, vehicles: [] } }),
      },
      vehicles: { list: ({ query }) => ({ vehicles: pageOf([], query), headers: [] }) },
      vehicleBase: {
        names: () => ({ brands: ['Fiat'], model_masters: [], models: ['Titano'], fuels: ['Nafta'], origins: [] }),
      },
      vehicleProposals: {
        store: () => {
          throw new Refusal(409, 'Ya está en la base: Fiat Titano', { version: 'Ya está en la base de vehículos' });
        },
      },
    },
  });
  await page.getByLabelText('Filtrar Modelo').fill('titano');
  const opener = page.getByRole('button', { name: '¿Falta un vehículo? Proponelo' });
  await opener.click();
  const dialog = page.getByRole('dialog', { name: 'Proponer un vehículo' });
  await expect.element(dialog.getByRole('combobox', { name: 'Modelo' })).toHaveValue('titano');
  await dialog.getByRole('button', { name: 'Proponer' }).click();
  await expect.element(dialog.getByRole('combobox', { name: 'Marca' })).toHaveFocus();
  expect(fake.calls(api.vehicleProposals.store)).toEqual([]);
  await dialog.getByRole('combobox', { name: 'Marca' }).fill('Fiat');
  await dialog.getByRole('textbox', { name: 'Desde' }).fill('2024');
  await dialog.getByRole('checkbox', { name: 'Trasera' }).click();
  await dialog.getByRole('textbox', { name: 'Cantidad' }).fill('2');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog.getByText('Ya está en la base de vehículos')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Versión' })).toHaveFocus();
  const [sent] = fake.calls(api.vehicleProposals.store);
  expect(sent?.body).toMatchObject({
    ...{ brand: 'Fiat', model: 'titano', sold_from_year: 2024, sold_until_year: null },
    ...{ part_id: PART.id, positions: ['Trasera'], quantity: 2 },
  });
});
