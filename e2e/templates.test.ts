import { api } from '@piezario/contract/api';
import { templated } from '@piezario/server/testing/templates';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { editor, field, makeProduct, press, readTemplate } from './support/templates.ts';
import { expectNotice } from './support/waiting.ts';

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

test('a template is made from attributes of parts, sorted, refused with errors at its rows, and stored', async ({
  open,
  demo,
}) => {
  const { admin, id, brandId } = await makeProduct(demo, 'Producto con plantilla');
  const part = await admin.call(api.parts.store, {
    body: { part_brand_id: brandId, part_product_id: id, code: 'PLANTILLA-1' },
  });
  const body = { part_id: part.id, name: 'Diámetro', value: '20', unit: 'mm' };
  await admin.call(api.attributes.store, { body });
  const page = await open(`/part_products/${id}`, { as: 'admin' });
  await press(page, /^Agregar Diámetro.* 1 pieza$/);
  await press(page, 'Agregar un atributo');
  await field(page, 'Nombre de la fila 2').fill('Material');
  await field(page, 'Tipo de Material').selectOption('Lista');
  await field(page, 'Importancia de Material').selectOption('Obligatorio');

  // A list without values is refused where they are typed.
  await press(page, 'Guardar plantilla');
  await editor(page).getByText('Una lista necesita sus valores').waitFor();
  await field(page, 'Valores').fill('Acero\nBronce');
  await press(page, 'Más datos de Diámetro');
  await field(page, 'Máximo').fill('99,5');
  await press(page, 'Agregar una unidad');
  await field(page, 'Unidad 1').fill('cm');
  await field(page, 'Cuántos mm es la unidad 1').fill('10');

  // The order is changed by keyboard, and the focus goes along.
  await editor(page).getByRole('button', { name: 'Mover antes Material' }).press('Enter');
  await expect.poll(() => field(page, 'Nombre de la fila 1').inputValue()).toBe('Material');
  await expect.poll(() => focused(page)).toBe('Mover antes Material');
  await editor(page).getByRole('button', { name: 'Mover después Material' }).press('Enter');
  await expect.poll(() => field(page, 'Nombre de la fila 2').inputValue()).toBe('Material');
  await expect.poll(() => focused(page)).toBe('Mover después Material');
  await press(page, 'Mover antes Material');

  // Leaving an unsaved template asks first.
  await page.getByRole('link', { name: 'Volver' }).click();
  await page.getByRole('button', { name: 'Seguir editando' }).click();
  await press(page, 'Guardar plantilla');
  await expectNotice(page, 'Plantilla guardada');
  expect((await readTemplate(demo, id)).attributes).toEqual([
    templated('Material', { type: 'list', importance: 'required', values: ['Acero', 'Bronce'] }),
    templated('Diámetro', { type: 'number', unit: 'mm', max: 99.5, units: [{ unit: 'cm', factor: 10 }] }),
  ]);

  await press(page, 'Quitar Diámetro');
  await press(page, 'Guardar plantilla');
  await expect.poll(async () => (await readTemplate(demo, id)).attributes.length).toBe(1);
});
