import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';

const rows = (page: Page) => page.locator('tr[data-row]');
const firstCells = async (page: Page) => rows(page).locator('> :first-child').allTextContents();
const status = (page: Page, text: string | RegExp) => page.getByRole('status').filter({ hasText: text }).waitFor();

describe('brands', () => {
  test('are created, found, renamed and removed', async ({ open }) => {
    const page = await open('/part_brands', { as: 'admin' });
    await page.getByRole('link', { name: 'Crear nueva marca' }).click();
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Ñandubay');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Marca guardada').waitFor();
    await page.getByRole('heading', { name: 'Marcas' }).waitFor();

    await page.getByRole('textbox', { name: 'Filtrar Nombre' }).fill('nandu');
    await status(page, '1–1 de 1');
    await page.getByRole('link', { name: 'Editar Ñandubay' }).click();
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Ñandubay Sur');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByRole('button', { name: 'Eliminar Ñandubay Sur' }).click();
    const question = page.getByRole('dialog', { name: '¿Eliminar la marca “Ñandubay Sur”?' });
    await question.getByRole('button', { name: 'Eliminar' }).click();
    await page.getByText('Marca eliminada').waitFor();
    await page.getByText('Ninguna marca coincide con los filtros').waitFor();
    await page.getByRole('button', { name: 'Limpiar filtros' }).first().click();
    await status(page, /de \d\d/);
  });

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
  const filterBy = async (page: Page, mode: string, value: string) => {
    await page.getByRole('combobox', { name: /^Nombre: / }).selectOption({ label: mode });
    await page.getByRole('textbox', { name: 'Filtrar Nombre' }).fill(value);
  };

  test('is filtered by each mode, and the address keeps the view', async ({ open }) => {
    const page = await open('/part_products', { as: 'admin' });
    await status(page, /1–50 de 3\d\d/);
    const cases = [
      ['empieza con', 'filtro de a', 'starts_with'],
      ['termina con', 'DE ACEITE', 'ends_with'],
      ['coincide', 'filtro de aceite', 'matches'],
      ['contiene', 'ó', 'contains'],
    ] as const;
    for (const [words, value, mode] of cases) {
      await filterBy(page, words, value);
      await page.waitForURL((address) => address.searchParams.get(`filter[${mode}-name]`) === value);
      const plain = (text: string) =>
        text
          .normalize('NFD')
          .replace(/\p{Mn}/gu, '')
          .toLowerCase();
      await expect
        .poll(async () => {
          const names = (await firstCells(page)).map(plain);
          const looked = plain(value);
          return names.length > 0 && names.every((name) => accepts[mode](name, looked));
        })
        .toBe(true);
    }
    await page.reload();
    await status(page, / de /);
    await expect.poll(() => page.getByRole('textbox', { name: 'Filtrar Nombre' }).inputValue()).toBe('ó');
  });

  const accepts = {
    starts_with: (name: string, value: string) => name.startsWith(value),
    ends_with: (name: string, value: string) => name.endsWith(value),
    matches: (name: string, value: string) => name === value,
    contains: (name: string, value: string) => name.includes(value),
  };

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

test('a product gets its category, its Mercado Libre category and, once saved, its components', async ({ open }) => {
  const page = await open('/part_products/new', { as: 'admin' });
  await page.getByText(/Guardá el producto primero.*componentes/).waitFor();
  await page.getByRole('textbox', { name: /^Nombre/ }).fill('Filtro de prueba');
  await page.getByRole('main').getByLabel('Categoría').first().fill('filtros');
  await page.getByRole('option', { name: 'Filtros', exact: true }).click();
  const meli = page.getByLabel('Categoría de Mercado Libre').first();
  await meli.fill('MLA99999999');
  await page.getByText(/No conocemos la categoría/).waitFor();
  await meli.fill('filtros de aceite');
  await page
    .getByRole('option', { name: /Filtros de Aceite/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Producto guardado').waitFor();
  await page.getByRole('switch', { name: 'Válvulas' }).check();
  await page.getByText('Componentes actualizados').waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('switch', { name: 'Válvulas' }).isChecked()).toBe(true);
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
  await page.getByText('Alias guardado').waitFor();

  await page.getByRole('textbox', { name: 'Filtrar Alias' }).fill('meche');
  await status(page, '1–1 de 1');
  await page.getByRole('button', { name: 'Eliminar Meche' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Eliminar' }).click();
  await page.getByText('Alias eliminado').waitFor();
});
