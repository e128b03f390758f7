import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { button, check, choose, chosen, makeParts } from './support/bulk-journeys.ts';
import { test } from './support/journey.ts';
import { readPart } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

test('a manufacturer sets an attribute of all parts that match but one, and undoes it', async ({ open, demo }) => {
  const { parts, path } = await makeParts(demo, 'MASIVA', 6);
  const [first, ...others] = parts;
  await first?.client.call(api.attributes.store, {
    body: { part_id: first.id, name: 'Material', value: 'Acero', unit: '' },
  });
  const page = await open(`${path}&page[size]=4`, { as: 'fabricante' });
  await check(page, 'MASIVA-1').check();
  await check(page, 'MASIVA-3').click({ modifiers: ['Shift'] });
  await chosen(page, '3 piezas elegidas');
  await button(page, 'Siguiente').click();
  await check(page, 'MASIVA-5').check();
  await chosen(page, '4 piezas elegidas');
  await check(page, 'MASIVA-6').check();
  await button(page, 'Elegir las 6 que coinciden').click();
  await check(page, 'MASIVA-6').uncheck();
  await chosen(page, 'Las 6 que coinciden, menos 1');

  await choose(page, 'Atributo…');
  await button(page, 'Ver qué cambia').click();
  await page.getByText('Completá este campo').first().waitFor();
  await page.getByRole('combobox', { name: 'Atributo', exact: true }).fill('Material');
  await page.getByLabel('Valor').fill('Acero');
  await page.keyboard.press('Enter');
  await page.getByText('Cambian 4 piezas, 1 ya está así.').waitFor();
  await button(page, 'Cambiar 4 piezas').click();

  await expectEnded(page, 'Completado: 4 cambiadas, 1 sin cambios, 0 imposibles');
  const values = () =>
    Promise.all(others.map(async (part) => (await readPart(part)).attributes.map(({ value }) => value)));
  expect(await values()).toEqual([['Acero'], ['Acero'], ['Acero'], ['Acero'], []]);
  await page.getByRole('link', { name: 'Ver lo que cambió' }).click();
  await page.getByText(/^Acción masiva · Fabiana Fabricante/).waitFor();
  await page.goBack();
  await button(page, 'Deshacer').click();
  await page.getByText('Se desharían 4 piezas.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(values).toEqual([[], [], [], [], []]);
});
