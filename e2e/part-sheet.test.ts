import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { signInAs } from './support/page.ts';
import { dialog, isAt } from './support/part-sheet-journeys.ts';
import { BRAND, idOf, makePart, readPart, wizard } from './support/parts.ts';

const block = (page: Page, title: string) => page.getByRole('region', { name: title });
const path = (page: Page) => new URL(page.url()).pathname;

test('a manufacturer reads a list part by part, changes one, and duplicates it', async ({ open, demo }) => {
  const parts = [];
  for (const code of ['FICHA-1', 'FICHA-2', 'FICHA-3']) parts.push(await makePart(demo, code));
  const [first, second] = parts;
  if (!first || !second) throw new Error('There are no parts');
  const list = `/parts/catalog?part_brand=${first.brandId}&part_search=FICHA&page[size]=2`;
  const page = await open(list, { as: 'fabricante', permissions: ['clipboard-read', 'clipboard-write'] });
  const inTable = (code: string) => page.locator('[data-row]').getByRole('link', { name: code, exact: true });

  // A new tab has the part, but no list to page through.
  const other = await page.context().newPage();
  await other.goto((await inTable('FICHA-1').getAttribute('href')) ?? '');
  await isAt(other, 'FICHA-1');
  expect(await other.getByRole('button', { name: 'Pieza siguiente' }).count()).toBe(0);
  await other.getByRole('link', { name: 'Volver' }).click();
  await other.waitForURL(({ search }) => search === `?part_brand=${first.brandId}`);
  await other.close();

  await inTable('FICHA-2').click();
  await isAt(page, 'FICHA-2');
  await expect.poll(() => page.title()).toBe(`${BRAND} FICHA-2 · Piezario`);
  await page.getByText('2 de 3').waitFor();
  await page.keyboard.press('j');
  await isAt(page, 'FICHA-3');
  expect(await page.getByRole('button', { name: 'Pieza siguiente' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('k');
  await isAt(page, 'FICHA-2');
  await page.getByRole('button', { name: 'Pieza anterior' }).click();
  await isAt(page, 'FICHA-1');

  // Opens the step of a gap, fills the gap, goes on to the next part in the wizard, and back.
  await block(page, 'Le falta').getByRole('link', { name: 'Atributos' }).click();
  await wizard(page).getByRole('heading', { level: 2, name: 'Gestionar atributos' }).waitFor();
  await expect.poll(() => page.title()).toBe(`${BRAND} FICHA-1 · Piezario`);
  await wizard(page).locator('[data-path="new-attribute-name"]').fill('Altura');
  await wizard(page).locator('[data-path="new-attribute-value"]').fill('80');
  await wizard(page).locator('[data-path="new-attribute-value"]').press('Enter');
  await wizard(page).getByRole('button', { name: 'Eliminar Altura' }).waitFor();
  await wizard(page).getByRole('button', { name: 'Pieza siguiente' }).click();
  await wizard(page).getByText('FICHA-2').first().waitFor();
  await page.keyboard.press('Escape');
  await isAt(page, 'FICHA-1');
  await block(page, 'Atributos').getByText('Altura').waitFor();
  await block(page, 'Historial').getByText('Atributo agregado').waitFor();
  await page.keyboard.press('e');
  await wizard(page).getByRole('heading', { level: 2, name: 'Configurar pieza' }).waitFor();
  await page.keyboard.press('Escape');
  await wizard(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Copiar enlace' }).click();
  await page.getByText('Se copió el enlace').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${demo.url}/parts/${first.id}`);

  await page.getByRole('button', { name: 'Duplicar' }).click();
  const code = dialog(page).getByLabel('Código de la pieza nueva');
  // Escape in a notice closes the notice, not the dialog.
  await code.waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('No hay cambios para guardar').waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('Escape');
  await page.getByText('No hay cambios para guardar').waitFor({ state: 'detached' });
  await code.fill('ficha 2');
  await code.press('Enter');
  await dialog(page).getByText('Ya hay una pieza con ese código').waitFor();
  await code.fill('FICHA-1 COPIA');
  await code.press('Enter');
  await isAt(page, 'FICHA-1 COPIA');
  expect(await dialog(page).count()).toBe(0);
  const copy = Number(path(page).split('/').at(-1));
  expect(await readPart({ ...first, id: copy })).toMatchObject({ observation: 'Como estaba', attributes_count: 1 });
  await page.getByRole('link', { name: 'Volver' }).click();
  await page.waitForURL(({ search }) => search.includes('part_search=FICHA'));
});

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
