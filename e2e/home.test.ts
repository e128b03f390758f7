import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { card } from './support/home-journeys.ts';
import { PHONE, test } from './support/journey.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';

test('three clicks lead from Inicio to the step at which a part is incomplete', async ({ open, demo }) => {
  const part = await makePart(demo, 'INICIO-1');
  // The part fits more vehicles than the others, so that it comes first.
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

test('a client is told what is new since the last visit, and opens it', async ({ open }) => {
  const page = await open('/home', { as: 'cliente', viewport: PHONE });
  await page.getByRole('heading', { name: 'Novedades' }).waitFor();
  const news = card(page, BRAND);
  await news.getByRole('heading', { name: /^Nuevas: \d+$/ }).waitFor();
  await news.getByRole('link').first().click();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/parts\/\d+$/);
});
