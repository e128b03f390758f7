import { templated } from '@piezario/server/testing/templates';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Demo } from './support/demo.ts';
import { type Open, test } from './support/journey.ts';
import { editor, field, makeProduct, press, readTemplate, storeTemplate } from './support/templates.ts';

const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
const isWrong = (element: Locator) => expect.poll(() => element.getAttribute('aria-invalid')).toBe('true');
const isRight = (element: Locator) => expect.poll(() => element.getAttribute('aria-invalid')).not.toBe('true');
const row = (page: Page, place: number) =>
  editor(page)
    .getByRole('listitem')
    .nth(place - 1);
const details = (page: Page, name: string) => press(page, `Más datos de ${name}`);

/** Saves what is refused, and corrects it with the keys alone: the focus is where it is wrong, and stays there. */
async function correct(page: Page, wrong: Locator, message: string | RegExp, keys: string) {
  await press(page, 'Guardar plantilla');
  await editor(page).getByText(message).waitFor();
  await hasFocus(wrong);
  expect(await page.locator('[data-notice]').filter({ hasText: message }).count()).toBe(0);
  const before = await wrong.inputValue();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(keys);
  await hasFocus(wrong);
  expect(await wrong.inputValue()).toBe(before + keys);
  await isRight(wrong);
}

test('what is refused in the details of an attribute is shown, focused and corrected where it is', async ({
  open,
  demo,
}) => {
  const { id } = await makeProduct(demo, 'Producto refutado');
  await storeTemplate(demo, id, { name: 'Largo', type: 'number', unit: 'mm' }, { name: 'Material' });
  const page = await open(`/part_products/${id}`, { as: 'admin' });

  await field(page, 'Tipo de Material').selectOption('Lista');
  await correct(page, field(page, 'Valores'), 'Una lista necesita sus valores', 'Acero');
  // The server refuses this one.
  await field(page, 'Otros nombres').fill('Largo');
  await details(page, 'Material');
  await correct(page, field(page, 'Otros nombres'), '«Largo» ya es un nombre de la fila 1', 'ura');
  await field(page, 'Otros nombres').fill(`Largura\n${'x'.repeat(101)}`);
  await details(page, 'Material');
  await correct(page, field(page, 'Otros nombres'), 'Se permiten hasta 100 caracteres', '\n');
  await field(page, 'Otros nombres').fill('Largura');
  await field(page, 'Atributo de Mercado Libre').fill('a-b');
  await details(page, 'Material');
  await correct(page, field(page, 'Atributo de Mercado Libre'), /^Son hasta 60 letras/, 'C');
  await field(page, 'Atributo de Mercado Libre').fill('');
  await details(page, 'Material');

  await details(page, 'Largo');
  await field(page, 'Mínimo').fill('5');
  await field(page, 'Máximo').fill('1');
  await details(page, 'Largo');
  await correct(page, field(page, 'Máximo'), 'El máximo no puede ser menor que el mínimo', '0');
  await field(page, 'Mínimo').fill('cinco');
  await details(page, 'Largo');
  await correct(page, field(page, 'Mínimo'), 'El valor no es válido', '5');
  await field(page, 'Mínimo').fill('5');

  await press(page, 'Guardar plantilla');
  await page.getByText('Plantilla guardada').waitFor();
  expect((await readTemplate(demo, id)).attributes).toMatchObject([
    { name: 'Largo', min: 5, max: 10 },
    { name: 'Material', values: ['Acero'], aliases: ['Largura'] },
  ]);
});

test('what is wrong with a unit is told at its field, until it is corrected', async ({ open, demo }) => {
  const { id } = await makeProduct(demo, 'Producto con unidades');
  await storeTemplate(demo, id, { name: 'Largo', type: 'number', unit: 'mm' });
  const page = await open(`/part_products/${id}`, { as: 'admin' });
  const factor = (place: number) => field(page, `Cuántos mm es la unidad ${place}`);
  await details(page, 'Largo');
  await press(page, 'Agregar una unidad');
  await details(page, 'Largo');
  await correct(page, field(page, 'Unidad 1'), 'Completá este campo', 'cm');
  await isWrong(factor(1));
  await editor(page).getByText('Tiene que ser mayor que 0').waitFor();
  await factor(1).pressSequentially('0,5');
  await isRight(factor(1));
  expect(await factor(1).inputValue()).toBe('0,5');

  // What is wrong with all of them together is told at the group.
  await press(page, 'Agregar una unidad');
  await field(page, 'Unidad 2').fill('CM');
  await factor(2).fill('10');
  await press(page, 'Guardar plantilla');
  const units = editor(page).getByRole('group', { name: 'Otras unidades que se aceptan' });
  await editor(page).getByText('«CM» está repetida').waitFor();
  await hasFocus(units);
  await field(page, 'Unidad 2').pressSequentially('x');
  await editor(page).getByText('«CM» está repetida').waitFor({ state: 'detached' });
});

test('a unit that stays reads as it is saved after another one is removed', async ({ open, demo }) => {
  const { id } = await makeProduct(demo, 'Producto sin unidad');
  const units = [
    { unit: 'cm', factor: 10 },
    { unit: 'm', factor: 1000 },
  ];
  await storeTemplate(demo, id, { name: 'Largo', type: 'number', unit: 'mm', units });
  const page = await open(`/part_products/${id}`, { as: 'admin' });
  await details(page, 'Largo');
  await press(page, 'Quitar la unidad 1');
  await expect.poll(() => field(page, 'Unidad 1').inputValue()).toBe('m');
  expect(await field(page, 'Cuántos mm es la unidad 1').inputValue()).toBe('1000');
  // The focus stays where one goes on.
  const focused = () => page.evaluate(() => document.activeElement?.textContent || document.activeElement?.ariaLabel);
  expect(await focused()).toBe('Quitar la unidad 1');
  await page.keyboard.press('Enter');
  await expect.poll(focused).toMatch(/^Otras unidades que se aceptan/);
});

test('the details that are open stay those of their attribute when it moves and is saved', async ({ open, demo }) => {
  const { id } = await makeProduct(demo, 'Producto ordenado');
  await storeTemplate(demo, id, { name: 'Alto', aliases: ['Altura'] }, { name: 'Bajo', aliases: ['Bajura'] });
  const page = await open(`/part_products/${id}`, { as: 'admin' });
  await details(page, 'Alto');
  await press(page, 'Mover después Alto');
  await press(page, 'Guardar plantilla');
  await page.getByText('Plantilla guardada').waitFor();
  const aliases = row(page, 2).getByLabel('Otros nombres', { exact: true });
  expect(await aliases.inputValue()).toBe('Altura');
  expect(await row(page, 1).getByLabel('Otros nombres', { exact: true }).count()).toBe(0);
  await aliases.press('End');
  await aliases.pressSequentially('s');
  await press(page, 'Guardar plantilla');
  const stored = async () => (await readTemplate(demo, id)).attributes.map((one) => [one.name, ...one.aliases]);
  await expect.poll(stored).toEqual([
    ['Bajo', 'Bajura'],
    ['Alto', 'Alturas'],
  ]);
});

const OLD = templated('Largo', { type: 'number', unit: 'mm', aliases: ['Largura'], max: 10 });
const LABELS = ['Otros nombres', 'Máximo'];

async function openTyped(open: Open, demo: Demo, name: string) {
  const { id } = await makeProduct(demo, name);
  await storeTemplate(demo, id, OLD);
  const page = await open(`/part_products/${id}`, { as: 'admin' });
  await details(page, 'Largo');
  await field(page, 'Otros nombres').fill('Escrito');
  await field(page, 'Máximo').fill('77');
  const shown = () => Promise.all(LABELS.map((label) => field(page, label).inputValue()));
  return { id, page, shown };
}

test('open details show the template that another person saved, once it is loaded', async ({ open, demo }) => {
  const { id, page, shown } = await openTyped(open, demo, 'Producto de dos');
  await storeTemplate(demo, id, { ...OLD, aliases: ['De otra'], max: 20 });
  await press(page, 'Guardar plantilla');
  await press(page, 'Cargar la que está guardada');
  await expect.poll(shown).toEqual(['De otra', '20']);
});

test('open details show what is saved, once what was recovered is discarded', async ({ open, demo }) => {
  const { page, shown } = await openTyped(open, demo, 'Producto recuperado');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await details(page, 'Largo');
  await expect.poll(shown).toEqual(['Escrito', '77']);
  await press(page, 'Descartar');
  await expect.poll(shown).toEqual(['Largura', '10']);
});
