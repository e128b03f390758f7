import { api } from '@piezario/contract/api';
import { Client } from '@piezario/server/testing/client';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE, useBrowser } from './support/browser.ts';
import { signIn, useDemo } from './support/demo.ts';

const server = useDemo();
const open = useBrowser(server);

const PASSWORD = 'una-clave-larga';
const BRANDS = ['Altomec', 'Norvial'] as const;

const asAdmin = async () => new Client(await server()).signIn('admin@piezario.demo', 'piezario-demo');

/** People of the test's own, so that what one is granted says nothing about another. */
async function createPerson(kind: 'users' | 'clients', name: string) {
  const admin = await asAdmin();
  const email = `${name.toLowerCase().replace(/\W/g, '-')}@example.com`;
  const { id } = await admin.call(api[kind].store, { body: { name, email, password: PASSWORD } });
  return { id, name, email };
}

async function findBrand(name: string) {
  const brands = await (await asAdmin()).call(api.brands.json, {});
  const brand = brands.find((one) => one.name === name);
  if (!brand) throw new Error(`There is no brand ${name}`);
  return brand;
}

/** The first two products of a category. */
async function findProducts() {
  const admin = await asAdmin();
  const [category] = await admin.call(api.categories.json, { params: { brandId: 'all' } });
  if (!category) throw new Error('There are no categories');
  const products = await admin.call(api.products.jsonChained, { params: { categoryId: category.id } });
  const [one, other] = products;
  if (!one || !other) throw new Error('There are no products');
  return { category, one, other };
}

async function enter(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Clave', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Ingresa' }).click();
}

/** A signed-in person at a screen. */
async function openAs(email: string, path: string, options?: Parameters<typeof open>[1]) {
  const page = await open(`/login?redirect=${encodeURIComponent(path)}`, options);
  await enter(page, email, email.endsWith('@piezario.demo') ? 'piezario-demo' : PASSWORD);
  await page.waitForURL(`**${path}`);
  return page;
}

/** What the person's own session is told, right now and without signing in again. */
const asked = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const authorization = `Bearer ${localStorage.getItem('access_token')}`;
    const answer = await fetch(address, { headers: { authorization } });
    const { result } = (await answer.json()) as { result: { name: string }[] };
    return result.map(({ name }) => name);
  }, path);
const brandsOf = (page: Page) => asked(page, api.brands.json.path);

const assignments = (page: Page) => page.getByRole('region', { name: 'Marcas y productos asignados' });
const rowsOf = async (table: Locator) =>
  (await table.locator('tbody tr').allInnerTexts()).map((row) => row.trim().split('\t'));

const picker = (page: Page, level: string) => assignments(page).getByRole('combobox', { name: level });

async function pick(page: Page, level: string, name: string) {
  await picker(page, level).click();
  await page.getByRole('option', { name, exact: true }).click();
}
const assign = (page: Page) => assignments(page).getByRole('button', { name: 'Asignar' }).click();
const confirm = (page: Page, action: string) => page.getByRole('dialog').getByRole('button', { name: action }).click();

describe('an administrator', () => {
  test('creates a manufacturer and grants it a brand, which is all that it sees', async () => {
    const page = await open('/login');
    await signIn(page, 'admin');
    await page.getByRole('button', { name: 'Menú' }).click();
    await page.getByRole('menuitem', { name: 'Fabricantes' }).click();
    await page.getByRole('heading', { name: 'Fabricantes' }).waitFor();
    expect(
      await page.getByLabel('Filtrar Rol').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    ).toBe('Fabricante');
    await page.getByText('Fabiana Fabricante').waitFor();
    expect(await page.getByText('Ana Administradora', { exact: true }).count()).toBe(1);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Crear nuevo fabricante' }).click();
    await page.getByRole('heading', { name: 'Nuevo fabricante' }).waitFor();
    await page.getByText(/Guardá el fabricante primero/).waitFor();
    expect(await page.getByRole('button', { name: 'Asignar' }).count()).toBe(0);
    await page.getByLabel('Nombre').fill('Frenos del Litoral');
    await page.getByLabel('CUIT').pressSequentially('30708412631');
    await page.getByLabel('E-mail').fill('litoral@example.com');
    await page.getByLabel(/^Clave/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.waitForURL(/\/users\/\d+$/);
    await page.getByRole('heading', { name: 'Frenos del Litoral' }).waitFor();
    expect(await page.getByLabel('Clave (Completar para modificar)').inputValue()).toBe('');
    expect(await page.getByRole('combobox', { name: 'Rol' }).inputValue()).toBe('Fabricante');

    await page.getByText('Todavía no tiene nada asignado').waitFor();
    await assign(page);
    await assignments(page).getByText('Elegí una marca', { exact: true }).waitFor();
    await pick(page, 'Marca', 'Norvial');
    await assign(page);
    await assignments(page).getByRole('cell', { name: 'Norvial', exact: true }).waitFor();
    expect(await rowsOf(assignments(page))).toEqual([['Norvial', 'Todas', 'Todos']]);
    await pick(page, 'Marca', 'Norvial');
    await pick(page, 'Categoría', (await findProducts()).category.name);
    await assign(page);
    await assignments(page).getByText('Ya tiene asignada toda la marca').waitFor();
    expect(await rowsOf(assignments(page))).toHaveLength(1);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Volver' }).click();
    await page.getByRole('heading', { name: 'Fabricantes' }).waitFor();
    await page.getByRole('row', { name: /Frenos del Litoral.*30-70841263-1.*Norvial/ }).waitFor();

    const manufacturer = await openAs('litoral@example.com', '/clients');
    await manufacturer.getByRole('heading', { name: 'Clientes' }).waitFor();
    expect(await brandsOf(manufacturer)).toEqual(['Norvial']);
    expect(await manufacturer.getByRole('link', { name: /Crear/ }).count()).toBe(0);
  });

  test('is told at each field what is wrong with somebody new', async () => {
    const page = await openAs('admin@piezario.demo', '/users/new');
    await page.getByLabel('Nombre').fill('Persona Apurada');
    const cuit = page.getByLabel('CUIT');
    await cuit.pressSequentially('30708412632');
    expect(await cuit.inputValue()).toBe('30-70841263-2');
    await cuit.blur();
    await page.getByText('El CUIT no es válido: revisá los números').waitFor();
    await cuit.press('End');
    await cuit.press('Backspace');
    await cuit.pressSequentially('1');
    await page.getByLabel('E-mail').fill('admin@piezario.demo');
    await page.getByLabel(/^Clave/).fill('corta');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Se requieren al menos 8 caracteres').waitFor();
    await expectAccessible(page);
    await page.getByLabel(/^Clave/).fill('');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Completá este campo').waitFor();
    await page.getByLabel(/^Clave/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.locator('form').getByText('Ya hay una cuenta con ese e-mail').waitFor();
  });

  test('deactivates somebody, who is out at the next call and in again once reactivated', async () => {
    const person = await createPerson('users', 'Persona Inquieta');
    const theirs = await openAs(person.email, '/clients');
    await theirs.getByText('Todavía no hay clientes').waitFor();

    const page = await openAs('admin@piezario.demo', '/users');
    await page.getByRole('button', { name: `Desactivar ${person.name}` }).click();
    const dialog = page.getByRole('dialog', { name: `¿Desactivar el usuario “${person.name}”?` });
    await dialog.getByText(/No va a poder ingresar y sus sesiones se cierran/).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Desactivar' }).click();
    await page.getByRole('button', { name: `Reactivar ${person.name}` }).waitFor();
    expect(await page.getByRole('button', { name: /Desactivar Ana Administradora/ }).count()).toBe(0);

    await theirs.getByLabel('Filtrar Nombre').fill('a');
    await theirs.getByText('access_token expired').waitFor();
    await theirs.waitForURL(/\/login/);
    await enter(theirs, person.email);
    await theirs.getByRole('alert').getByText('El e-mail o la clave no son correctos').first().waitFor();

    await page.getByLabel('Filtrar Estado').selectOption('Inactivo');
    await page.getByText('1–1 de 1 fila').waitFor();
    await page.getByRole('link', { name: `Editar ${person.name}` }).click();
    await page.getByText(/Está inactivo/).waitFor();
    await page.getByRole('button', { name: 'Reactivar' }).click();
    await page.getByText('Usuario reactivado').waitFor();
    await enter(theirs, person.email);
    await theirs.getByRole('heading', { name: 'Clientes' }).waitFor();

    await page.getByRole('button', { name: 'Cerrar sesiones' }).click();
    await confirm(page, 'Cerrar sesiones');
    await page.getByText('Sesiones cerradas').waitFor();
    await theirs.getByLabel('Filtrar Nombre').fill('b');
    await theirs.waitForURL(/\/login/);
  });

  test('is kept from shutting themselves out', async () => {
    const page = await openAs('admin@piezario.demo', '/users?filter[matches-role]=admin');
    await page.getByRole('link', { name: 'Editar Ana Administradora' }).click();
    await page.getByText('Es tu cuenta').waitFor();
    expect(await page.getByRole('button', { name: 'Desactivar' }).count()).toBe(0);
    expect(await page.getByRole('combobox', { name: 'Rol' }).getAttribute('readonly')).not.toBeNull();
    await page.getByText('Por su rol ve y modifica todo el catálogo').waitFor();
    await expectAccessible(page);
  });

  test('creates a client and grants them a brand on a phone', async () => {
    const page = await openAs('admin@piezario.demo', '/clients', { viewport: PHONE, hasTouch: true });
    await page.getByText('Claudio Cliente').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Crear nuevo cliente' }).click();
    await page.getByLabel('Nombre').fill('Repuestos La Ruta');
    await page.getByLabel('E-mail').fill('laruta@example.com');
    await page.getByLabel(/^Clave/).fill(PASSWORD);
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.waitForURL(/\/clients\/\d+$/);
    await pick(page, 'Marca', 'Termiko');
    await assign(page);
    await assignments(page).getByRole('cell', { name: 'Termiko', exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Volver' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Repuestos La Ruta' }).getByText('Termiko').waitFor();
  });
});

describe('a manufacturer', () => {
  test('grants a client a product of its brand, is not offered another’s, and takes it back', async () => {
    const admin = await asAdmin();
    const [own, foreign] = await Promise.all(BRANDS.map(findBrand));
    if (!own || !foreign) throw new Error('There are no brands');
    const { category, one, other } = await findProducts();
    const manufacturer = await createPerson('users', 'Fabrica Propia');
    const client = await createPerson('clients', 'Cliente Compartido');
    await createPerson('clients', 'Cliente Ajeno');
    await admin.call(api.users.append, { body: { user_id: manufacturer.id, brand: own.id } });
    await admin.call(api.clients.append, { body: { user_id: client.id, brand: own.id, product: one.id } });
    await admin.call(api.clients.append, { body: { user_id: client.id, brand: foreign.id } });

    const theirs = await openAs(client.email, '/parts/catalog');
    const products = () => asked(theirs, `/api/backend/catalog/part-products/json/${category.id}/${own.id}`);
    expect(await products()).toEqual([one.name]);

    const page = await openAs(manufacturer.email, '/clients');
    await page.getByText(client.name).waitFor();
    expect(await page.getByText('Cliente Ajeno').count()).toBe(0);
    expect(await page.getByRole('button', { name: /Desactivar|Reactivar/ }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('link', { name: `Editar ${client.name}` }).click();
    await page.getByText('Sólo un administrador puede cambiar el nombre, el e-mail y la clave').waitFor();
    for (const label of ['Nombre', 'E-mail', 'Clave'])
      expect(await page.getByLabel(label, { exact: true }).getAttribute('readonly')).not.toBeNull();
    expect(await page.getByRole('button', { name: /Desactivar|Cerrar sesiones/ }).count()).toBe(0);
    await page.getByLabel('Teléfono').fill('011 4302-8890');
    await page.getByRole('button', { name: 'Guardar' }).click();
    await page.getByText('Cliente guardado').waitFor();

    expect(await rowsOf(assignments(page))).toEqual([[own.name, category.name, one.name]]);
    await picker(page, 'Marca').click();
    expect(await page.getByRole('option').allInnerTexts()).toEqual([own.name]);
    await page.getByRole('option', { name: own.name }).click();
    await pick(page, 'Categoría', category.name);
    await pick(page, 'Producto', other.name);
    await expectAccessible(page);
    await assign(page);
    await assignments(page).getByRole('cell', { name: other.name, exact: true }).waitFor();
    expect((await products()).sort()).toEqual([one.name, other.name].sort());

    await assignments(page)
      .getByRole('button', { name: new RegExp(`Quitar .*${one.name}`) })
      .click();
    await confirm(page, 'Quitar');
    await assignments(page).getByRole('cell', { name: one.name, exact: true }).waitFor({ state: 'detached' });
    expect(await products()).toEqual([other.name]);
    expect(await brandsOf(theirs)).toEqual([own.name, foreign.name]);
  });

  test('cannot create clients', async () => {
    const manufacturer = await createPerson('users', 'Fabrica Curiosa');
    const page = await openAs(manufacturer.email, '/clients/new');
    await page.getByText('Sólo un administrador puede crear clientes').waitFor();
    await expectAccessible(page);
  });
});
