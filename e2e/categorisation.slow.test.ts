import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { firstCells, rows, status } from './support/categorisation-journeys.ts';
import { PHONE, test } from './support/journey.ts';
import { expectNotice } from './support/waiting.ts';

describe('brands', () => {
  test('with a name that is taken are refused, at the field', async ({ open }) => {
    const page = await open('/part_brands/new', { as: 'admin' });
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('  NÓRVIAL ');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.locator('form').getByText('Ya hay una marca con ese nombre').waitFor();
  });

  test('that are in use are not removed', async ({ open }) => {
    const page = await open('/part_brands?filter[matches-name]=norvial', { as: 'admin' });
    await page.getByRole('button', { name: 'Eliminar Norvial' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
    await page.getByText(/La marca tiene [\d.]+ piezas/).waitFor();
    await expect.poll(() => firstCells(page)).toEqual(['Norvial']);
  });

  test('that do not exist are reported as not found', async ({ open }) => {
    const page = await open('/part_brands/999999', { as: 'admin' });
    await page.getByText('No encontramos la marca').waitFor();
  });
});

describe('the list of products', () => {
  test('is of one category when one is picked', async ({ open }) => {
    const page = await open('/part_products', { as: 'admin' });
    await page.getByRole('combobox', { name: 'Categoría de los productos' }).fill('frénos');
    await page.getByRole('option', { name: 'Frenos', exact: true }).click();
    await page.waitForURL(/category/);
    await page.reload();
    const categories = () => rows(page).locator('> :nth-child(2)').allTextContents();
    await expect.poll(async () => new Set(await categories())).toEqual(new Set(['Frenos']));
  });
});

test('on a phone, rows are cards that can be filtered, sorted and edited', async ({ open, demo }) => {
  await (await demo.client('admin')).call(api.categories.add, { body: { name: 'Frenos de mano' } });
  const page = await open('/part_categories', { as: 'admin', viewport: PHONE, hasTouch: true });
  await page.getByRole('button', { name: 'Filtrar y ordenar' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox', { name: 'Filtrar Nombre' }).fill('frenos de mano');
  await sheet.getByRole('button', { name: /^Ver 1 / }).click();
  await page.getByRole('listitem').getByText('Frenos de mano', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Editar Frenos de mano' }).click();
  await page.getByRole('textbox', { name: /^Nombre/ }).fill('Frenos de mano y discos');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectNotice(page, 'Categoría guardada');
  await page.getByRole('listitem').getByText('Frenos de mano y discos').waitFor();
});

test('an alias of a brand of vehicles is created with one of the suggested brands, found and removed', async ({
  open,
}) => {
  const page = await open('/vehicle_aliases', { as: 'admin' });
  await page.getByRole('link', { name: 'Crear nuevo alias de vehículo' }).click();
  await page.getByRole('textbox', { name: /^Alias/ }).fill('Meche');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.locator('form').getByText('Completá este campo').waitFor();
  const brand = page.getByRole('combobox', { name: /^Marca de vehículos/ });
  await brand.fill('Otra');
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.locator('form').getByText('No hay una marca de vehículos con ese nombre').waitFor();
  await brand.fill('benz');
  await page.getByRole('option', { name: 'Mercedes-Benz' }).click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await expectNotice(page, 'Alias guardado');

  await page.getByRole('textbox', { name: 'Filtrar Alias' }).fill('meche');
  await status(page, '1–1 de 1');
  await page.getByRole('button', { name: 'Eliminar Meche' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByText('Alias eliminado').waitFor();
});
