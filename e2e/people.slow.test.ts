import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { GIVEN_PASSWORD, PASSWORD } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
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
  test('is told at each field what is wrong with a new user', async ({ open }) => {
    const page = await open('/users/new', { as: 'admin' });
    await page.getByLabel('Nombre').fill('Persona Apurada');
    const cuit = page.getByLabel('CUIT');
    await cuit.pressSequentially('30708412632');
    await expect.poll(() => cuit.inputValue()).toBe('30-70841263-2');
    await cuit.blur();
    await page.getByText('El CUIT no es válido: revisá los números').waitFor();
    await cuit.press('End');
    await cuit.press('Backspace');
    await cuit.pressSequentially('1');
    await page.getByLabel('E-mail').fill('admin@piezario.demo');
    await page.getByLabel(/^Clave/).fill('corta');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Se requieren al menos 8 caracteres').waitFor();
    await page.getByLabel(/^Clave/).fill('');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Completá este campo').waitFor();
    await page.getByLabel(/^Clave/).fill(GIVEN_PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.locator('form').getByText('Ya hay una cuenta con ese e-mail').waitFor();
  });

  test('deactivates a user, who is signed out at the next call and can sign in again once reactivated', async ({
    open,
    demo,
  }) => {
    const person = await createPerson(demo, 'users', 'Persona Inquieta');
    const theirs = await open('/clients', { as: person });
    await theirs.getByText('Todavía no hay clientes').waitFor();

    const page = await open('/users', { as: 'admin' });
    await page.getByRole('button', { name: `Desactivar ${person.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `¿Desactivar el usuario “${person.name}”?` });
    await dialog.getByText(/No va a poder ingresar y sus sesiones se cierran/).waitFor();
    await dialog.getByRole('button', { name: 'Desactivar' }).click();
    await page.getByRole('button', { name: `Reactivar ${person.name}` }).waitFor();
    expect(await page.getByRole('button', { name: /Desactivar Ana Administradora/ }).count()).toBe(0);

    await theirs.getByLabel('Filtrar Nombre').fill('a');
    await theirs.getByText('access_token expired').waitFor();
    await signIn(theirs, person.email, PASSWORD);
    await theirs.getByRole('alert').getByText('El e-mail o la clave no son correctos').waitFor();

    await page.getByLabel('Filtrar Estado').selectOption('Inactivo');
    await page.getByLabel('Filtrar Nombre').fill(person.name);
    await page.getByText(/^1–1 de 1 /).waitFor();
    await page.getByRole('link', { name: `Editar ${person.name}` }).click();
    await page.getByText(/Está inactivo/).waitFor();
    await page.getByRole('button', { name: 'Reactivar' }).click();
    await page.getByText('Usuario reactivado').waitFor();
    await signIn(theirs, person.email, PASSWORD);
    await theirs.getByText('Ningún cliente coincide').waitFor();

    await page.getByRole('button', { name: 'Cerrar sesiones' }).click();
    await confirm(page, 'Cerrar sesiones');
    await page.getByText('Sesiones cerradas').waitFor();
    await theirs.getByLabel('Filtrar Nombre').fill('b');
    await theirs.getByText('access_token expired').waitFor();
    await theirs.waitForURL(/\/login/);
  });

  test('is kept from shutting themselves out', async ({ open }) => {
    const page = await open('/users?filter[matches-role]=admin', { as: 'admin' });
    await page.getByRole('link', { name: 'Editar Ana Administradora' }).click();
    await page.getByText('Es tu cuenta').waitFor();
    expect(await page.getByRole('button', { name: 'Desactivar' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('combobox', { name: 'Rol' }).getAttribute('readonly')).not.toBeNull();
    await page.getByText('Por su rol ve y modifica todo el catálogo').waitFor();
    expect(await page.getByLabel(/^Clave/).count()).toBe(0);
    await page.getByRole('link', { name: 'Cambiar la clave en Mi cuenta' }).click();
    await page.getByLabel('Clave actual').waitFor();
    expect(new URL(page.url()).pathname).toBe('/account');
  });

  test('creates a client and grants them a brand on a phone', async ({ open }) => {
    const page = await open('/clients', { as: 'admin', viewport: PHONE, hasTouch: true });
    await page.getByText('Claudio Cliente').waitFor();
    await page.getByRole('link', { name: 'Crear nuevo cliente' }).click();
    await page.getByLabel('Nombre').fill('Repuestos La Ruta');
    await page.getByLabel('E-mail').fill('laruta@example.com');
    await page.getByLabel(/^Clave/).fill(GIVEN_PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.waitForURL(/\/clients\/\d+$/);
    await pick(page, 'Marca', 'Termiko');
    await assign(page);
    await assignments(page).getByRole('cell', { name: 'Termiko', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Volver' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Repuestos La Ruta' }).getByText('Termiko').waitFor();
  });
});

describe('a manufacturer', () => {
  test('cannot create clients', async ({ open, demo }) => {
    const manufacturer = await createPerson(demo, 'users', 'Fabrica Curiosa');
    const page = await open('/clients/new', { as: manufacturer });
    await page.getByText('Sólo un administrador puede crear clientes').waitFor();
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

    // Picking the chosen category clears it, and picking it again chooses all its products.
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
});
