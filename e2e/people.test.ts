import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { GIVEN_PASSWORD, PASSWORD } from './support/demo.ts';
import { test } from './support/journey.ts';
import { keepNotice, signIn } from './support/page.ts';
import { idOf } from './support/parts.ts';
import { createPerson } from './support/people.ts';
import {
  asked,
  assign,
  assignments,
  brandsOf,
  confirm,
  findProducts,
  pick,
  picker,
  rowsOf,
} from './support/people-journeys.ts';
import { expectNotice } from './support/waiting.ts';

describe('an administrator', () => {
  test('views the catalog as a client until they come back', async ({ open, demo }) => {
    const client = await createPerson(demo, 'clients', 'Vista del Cliente', ['Norvial']);
    const page = await open(`/clients/${client.id}`, { as: 'admin' });
    const banner = page.getByRole('complementary', { name: 'Ver como cliente' });
    const view = page.getByRole('button', { name: 'Ver como este cliente' });
    await view.click();
    await banner.getByText(client.name).waitFor();
    const brand = page.getByRole('search', { name: 'Catálogo' }).getByRole('combobox', { name: 'Marca', exact: true });
    await expect.poll(() => brand.inputValue()).toBe('Norvial');
    expect(await page.getByRole('button', { name: 'Nueva pieza' }).count()).toBe(0);
    await page.reload();
    await banner.getByRole('button', { name: 'Volver a mi cuenta' }).click();
    await page.waitForURL(/\/clients\/\d+$/);
    await page.getByRole('button', { name: 'Nueva pieza' }).waitFor();
    expect(await banner.count()).toBe(0);
  });

  test('creates a manufacturer and grants it a brand, which is all that it sees', async ({ open, demo }) => {
    const page = await open('/parts/catalog', { as: 'admin' });
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByRole('menuitem', { name: 'Fabricantes' }).click();
    await page.getByRole('heading', { name: 'Fabricantes' }).waitFor();
    const role = () =>
      page.getByLabel('Filtrar Rol').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text);
    await expect.poll(role).toBe('Fabricante');
    await page.getByText('Fabiana Fabricante').waitFor();
    await expect.poll(() => page.getByText('Ana Administradora', { exact: true }).count()).toBe(1);

    await page.getByRole('link', { name: 'Crear nuevo fabricante' }).click();
    await page.getByRole('heading', { name: 'Nuevo fabricante' }).waitFor();
    await page.getByText(/Guardá el fabricante primero/).waitFor();
    expect(await page.getByRole('button', { name: 'Asignar' }).count()).toBe(0);
    await page.getByLabel('Nombre').fill('Frenos del Litoral');
    await page.getByLabel('CUIT').pressSequentially('30708412631');
    await page.getByLabel('E-mail').fill('litoral@example.com');
    await page.getByLabel(/^Clave/).fill(GIVEN_PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.waitForURL(/\/users\/\d+$/);
    await page.getByRole('heading', { name: 'Frenos del Litoral' }).waitFor();
    await expect.poll(() => page.getByLabel('Clave (Completar para modificar)').inputValue()).toBe('');
    await expect.poll(() => page.getByRole('combobox', { name: 'Rol' }).inputValue()).toBe('Fabricante');

    await page.getByText('Todavía no tiene nada asignado').waitFor();
    await expect.poll(() => assignments(page).getByRole('button', { name: 'Asignar' }).isDisabled()).toBe(true);
    await pick(page, 'Marca', 'Norvial');
    await assign(page);
    await assignments(page).getByRole('cell', { name: 'Norvial', exact: true }).waitFor();
    await expect.poll(() => rowsOf(assignments(page))).toEqual([['Norvial', 'Todas', 'Todos']]);
    await pick(page, 'Marca', 'Norvial');
    await pick(page, 'Categoría', (await findProducts(demo)).category.name);
    await assign(page);
    await assignments(page).getByText('Ya tiene asignada toda la marca').waitFor();
    expect(await page.locator('[data-notice]').getByText('Ya tiene asignada').count()).toBe(0);
    await expect.poll(() => rowsOf(assignments(page))).toHaveLength(1);

    await page.getByRole('link', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Fabricantes' }).waitFor();
    await page.getByRole('row', { name: /Frenos del Litoral.*30-70841263-1.*Norvial/ }).waitFor();

    // The password that the admin typed works for calls; the screen asks for another one first.
    const manufacturer = await open('/clients');
    await signIn(manufacturer, 'litoral@example.com', GIVEN_PASSWORD);
    await manufacturer.getByRole('heading', { name: 'Elegí tu clave' }).waitFor();
    expect(await brandsOf(manufacturer)).toEqual(['Norvial']);
    expect(await manufacturer.getByRole('heading', { name: 'Clientes' }).count()).toBe(0);
    await manufacturer.getByLabel('La clave que te dieron').fill(GIVEN_PASSWORD);
    await manufacturer.getByLabel('Clave nueva').fill('argentina');
    await manufacturer.getByRole('button', { name: 'Cambiar la clave' }).click();
    await manufacturer.getByText('Es una de las claves más usadas: elegí otra').waitFor();
    await manufacturer.getByLabel('Clave nueva').fill(PASSWORD);
    await manufacturer.getByRole('button', { name: 'Cambiar la clave' }).click();
    await manufacturer.getByRole('heading', { name: 'Clientes' }).waitFor();
    await expect.poll(() => brandsOf(manufacturer)).toEqual(['Norvial']);
    expect(await manufacturer.getByRole('link', { name: /Crear/ }).count()).toBe(0);
  });
});

describe('a manufacturer', () => {
  test('grants a client a product of its brand, is not offered another’s, and takes it back', async ({
    open,
    demo,
  }) => {
    const admin = await demo.client('admin');
    const [own, foreign] = ['Altomec', 'Norvial'];
    const ownId = idOf(await admin.call(api.brands.json, {}), own);
    const { category, one, other } = await findProducts(demo);
    const manufacturer = await createPerson(demo, 'users', 'Fabrica Propia', [own]);
    const client = await createPerson(demo, 'clients', 'Cliente Compartido', [foreign]);
    await createPerson(demo, 'clients', 'Cliente Ajeno');
    await admin.call(api.clients.append, { body: { user_id: client.id, brand: ownId, product: one.id } });

    const theirs = await open('/parts/catalog', { as: client });
    const products = () => asked(theirs, `/api/backend/catalog/part-products/json/${category.id}/${ownId}`);
    await expect.poll(() => products()).toEqual([one.name]);

    const page = await open('/clients', { as: manufacturer });
    await page.getByText(client.name).waitFor();
    expect(await page.getByText('Cliente Ajeno').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Desactivar|Reactivar/ }).count()).toBe(0);
    await page.getByRole('link', { name: `Editar ${client.name}` }).click();
    await page.getByText('Sólo un administrador puede cambiar el nombre, el e-mail y la clave').waitFor();
    for (const label of ['Nombre', 'E-mail', 'Clave'])
      await expect.poll(() => page.getByLabel(label, { exact: true }).getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Desactivar|Cerrar sesiones/ }).count()).toBe(0);
    await page.getByLabel('Teléfono').fill('011 4302-8890');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await expectNotice(page, 'Cliente guardado');

    await expect.poll(() => rowsOf(assignments(page))).toEqual([[own, category.name, one.name]]);
    await picker(page, 'Marca').click();
    await expect.poll(() => page.getByRole('option').allInnerTexts()).toEqual([own]);
    await page.getByRole('option', { name: own }).click();
    await pick(page, 'Categoría', category.name);
    await pick(page, 'Producto', other.name);
    await assign(page);
    await assignments(page).getByRole('table').getByText(other.name, { exact: true }).waitFor();
    expect((await products()).sort()).toEqual([one.name, other.name].sort());

    // The category is still chosen, for the next product: saving the client must not assign it.
    await page.getByLabel('Teléfono').fill('011 4302-8891');
    await page.keyboard.press('Control+s');
    await expectNotice(page, 'Cliente guardado');
    await page.keyboard.press('Control+s');
    await page.getByText('No hay cambios para guardar').waitFor();
    await expect.poll(() => rowsOf(assignments(page))).toHaveLength(2);

    await assignments(page)
      .getByRole('button', { name: new RegExp(`Quitar .*${one.name}`) })
      .click();
    await confirm(page, 'Quitar');
    await assignments(page).getByRole('table').getByText(one.name, { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => products()).toEqual([other.name]);
    await expect.poll(() => brandsOf(theirs)).toEqual([own, foreign]);
  });

  test('is asked before an assignment replaces narrower ones, and can take it back', async ({ open, demo }) => {
    const admin = await demo.client('admin');
    const own = 'Pampafil';
    const brandId = idOf(await admin.call(api.brands.json, {}), own);
    const [category] = await admin.call(api.categories.json, { params: { brandId } });
    if (!category) throw new Error('The brand has no categories');
    const params = { categoryId: category.id, brandId };
    const [product] = await admin.call(api.products.json, { params });
    if (!product) throw new Error('The category has no products');
    const client = await createPerson(demo, 'clients', 'Cliente Que No Crece');
    const page = await open(`/clients/${client.id}`, { as: 'admin' });
    await pick(page, 'Marca', own);
    await pick(page, 'Categoría', category.name);
    await pick(page, 'Producto', product.name);
    await assign(page);
    await assignments(page).getByRole('table').getByText(product.name, { exact: true }).waitFor();
    const button = assignments(page).getByRole('button', { name: 'Asignar' });
    await expect.poll(() => button.isDisabled()).toBe(true);

    // Choosing the same category takes it away, and choosing it once more means all of it.
    await pick(page, 'Categoría', category.name);
    await pick(page, 'Categoría', category.name);
    await button.click();
    const question = page.getByRole('dialog', { name: '¿Ampliar lo asignado?' });
    await question.getByText(/va a ver [\d.]+ piezas?\. Reemplaza a Pampafil/).waitFor();
    await question.getByRole('button', { name: 'Cancelar' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => rowsOf(assignments(page))).toEqual([[own, category.name, product.name]]);
    await button.click();
    await question.getByRole('button', { name: 'Ampliar' }).click();
    await keepNotice(page);
    await expect.poll(() => rowsOf(assignments(page))).toEqual([[own, category.name, 'Todos']]);
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(() => rowsOf(assignments(page))).toEqual([[own, category.name, product.name]]);
  });
});
