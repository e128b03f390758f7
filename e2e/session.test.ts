import { SignJWT } from 'jose';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { signInAs } from './support/page.ts';
import { address, expired, inCatalog, storage } from './support/session-journeys.ts';

/** Returns the names of menu entries, without the counts beside them. */
const labelsOf = async (entries: Locator) => (await entries.allInnerTexts()).map((text) => text.split('\n')[0]);

describe('signing in', () => {
  test('leads to the catalogue and to the menu of the role, at a desk and on a phone', async ({ open }) => {
    const menu = [
      ...['Piezas', 'Importador', 'Clientes', 'Inicio', 'Por vehículo', 'Pendientes', 'Conflictos'],
      ...['Fotos por nombre', 'Actividad', 'Papelera'],
    ];
    const page = await open('/login');
    await signInAs(page, 'fabricante');
    await inCatalog(page);
    await page.getByRole('button', { name: 'Menú' }).click();
    await expect.poll(() => labelsOf(page.getByRole('menu').getByRole('menuitem'))).toEqual([...menu, 'Fijar el menú']);

    await page.setViewportSize(PHONE);
    await page.reload();
    await inCatalog(page);
    await page.getByRole('button', { name: 'Menú' }).click();
    const links = page.getByRole('dialog').getByRole('navigation').getByRole('link');
    await expect.poll(() => labelsOf(links)).toEqual(menu);
  });

  test('takes a guest on to where they were going', async ({ open }) => {
    const page = await open('/users?filter[matches-role]=admin');
    await signInAs(page, 'admin');
    await page.waitForURL(/\/users\?/);
    expect(address(page)).toBe('/users?filter[matches-role]=admin');
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
  await page.getByText(/Lunes a viernes, de 8 a 18h/).waitFor();
  await page.getByText('v2.3.5').waitFor();
  const link = (name: RegExp) => page.getByRole('link', { name }).first().getAttribute('href');
  expect(await link(/catálogo/i)).toBe('https://catalogo.piezario.example');
  expect(await link(/reportes/i)).toBe('https://reportes.piezario.example');
});

describe('a session', () => {
  test('whose token expired is over: it says so, and comes back to the same screen', async ({ open }) => {
    const page = await open('/login');
    const old = await new SignJWT({ exp: 1 }).setProtectedHeader({ alg: 'HS256' }).sign(new Uint8Array(32));
    await page.evaluate((token) => localStorage.setItem('access_token', token), old);
    await page.goto('/part_categories');
    await expired(page).waitFor();
    await signInAs(page, 'admin');
    await page.waitForURL('**/part_categories');
  });

  test('goes on after a 403', async ({ open }) => {
    const page = await open('/users', { as: 'admin' });
    await page.getByLabel('Filtrar Nombre').waitFor();
    const message = 'Tu usuario no tiene permiso para hacer esto';
    await page.route('**/api/backend/users/*', (route) =>
      route.fulfill({ status: 403, json: { code: 403, message, result: null } }),
    );
    await page.getByLabel('Filtrar Nombre').fill('Ana');
    await page.getByText(message).waitFor();
    expect(new URL(page.url()).pathname).toBe('/users');
    expect(await storage(page)).toContain('access_token');
  });
});

describe('an address', () => {
  test('takes those who may not see it to the catalogue', async ({ open }) => {
    const page = await open('/users', { as: 'usuario' });
    await inCatalog(page);
    expect(new URL(page.url()).pathname).toBe('/parts/catalog');
  });
});
