import { SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { expectAccessible, PHONE, useBrowser } from './support/browser.ts';
import { type DemoAccount, signIn, useDemo } from './support/demo.ts';

const server = useDemo();
const open = useBrowser(server);

const path = (page: Page) => {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
};
/** Whoever sees a single brand finds its parts; the others are asked which. */
const inCatalog = (page: Page) => page.getByRole('heading', { name: /^(Seleccioná una marca|Piezas)$/ }).waitFor();
const storage = (page: Page) => page.evaluate(() => Object.keys(localStorage));

const MENUS: Record<DemoAccount, string[]> = {
  admin: ['Piezas', 'Importador', 'Clientes', 'Fabricantes', 'Administradores', 'Marcas', 'Categorías', 'Productos'],
  staff: ['Piezas', 'Importador', 'Clientes'],
  fabricante: ['Piezas', 'Importador', 'Clientes'],
  cliente: ['Piezas'],
  usuario: ['Piezas'],
};

describe.each(Object.entries(MENUS))('%s', (account, items) => {
  test('signs in and finds their menu', async () => {
    const page = await open('/login');
    await signIn(page, account as DemoAccount);
    await inCatalog(page);
    await page.getByRole('button', { name: 'Menú' }).click();
    const menu = page.getByRole('menu');
    await menu.waitFor();
    expect(await menu.getByRole('menuitem').allInnerTexts()).toEqual(items);
    await expectAccessible(page);
  });

  test('finds the same on a phone', async () => {
    const page = await open('/login', { viewport: PHONE, hasTouch: true });
    await signIn(page, account as DemoAccount);
    await inCatalog(page);
    await page.getByRole('button', { name: 'Menú' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('link', { name: 'Piezas' }).waitFor();
    const labels = await drawer.getByRole('link').allInnerTexts();
    expect(labels.filter((label) => MENUS.admin.includes(label))).toEqual(items);
  });
});

describe('signing in', () => {
  test('is possible once both fields have four characters', async () => {
    const page = await open('/login');
    const button = page.getByRole('button', { name: 'Ingresa' });
    await page.getByLabel('E-mail').fill('abc');
    await page.getByLabel('Clave', { exact: true }).fill('abc');
    await page.getByLabel('Clave', { exact: true }).blur();
    expect(await page.getByText('Se requieren al menos 4 caracteres').count()).toBe(2);
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('E-mail').fill('abcd');
    await page.getByLabel('Clave', { exact: true }).fill('abcd');
    expect(await button.isEnabled()).toBe(true);
  });

  test('with a wrong password says so and stays', async () => {
    const page = await open('/login');
    await signIn(page, 'admin', 'otra-clave');
    await page.getByRole('alert').getByText('El e-mail o la clave no son correctos').waitFor();
    expect(path(page)).toBe('/login');
    expect(await storage(page)).not.toContain('access_token');
  });

  test('takes a guest on to where they were going', async () => {
    const page = await open('/users?filter[matches-role]=admin');
    await signIn(page, 'admin');
    await page.waitForURL(/\/users\?/);
    expect(decodeURIComponent(path(page))).toBe('/users?filter[matches-role]=admin');
  });

  test.each(['//example.com', 'https://example.com', '/\\example.com', 'javascript:alert(1)'])(
    'never leads to %s',
    async (redirect) => {
      const page = await open(`/login?redirect=${encodeURIComponent(redirect)}`);
      await signIn(page, 'usuario');
      await inCatalog(page);
      expect(page.url().replace(/\?.*/, '')).toBe(`${await server()}/parts/catalog`);
    },
  );

  test('is not for those who are in already', async () => {
    const page = await open('/login');
    await signIn(page, 'cliente');
    await inCatalog(page);
    await page.goto('/login');
    await inCatalog(page);
  });
});

describe('the landing page', () => {
  test('shows the four counters, the support hours, the links and the version', async () => {
    const page = await open('/login');
    for (const label of ['Aplicaciones', 'Marcas', 'Fabricantes', 'Piezas'])
      await page.getByText(label, { exact: true }).waitFor();
    await page.getByText('20', { exact: true }).first().waitFor();
    await page.getByText(/Lunes a viernes, de 8 a 18 h/).waitFor();
    await page.getByText('v2.3.5').waitFor();
    expect(
      await page
        .getByRole('link', { name: /catálogo/i })
        .first()
        .getAttribute('href'),
    ).toBe('https://catalogo.piezario.example');
    expect(
      await page
        .getByRole('link', { name: /reportes/i })
        .first()
        .getAttribute('href'),
    ).toBe('https://reportes.piezario.example');
  });

  test.each([
    ['a desk', {}],
    ['a phone', { viewport: PHONE }],
    ['a dark room', { colorScheme: 'dark' as const }],
  ])('is accessible at %s', async (_, options) => {
    const page = await open('/login', options);
    await page.getByText('Piezas', { exact: true }).waitFor();
    await expectAccessible(page);
  });
});

describe('a session', () => {
  test('survives a reload, with the same screen', async () => {
    const page = await open('/login');
    await signIn(page, 'admin');
    await inCatalog(page);
    await page.goto('/part_brands');
    await page.reload();
    await page.getByRole('heading', { name: 'Marcas' }).waitFor();
  });

  test('ends with Salir, and takes the token and the selection with it', async () => {
    const page = await open('/login');
    await signIn(page, 'fabricante');
    await inCatalog(page);
    await page.evaluate(() => {
      for (const key of ['part_brand', 'part_category', 'part_product', 'part_search']) localStorage.setItem(key, '1');
    });
    await page.getByRole('button', { name: /Tu cuenta/ }).click();
    await page.getByRole('menuitem', { name: 'Salir' }).click();
    await page.waitForURL(/\/login/);
    const kept = await storage(page);
    for (const key of ['access_token', 'user_id', 'part_brand', 'part_category', 'part_product'])
      expect(kept).not.toContain(key);
  });

  test('whose token expired is over: it says so, and comes back to the same screen', async () => {
    const page = await open('/login');
    const expired = await new SignJWT({ exp: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    await page.evaluate((token) => localStorage.setItem('access_token', token), expired);
    await page.goto('/part_categories');
    await page.getByText('access_token expired').waitFor();
    await signIn(page, 'admin');
    await page.waitForURL('**/part_categories');
  });

  test('that the server ended is over at the next call, and comes back to the same screen', async () => {
    const page = await open('/login');
    await signIn(page, 'admin');
    await inCatalog(page);
    const token = await page.evaluate(() => localStorage.getItem('access_token'));
    await page.request.get('/api/backend/auth/logout', { headers: { authorization: `Bearer ${token}` } });
    await page.goto('/part_products');
    await page.getByText('access_token expired').waitFor();
    await signIn(page, 'admin');
    await page.waitForURL('**/part_products');
  });

  test('that cannot be checked is over, and says so', async () => {
    const page = await open('/login');
    await signIn(page, 'admin');
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
  test.each(['/users', '/clients/new', '/part_brands', '/import'])(
    '%s takes whoever may not see it to the catalogue',
    async (address) => {
      const page = await open('/login');
      await signIn(page, 'usuario');
      await inCatalog(page);
      await page.goto(address);
      await inCatalog(page);
      expect(new URL(page.url()).pathname).toBe('/parts/catalog');
    },
  );

  test('that does not exist says so and leads home', async () => {
    const page = await open('/login');
    await signIn(page, 'usuario');
    await inCatalog(page);
    await page.goto('/no-existe');
    await expectAccessible(page);
    await page
      .getByRole('link', { name: /inicio|catálogo/i })
      .first()
      .click();
    await inCatalog(page);
  });
});
