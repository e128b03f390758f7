import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { firstCells, rows, status } from './support/categorisation-journeys.ts';
import { PHONE, test } from './support/journey.ts';

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

  test('are not lost by leaving a form without saving', async ({ open }) => {
    const page = await open('/part_brands/new', { as: 'admin' });
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Sin guardar');
    await page.getByRole('link', { name: 'Volver' }).click();
    const question = page.getByRole('dialog', { name: '¿Salir sin guardar?' });
    await question.getByRole('button', { name: 'Seguir editando' }).click();
    await expect.poll(() => page.getByRole('textbox', { name: /^Nombre/ }).inputValue()).toBe('Sin guardar');
    await page.getByRole('link', { name: 'Volver' }).click();
    await question.getByRole('button', { name: 'Salir sin guardar' }).click();
    await page.getByRole('heading', { name: 'Marcas' }).waitFor();
  });

  test('that do not exist are said not to', async ({ open }) => {
    const page = await open('/part_brands/999999', { as: 'admin' });
    await page.getByText('No encontramos la marca').waitFor();
  });
});

describe('the list of products', () => {
  test('filters numbers by more and less', async ({ open }) => {
    const page = await open('/part_products?filter[less_than-id]=3&sort=id', { as: 'admin' });
    await status(page, '1–2 de 2');
    await page.getByRole('combobox', { name: /^ID: / }).selectOption({ label: 'mayor que' });
    await page.getByRole('textbox', { name: 'Filtrar ID' }).fill('2');
    await page.waitForURL((address) => decodeURIComponent(address.search) === '?filter[greater_than-id]=2&sort=id');
    await status(page, /1–50 de 3\d\d/);
  });

  test('is sorted by its headers and paged, and Back goes back', async ({ open }) => {
    const page = await open('/part_products', { as: 'admin' });
    await page.getByRole('columnheader', { name: 'Categoría', exact: true }).getByRole('button').first().click();
    await page.waitForURL(/sort=category/);
    await page.getByRole('button', { name: 'Siguiente' }).click();
    await status(page, /51–100 de 3\d\d/);
    await page.getByRole('button', { name: 'Anterior' }).click();
    await status(page, /1–50 de 3\d\d/);
    await page.goBack();
    await status(page, /51–100 de 3\d\d/);
    await page.goBack();
    await page.goBack();
    await page.waitForURL((address) => address.search === '');
  });

  test('is of one category when one is picked', async ({ open }) => {
    const page = await open('/part_products', { as: 'admin' });
    await page.getByRole('combobox', { name: 'Categoría de los productos' }).fill('frénos');
    await page.getByRole('option', { name: 'Frenos', exact: true }).click();
    await page.waitForURL(/category/);
    await page.reload();
    const categories = () => rows(page).locator('> :nth-child(2)').allTextContents();
    await expect.poll(async () => new Set(await categories())).toEqual(new Set(['Frenos']));
  });

  test('can be used with the keyboard alone', async ({ open }) => {
    const page = await open('/part_products', { as: 'admin' });
    await status(page, /1–50 de 3\d\d/);
    await page.keyboard.press('f');
    await page.keyboard.type('volante motor');
    await status(page, '1–1 de 1');
    await rows(page).first().focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Volante motor' }).waitFor();
  });

  test('says that it failed, and tries again', async ({ open }) => {
    const page = await open('/part_brands', { as: 'admin' });
    await page.route('**/part-products/paginated/**', (route) => route.abort());
    await page.goto('/part_products');
    await page.getByText('No se pudo cargar la lista').waitFor();
    await page.unroute('**/part-products/paginated/**');
    await page.getByRole('button', { name: 'Reintentar' }).click();
    await status(page, /1–50 de 3\d\d/);
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
  await page.getByText('Categoría guardada').waitFor();
  await page.getByRole('listitem').getByText('Frenos de mano y discos').waitFor();
});
