import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';

test('a gap of the worklist is filled in three clicks', async ({ open, demo }) => {
  const part = await makePart(demo, 'PENDIENTE-1');
  // The part fits more vehicles than the others, so that it is on the first page.
  await part.client.call(api.vehicles.linkMany, {
    body: { part_id: part.id, linked: 1, query: { 'filter[matches-brand]': 'Fiat' } },
  });
  const page = await open('/parts/pending', { as: 'fabricante' });
  const brand = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: BRAND }) });
  await brand.getByRole('link', { name: 'Código de barras' }).click();
  await page.getByText('Le falta Código de barras').waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'PENDIENTE-1' })
    .getByRole('button', { name: /^Editar/ })
    .click();
  await wizard(page).getByRole('heading', { name: 'Atributos' }).first().waitFor();
  const form = wizard(page).getByRole('form', { name: 'Nuevo atributo' });
  await form.getByRole('combobox', { name: 'Nombre' }).fill('EAN');
  await form.getByRole('textbox', { name: 'Valor' }).fill('4006381333931');
  await form.getByRole('button', { name: 'Agregar' }).click();
  await expect.poll(async () => (await readPart(part)).gaps).not.toContain('barcode');
});
