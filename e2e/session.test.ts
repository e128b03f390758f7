import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { emailOf } from './support/demo.ts';
import { PHONE, test } from './support/journey.ts';
import { signIn, signInAs } from './support/page.ts';

const address = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return decodeURIComponent(pathname + search);
};
/** People with a single brand find its parts; the others are asked which brand. */
const inCatalog = (page: Page) => page.getByRole('heading', { name: /^(Seleccioná una marca|Piezas)$/ }).waitFor();
const storage = (page: Page) => page.evaluate(() => Object.keys(localStorage));

describe('signing in', () => {
  test('leads to the catalogue and to the menu of the role, at a desk and on a phone', async ({ open }) => {
    const menu = ['Piezas', 'Por vehículo', 'Importador', 'Papelera', 'Actividad', 'Clientes'];
    const page = await open('/login');
    await signInAs(page, 'fabricante');
    await inCatalog(page);
    await page.getByRole('button', { name: 'Menú' }).click();
    await expect.poll(() => page.getByRole('menu').getByRole('menuitem').allInnerTexts()).toEqual(menu);

    await page.setViewportSize(PHONE);
    await page.reload();
    await inCatalog(page);
    await page.getByRole('button', { name: 'Menú' }).click();
    const links = page.getByRole('dialog').getByRole('navigation').getByRole('link');
    await expect.poll(() => links.allInnerTexts()).toEqual(menu);
  });

  test('is possible once both fields have four characters', async ({ open }) => {
    const page = await open('/login');
    const button = page.getByRole('button', { name: 'Ingresa' });
    await page.getByLabel('E-mail').fill('abc');
    await page.getByLabel('Clave', { exact: true }).fill('abc');
    await page.getByLabel('Clave', { exact: true }).blur();
    await expect.poll(() => page.getByText('Se requieren al menos 4 caracteres').count()).toBe(2);
    await expect.poll(() => button.isDisabled()).toBe(true);
    await page.getByLabel('E-mail').fill('abcd');
    await page.getByLabel('Clave', { exact: true }).fill('abcd');
    await expect.poll(() => button.isEnabled()).toBe(true);
  });

  test('with a wrong password says so and stays', async ({ open }) => {
    const page = await open('/login');
    await signIn(page, emailOf('admin'), 'otra-clave');
    await page.getByRole('alert').getByText('El e-mail o la clave no son correctos').waitFor();
    expect(address(page)).toBe('/login');
    expect(await storage(page)).not.toContain('access_token');
  });

  test('takes a guest on to where they were going', async ({ open }) => {
    const page = await open('/users?filter[matches-role]=admin');
    await signInAs(page, 'admin');
    await page.waitForURL(/\/users\?/);
    expect(address(page)).toBe('/users?filter[matches-role]=admin');
  });

  test('never leads to another site', async ({ open, demo }) => {
    const page = await open(`/login?redirect=${encodeURIComponent('//example.com')}`);
    await signInAs(page, 'usuario');
    await inCatalog(page);
    expect(page.url().replace(/\?.*/, '')).toBe(`${demo.url}/parts/catalog`);
  });

  test('is not for those who are in already', async ({ open }) => {
    const page = await open('/login', { as: 'cliente' });
    await inCatalog(page);
    expect(address(page)).toBe('/parts/catalog');
  });
});

test('the landing page shows the four counters, the support hours, the links and the version', async ({ open }) => {
  const page = await open('/login');
  for (const label of ['Aplicaciones', 'Marcas', 'Fabricantes', 'Piezas'])
    await page.getByText(label, { exact: true }).waitFor();
  await page
    .getByText(/^\d{2}$/)
    .first()
    .waitFor();
  await page.getByText(/Lunes a viernes, de 8 a 18 h/).waitFor();
  await page.getByText('v2.3.5').waitFor();
  const link = (name: RegExp) => page.getByRole('link', { name }).first().getAttribute('href');
  expect(await link(/catálogo/i)).toBe('https://catalogo.piezario.example');
  expect(await link(/reportes/i)).toBe('https://reportes.piezario.example');
});

describe('a session', () => {
  test('survives a reload, and ends with Salir together with the selection', async ({ open }) => {
    const page = await open('/login');
    await signInAs(page, 'fabricante');
    await inCatalog(page);
    await page.goto('/clients');
    await page.getByRole('heading', { name: 'Clientes' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Clientes' }).waitFor();
    const selection = ['part_brand', 'part_category', 'part_product', 'part_search'];
    await page.evaluate((keys) => keys.map((key) => localStorage.setItem(key, '1')), selection);
    await page.getByRole('button', { name: /Tu cuenta/ }).click();
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    await page.waitForURL(/\/login/);
    const ended = ['access_token', 'user_id', ...selection];
    await expect.poll(async () => (await storage(page)).filter((key) => ended.includes(key))).toEqual([]);
  });

  test('whose token expired is over: it says so, and comes back to the same screen', async ({ open }) => {
    const page = await open('/login');
    const expired = await new SignJWT({ exp: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    await page.evaluate((token) => localStorage.setItem('access_token', token), expired);
    await page.goto('/part_categories');
    await page.getByText('access_token expired').waitFor();
    await signInAs(page, 'admin');
    await page.waitForURL('**/part_categories');
  });

  test('that the server ended is over at the next call, and comes back to the same screen', async ({ open }) => {
    const page = await open('/login');
    await signInAs(page, 'admin');
    await inCatalog(page);
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    await page.request.get('/api/backend/auth/logout', { headers: { authorization: `Bearer ${token}` } });
    await page.goto('/part_products');
    await page.getByText('access_token expired').waitFor();
    await signInAs(page, 'admin');
    await page.waitForURL('**/part_products');
  });

  test('that cannot be checked is over, and says so', async ({ open }) => {
    const page = await open('/login');
    await signInAs(page, 'admin');
    await inCatalog(page);
    await page.route('**/auth/profile', (route) =>
      route.fulfill({ status: 500, json: { code: 500, message: 'x', result: null } }),
    );
    await page.goto('/parts/catalog').catch(() => {});
    await page.getByText('No fue posible validar tu acceso, intenta nuevamente').waitFor();
    await page.waitForURL(/\/login/);
  });
});

describe('an address', () => {
  test('takes those who may not see it to the catalogue', async ({ open }) => {
    const page = await open('/users', { as: 'usuario' });
    await inCatalog(page);
    expect(new URL(page.url()).pathname).toBe('/parts/catalog');
  });

  test('that does not exist says so and leads home', async ({ open }) => {
    const page = await open('/no-existe', { as: 'usuario' });
    await page
      .getByRole('link', { name: /inicio|catálogo/i })
      .first()
      .click();
    await inCatalog(page);
  });
});
