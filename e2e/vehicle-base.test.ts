import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { makePart, readPart } from './support/parts.ts';
import { expectEnded, expectNotice } from './support/waiting.ts';

test('an admin adds a vehicle twice by mistake, merges both, and undoes it', async ({ open, demo }) => {
  const admin = await demo.client('admin');
  const body = { brand: 'Fiat', model_master: 'Ensayo', model: 'Ensayo', sold_from_year: 2024 };
  const kept = await admin.call(api.vehicleBase.store, { body: { ...body, version: '2.2 Endurance' } });
  const page = await open('/vehicles/new', { as: 'admin' });
  const typed = {
    brand: 'fiat',
    model_master: 'Ensayo',
    model: 'Ensayo',
    version: '2.2 Endurance MT',
    sold_from_year: '2024',
  };
  for (const [field, value] of Object.entries(typed)) await page.locator(`[data-path="record-${field}"]`).fill(value);
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectNotice(page, 'Vehículo guardado');

  await page.getByRole('textbox', { name: 'Filtrar Modelo' }).fill('ensayo');
  await page.getByRole('link', { name: 'Editar Fiat Ensayo 2.2 Endurance MT desde 2024' }).waitFor();
  const query = api.vehicleBase.paginated.query.parse({ 'filter[matches-version]': '2.2 Endurance MT' });
  const { data } = await admin.call(api.vehicleBase.paginated, { query });
  const part = await makePart(demo, 'ENSAYO-1');
  await part.client.call(api.vehicles.store, { body: { part_id: part.id, vehicle_id: data[0]?.id ?? 0, quantity: 2 } });
  const vehicles = async () => (await readPart(part)).vehicles.map(({ version }) => version);

  await page.reload();
  await page.getByRole('button', { name: 'Unir Fiat Ensayo 2.2 Endurance MT desde 2024 con otro' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unir un vehículo repetido' });
  await dialog.getByRole('button', { name: 'Unir' }).click();
  await dialog.getByText('Elegí el vehículo que queda').waitFor();
  await dialog.getByRole('combobox').fill('endurance');
  await page.getByRole('option', { name: kept.name, exact: true }).click();
  await dialog.getByRole('button', { name: 'Unir' }).click();
  await expectEnded(page, 'Completado: 1 cambiada, 0 sin cambios, 0 imposibles');
  expect(await vehicles()).toEqual(['2.2 Endurance']);

  await page.getByRole('button', { name: 'Deshacer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(vehicles).toEqual(['2.2 Endurance MT']);
});

test('a maker proposes a missing vehicle from a part, an admin accepts it, and the part goes in it', async ({
  open,
  demo,
}) => {
  const part = await makePart(demo, 'PROPUESTA-1');
  const maker = await open(part.path(2), { as: 'fabricante' });
  await maker.getByRole('button', { name: '¿Falta un vehículo? Proponelo' }).click();
  const proposing = maker.getByRole('dialog', { name: 'Proponer un vehículo' });
  const typed = { brand: 'Fiat', model: 'Scudo', version: '1.5 Cargo', sold_from_year: '2023', quantity: '2' };
  for (const [field, value] of Object.entries(typed))
    await proposing.locator(`[data-path="proposal-${field}"]`).fill(value);
  await proposing.getByRole('button', { name: 'Proponer' }).click();
  await expectNotice(maker, 'Propuesto: lo revisa quien administra. La aplicación queda esperando.');

  const admin = await open('/home', { as: 'admin' });
  await admin.getByRole('link', { name: 'Ver las propuestas' }).click();
  await admin.getByRole('button', { name: 'Aceptar Fiat Scudo 1.5 Cargo' }).click();
  const accepting = admin.getByRole('dialog', { name: 'Aceptar la propuesta' });
  await accepting.locator('[data-path="accept-fuel"]').fill('Diésel');
  await accepting.getByRole('button', { name: 'Aceptar' }).click();
  await expectNotice(admin, 'Vehículo agregado; se vinculó 1 pieza');
  const { vehicles } = await readPart(part);
  expect(vehicles).toMatchObject([{ model: 'Scudo', fuel: 'Diésel', applications: [{ quantity: 2 }] }]);

  await maker.goto('/home');
  await maker.getByText('Se aceptó 1 de tus propuestas de vehículos.').waitFor();
  await maker.getByRole('link', { name: 'Ver mis propuestas' }).click();
  await maker.getByText('Fiat Scudo 1.5 Cargo desde 2023').waitFor();
});
