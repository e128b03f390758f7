import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageOf } from '../testing/catalog.ts';
import { openApp } from '../testing/openApp.tsx';

const PENDING = [
  { id: 1, name: 'Fiat Uno 1.4 2004–2013', fields: [{ field: 'fuel' as const, ours: 'GNC', theirs: '' }] },
  {
    id: 2,
    name: 'Fiat Uno 1.6 2004–2012',
    fields: [
      { field: 'sold_until_year' as const, ours: '2012', theirs: '' },
      { field: 'caja' as const, ours: 'Manual', theirs: 'Automática' },
    ],
  },
];

const button = (name: string) => page.getByRole('button', { name, exact: true });

test('the changes of a new version are decided for one vehicle, and for the others', async () => {
  let pending = PENDING;
  const fake = openApp('/vehicles', {
    as: 'admin',
    fakes: {
      vehicleBase: {
        paginated: ({ query }) => pageOf([], query),
        decisions: ({ query }) => pageOf(pending, query),
        decide: ({ body: { ids } }) => {
          const left = pending.filter(({ id }) => ids !== undefined && !ids.includes(id));
          const vehicles = pending.length - left.length;
          pending = left;
          return { vehicles, waiting: 0 };
        },
      },
      vehicles: { headers: () => [{ id: 8, key: 'caja', name: 'Caja', unit: null }] },
    },
  });
  await expect.element(page.getByText('La versión nueva trae cambios en 2 vehículos que modificaste')).toBeVisible();
  await button('Decidir').click();
  const rows = page.getByRole('table', { name: 'Fiat Uno 1.6 2004–2012' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent('Hasta2012hoy');
  await expect.element(rows.nth(2)).toHaveTextContent('CajaManualAutomática');
  await button('Tomar el cambio de Fiat Uno 1.4 2004–2013').click();
  await expect.element(page.getByText('Fiat Uno 1.4 2004–2013')).not.toBeInTheDocument();
  await button('Dejar todos como están').click();
  await expect.element(page.getByText('No queda nada por decidir.')).toBeVisible();
  expect(fake.calls(api.vehicleBase.decide).map(({ body }) => body)).toEqual([
    { ids: [1], take: 'theirs' },
    { all: true, take: 'ours' },
  ]);
  await expect.element(button('Decidir')).not.toBeInTheDocument();
});
