import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';

test('from what the catalogue lacks to a mended part in three clicks', async ({ open, demo }) => {
  const part = await makePart(demo, 'PENDIENTE-1');
  // It fits more than the others, and so is on the first page.
  await part.client.call(api.vehicles.linkMany, {
    body: { part_id: part.id, linked: 1, query: { 'filter[matches-brand]': 'Fiat' } },
  });
  const page = await open('/parts/pending', { as: 'fabricante' });
  const brand = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: BRAND }) });
  await brand.getByRole('link', { name: 'Equivalencias' }).click();
  await page.getByText('Le falta Equivalencias').waitFor();
  await page
    .getByRole('row')
    .filter({ hasText: 'PENDIENTE-1' })
    .getByRole('button', { name: /^Editar/ })
    .click();
  await wizard(page).getByRole('heading', { name: 'Equivalencias' }).first().waitFor();
  const form = wizard(page).getByRole('form', { name: 'Nueva equivalencia' });
  await form.getByRole('combobox', { name: 'Marca' }).fill('Fiat');
  await form.getByRole('textbox', { name: 'Código' }).fill('99-PEN');
  await form.getByRole('button', { name: 'Agregar' }).click();
  await expect.poll(async () => (await readPart(part)).gaps).not.toContain('crosses');
});
