import { describe, expect } from 'vitest';
import { status } from './support/categorisation-journeys.ts';
import { test } from './support/journey.ts';
import { expectNotice } from './support/waiting.ts';

describe('brands', () => {
  test('are created, found, renamed and removed', async ({ open }) => {
    const page = await open('/part_brands', { as: 'admin' });
    await page.getByRole('link', { name: 'Crear nueva marca' }).click();
    await page.getByRole('textbox', { name: /^Nombre/ }).fill('Ñandubay');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expectNotice(page, 'Marca guardada');
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
  await expectNotice(page, 'Producto guardado');
  await page.getByRole('switch', { name: 'Válvulas' }).check();
  await page.getByText('Componentes actualizados').waitFor();
  await page.reload();
  await expect.poll(() => page.getByRole('switch', { name: 'Válvulas' }).isChecked()).toBe(true);
});
