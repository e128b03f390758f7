import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { signInAs } from './support/page.ts';
import { block, isAt } from './support/part-sheet-journeys.ts';
import { idOf, makePart } from './support/parts.ts';

test('a client who follows a link signs in, reads the part, and changes nothing', async ({ open, demo }) => {
  const part = await makePart(demo, 'ENLACE-1');
  const { vehicles } = await part.client.call(api.vehicles.list, {
    params: { partId: part.id },
    query: api.vehicles.list.query.parse({ 'filter[matches-brand]': 'Fiat' }),
  });
  const [vehicle] = vehicles.data;
  await part.client.call(api.vehicles.toggle, { body: { part_id: part.id, vehicle_id: vehicle?.id ?? 0 } });
  const page = await open(`/parts/${part.id}`, { viewport: PHONE, hasTouch: true });
  await signInAs(page, 'cliente');
  await isAt(page, 'ENLACE-1');
  await block(page, 'Aplicaciones')
    .getByRole('button', { name: vehicle?.model ?? '' })
    .tap();
  await block(page, 'Aplicaciones')
    .getByText(vehicle?.version ?? '')
    .last()
    .waitFor();
  await block(page, 'Le falta').getByText('Fotos de 500 px o más').waitFor();
  expect(await page.getByRole('link', { name: /Editar/ }).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Duplicar' }).count()).toBe(0);
  expect(await block(page, 'Historial').count()).toBe(0);
  expect(await block(page, 'Le falta').getByRole('link').count()).toBe(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  const admin = await demo.client('admin');
  const hidden = idOf(await admin.call(api.brands.json, {}), 'Plafren');
  const params = { brandId: hidden, productId: 'all' } as const;
  const { data } = await admin.call(api.parts.list, { params, query: api.parts.list.query.parse({}) });
  for (const id of [data[0]?.id, 'no-es-un-numero']) {
    await page.goto(`/parts/${id}`);
    await page.getByRole('heading', { level: 1, name: 'No encontramos esta pieza' }).waitFor();
    await page.getByRole('banner').waitFor();
  }
});
