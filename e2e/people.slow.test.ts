import { describe, expect } from 'vitest';
import { GIVEN_PASSWORD, PASSWORD } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
import { signIn } from './support/page.ts';
import { createPerson } from './support/people.ts';
import { assign, assignments, confirm, pick } from './support/people-journeys.ts';

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
