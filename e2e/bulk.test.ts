import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { button, checkboxOf, choose, makeParts, waitForStatus } from './support/bulk-journeys.ts';
import { test } from './support/journey.ts';
import { readPart } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

test('a manufacturer sets an attribute of all parts that match but one, and undoes it', async ({ open, demo }) => {
  const { parts, path } = await makeParts(demo, 'MASIVA', 6);
  const [first, ...others] = parts;
  for (const [part, value] of [
    [first, 'Acero'],
    [others[0], 'Plástico'],
  ] as const) {
    await part?.client.call(api.attributes.store, { body: { part_id: part.id, name: 'Material', value, unit: '' } });
  }
  const page = await open(`${path}&page[size]=4`, { as: 'fabricante' });
  await checkboxOf(page, 'MASIVA-1').check();
  await checkboxOf(page, 'MASIVA-3').click({ modifiers: ['Shift'] });
  await waitForStatus(page, '3 piezas elegidas');
  await button(page, 'Siguiente').click();
  await checkboxOf(page, 'MASIVA-5').check();
  await waitForStatus(page, '4 piezas elegidas');
  await checkboxOf(page, 'MASIVA-6').check();
  await button(page, 'Elegir las 6 que coinciden').click();
  await checkboxOf(page, 'MASIVA-6').uncheck();
  await waitForStatus(page, 'Las 6 que coinciden, menos 1');

  await choose(page, 'Atributo…');
  await button(page, 'Ver qué cambia').click();
  await page.getByText('Completá este campo').first().waitFor();
  await page.getByRole('combobox', { name: 'Atributo', exact: true }).fill('Material');
  await page.getByLabel('Valor').fill('Acero');
  await page.keyboard.press('Enter');
  await page.getByText('Cambian 4 piezas, 1 ya está así.').waitFor();
  await page.getByText('3 no lo tienen · 1 ya dice Acero · 1 dice otra cosa: Plástico').waitFor();
  await page.getByText('Se reemplaza el valor de 1 pieza.').waitFor();
  await page.getByRole('radio', { name: 'Sólo donde falta' }).check();
  await page.getByText('Cambian 3 piezas, 2 quedan como están.').waitFor();
  await button(page, 'Cambiar 3 piezas').click();

  await expectEnded(page, 'Completado: 3 cambiadas, 2 sin cambios, 0 imposibles');
  await page.getByText('Sólo donde falta').waitFor();
  const values = () =>
    Promise.all(others.map(async (part) => (await readPart(part)).attributes.map(({ value }) => value)));
  expect(await values()).toEqual([['Plástico'], ['Acero'], ['Acero'], ['Acero'], []]);
  await page.getByRole('link', { name: 'Ver lo que cambió' }).click();
  await page.getByText(/^Acción masiva · Fabiana Fabricante/).waitFor();
  await page.goBack();
  await button(page, 'Deshacer').click();
  await page.getByText('Se desharían 3 piezas.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(values).toEqual([['Plástico'], [], [], [], []]);
});
