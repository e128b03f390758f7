import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { chooseBrand } from './support/catalog.ts';
import { PHONE, test } from './support/journey.ts';
import { makePictured } from './support/known-parts.ts';
import { holdRequests } from './support/page.ts';
import { makePart, wizard } from './support/parts.ts';

/* What every screen shares: addresses, toolbar, menus, waiting, and the constants that people and programs rely on. */

const MAX_BOXED_WIDTH = 1120;
const WIDE = { width: 1920, height: 1080 };
/** The content of a screen, inside the full width of the page. */
const SCREEN = '#contenido > *';

/** Stops the clock of the page, which the test then advances, however slow the machine is. */
async function stopClock(page: Page) {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 60_000);
}

describe('the addresses', () => {
  test('/ leads to the catalog, and /logout ends the session', async ({ open }) => {
    const page = await open('/login');
    // A session that no other journey uses.
    await page.getByLabel('E-mail').fill('usuario@piezario.demo');
    await page.getByRole('button', { name: 'Ingresá' }).click();
    await page.waitForURL(/\/parts\/catalog/);
    await page.goto('/');
    await page.waitForURL(/\/parts\/catalog/);
    await page.goto('/logout');
    await page.waitForURL(/\/login/);
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });

  test('the sign-in page has no toolbar, and its password is filled in for the demo', async ({ open }) => {
    const page = await open('/login');
    await page.getByRole('button', { name: 'Ingresá' }).waitFor();
    await expect.poll(() => page.getByLabel('Clave', { exact: true }).inputValue()).toBe('piezario-demo');
    expect(await page.getByRole('search').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Menú' }).count()).toBe(0);
  });
});

describe('the toolbar', () => {
  test('is all that surrounds a screen, with pickers, search, downloads, support and account', async ({ open }) => {
    const page = await open('/parts/catalog', { as: 'fabricante' });
    const toolbar = page.getByRole('banner');
    for (const level of ['Marca', 'Categoría', 'Producto'])
      await toolbar.getByRole('combobox', { name: level }).waitFor();
    await toolbar.getByRole('combobox', { name: /^Buscar/ }).waitFor();
    for (const name of ['Descargas', 'Nueva pieza', 'Menú', /Tu cuenta/])
      await toolbar.getByRole('button', { name }).first().waitFor();
    const support = toolbar.getByRole('link', { name: /^Soporte/ });
    expect(await support.getAttribute('href')).toMatch(/^https:/);
    expect(await support.getAttribute('aria-label')).toBe('Soporte. Lunes a viernes, de 8 a 18h');
    expect(await page.getByRole('contentinfo').count()).toBe(0);
    const width = (selector: string) => page.locator(selector).evaluate((element) => element.clientWidth);
    expect(await width('main')).toBe(await width('html'));
  });

  test('has another logo for admins', async ({ open }) => {
    const logoFor = async (as: 'admin' | 'staff') => {
      const page = await open('/parts/catalog', { as });
      return page
        .getByRole('banner')
        .getByRole('link', { name: /Piezario/ })
        .textContent();
    };
    expect(await logoFor('admin')).toMatch(/Admin/);
    expect(await logoFor('staff')).not.toMatch(/Admin/);
  });

  test('opens its menu 150 ms after the pointer came', async ({ open }) => {
    const page = await open('/parts/catalog', { as: 'admin' });
    const menu = page.getByRole('menu', { name: 'Menú' });
    await page.getByRole('button', { name: 'Menú' }).waitFor();
    await stopClock(page);
    await page.getByRole('button', { name: 'Menú' }).hover();
    await page.clock.runFor(140);
    expect(await menu.count()).toBe(0);
    await page.clock.runFor(20);
    await menu.waitFor({ state: 'attached' });
  });
});

test('on a phone the menu is a drawer of 280 px', async ({ open }) => {
  const page = await open('/parts/catalog', { as: 'fabricante', viewport: PHONE });
  await page.getByRole('button', { name: 'Menú' }).click();
  const drawer = page.getByRole('dialog', { name: 'Menú' });
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(280);
});

describe('containers', () => {
  const widest = (page: Page, containers: string) =>
    page
      .locator(containers)
      .evaluateAll((found) => Math.max(...found.map((one) => Math.round(one.getBoundingClientRect().width))));

  test('the landing page is at most 1120 px wide', async ({ open }) => {
    const page = await open('/login', { viewport: WIDE });
    await page.getByRole('heading', { name: 'Ingresá a tu cuenta' }).waitFor();
    expect(await widest(page, ':is(header, main, footer)')).toBe(MAX_BOXED_WIDTH);
  });

  test('forms and boxed screens are at most 1120 px wide', async ({ open }) => {
    const page = await open('/parts/catalog', { as: 'admin', viewport: WIDE });
    await chooseBrand(page).waitFor();
    expect(await widest(page, SCREEN)).toBeLessThanOrEqual(MAX_BOXED_WIDTH);
    const forms = ['/users/new', '/clients/new', '/part_products/new', '/part_brands/new', '/part_categories/new'];
    for (const path of forms) {
      await page.goto(path);
      await page.getByRole('button', { name: 'Guardar', exact: true }).waitFor();
      expect(await widest(page, SCREEN), path).toBeLessThanOrEqual(MAX_BOXED_WIDTH);
    }
    for (const path of ['/parts/vehicles', '/account']) {
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await widest(page, SCREEN), path).toBeLessThanOrEqual(MAX_BOXED_WIDTH);
    }
  });
});

test('calls carry the token and declare their JSON as iso-8859-1', async ({ open, demo }) => {
  const part = await makePart(demo, 'CABECERAS-1');
  const page = await open(part.path(1), { as: 'fabricante' });
  await wizard(page).getByLabel('Descripción').fill('Otra');
  const saving = page.waitForRequest('**/user-catalog/parts/update');
  await wizard(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  const headers = (await saving).headers();
  expect(headers['content-type']).toBe('application/json; charset=iso-8859-1');
  expect(headers.authorization).toMatch(/^Bearer /);
});

test('a form says that it is loading, and that it is saving', async ({ open }) => {
  const page = await open('about:blank', { as: 'admin' });
  const answer = await holdRequests(page, '**/users/show/*', (route) => route.continue());
  await page.goto('/users');
  const edit = page.getByRole('link', { name: /^Editar/ }).first();
  await edit.click();
  await page.getByText('Cargando', { exact: true }).first().waitFor();
  answer();
  await page.getByLabel('Nombre').waitFor();

  await page.goto('/part_categories/new');
  await page.getByRole('textbox', { name: /^Nombre/ }).fill('Categoría que se guarda');
  const save = await holdRequests(page, '**/part-categories/add', (route) => route.continue());
  await page.getByRole('button', { name: 'Guardar' }).click();
  await page.getByText('Guardando información').first().waitFor();
  save();
  await page.waitForURL(/\/part_categories(\?|$)/);
});

test('tables and forms have the words that people know', async ({ open }) => {
  const page = await open('/part_products', { as: 'admin' });
  const pages = page.getByRole('navigation', { name: /^Páginas de/ });
  for (const name of ['Anterior', 'Siguiente']) await pages.getByRole('button', { name, exact: true }).waitFor();
  await pages.getByText(/^Página/).waitFor();
  await pages.getByText(/^de \d+$/).waitFor();
  await expect
    .poll(() =>
      page.getByLabel('Productos por página').evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text),
    )
    .toBe('50 filas');
  await page.goto('/clients');
  await page
    .getByRole('link', { name: /^Editar/ })
    .first()
    .click();
  await page.getByLabel('Clave (Completar para modificar)').waitFor();
});

test('a new order of pictures is sent 300 ms after the last move', async ({ open, demo }) => {
  const part = await makePictured(demo, 'ORDEN-300');
  const page = await open(part.path(4), { as: 'fabricante' });
  const later = wizard(page).getByRole('button', { name: 'Mover después la foto 1' });
  await later.waitFor();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pictures/change-order')) sent.push(request.url());
  });
  await stopClock(page);
  await later.click();
  await page.clock.runFor(290);
  expect(sent).toEqual([]);
  await page.clock.runFor(20);
  await expect.poll(() => sent.length).toBe(1);
});
