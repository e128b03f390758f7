import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { card } from './support/home-journeys.ts';
import { row } from './support/import-review-journeys.ts';
import { chooseWorkbooks, openImporter, reviewAlways, workbook } from './support/importer.ts';
import { PHONE, test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

test('from Inicio to a mended part in three clicks, at the step that the part needs', async ({ open, demo }) => {
  const part = await makePart(demo, 'INICIO-1');
  // It fits more than the others, and so comes first.
  await part.client.call(api.vehicles.linkMany, {
    body: { part_id: part.id, linked: 1, query: { 'filter[matches-brand]': 'Fiat' } },
  });
  const page = await open('/home', { as: 'fabricante' });
  const brands = card(page, 'Completitud por marca');
  await brands.getByRole('button', { name: new RegExp(`^${BRAND}`) }).click();
  await brands.getByRole('link', { name: /^Filtros/ }).click();
  await page
    .getByRole('row')
    .filter({ hasText: 'INICIO-1' })
    .getByRole('button', { name: /^Editar/ })
    .click();
  const form = wizard(page).getByRole('form', { name: 'Nuevo atributo' });
  await form.getByRole('combobox', { name: 'Nombre' }).fill('Altura');
  await form.getByRole('textbox', { name: 'Valor' }).fill('80');
  await form.getByRole('button', { name: 'Agregar' }).click();
  await expect.poll(async () => (await readPart(part)).gaps).not.toContain('attributes');
});

test('a workbook that waits is reviewed from Hoy, and waits no more', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Agenda');
  const page = await openImporter(open, maker);
  await reviewAlways(page);
  await chooseWorkbooks(page, await workbook('hoy.xlsx', { Piezas: [maker.part('HOY-1')] }));
  await row(page, 'hoy.xlsx').getByText('Para revisar: 1 nueva', { exact: true }).waitFor();

  await page.goto('/home');
  const today = page.getByRole('region', { name: /^(Hoy|Primeros pasos)$/ });
  await today.getByText('«hoy.xlsx» espera tu revisión').waitFor();
  await today.getByRole('link', { name: 'Revisar' }).click();
  await page.getByRole('button', { name: 'Aplicar 1 cambio' }).click();
  await expectEnded(row(page, 'hoy.xlsx'), 'Completado: 1 nueva, 0 modificadas, 0 sin cambios');
  await page.goto('/home');
  await today.getByText('Completá la primera pieza').waitFor();
  expect(await today.getByText('hoy.xlsx').count()).toBe(0);
});

test('a client is told what is new since the last visit, and opens it', async ({ open }) => {
  const page = await open('/home', { as: 'cliente', viewport: PHONE });
  await page.getByRole('heading', { name: 'Novedades' }).waitFor();
  const news = card(page, BRAND);
  await news.getByRole('heading', { name: /^Nuevas: \d+$/ }).waitFor();
  await news.getByRole('link').first().click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/parts\/\d+$/);
});
