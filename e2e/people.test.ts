import { describe, expect } from 'vitest';
import { GIVEN_PASSWORD, PASSWORD } from './support/demo.ts';
import { test } from './support/journey.ts';
import { signIn } from './support/page.ts';
import { assign, assignments, brandsOf, findProducts, pick, rowsOf } from './support/people-journeys.ts';

describe('an administrator', () => {
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
