import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { emailOf, PASSWORD } from './support/demo.ts';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { signIn, signInAs } from './support/page.ts';
import { wizard } from './support/parts.ts';
import { address, again, expired, inCatalog, revoke, signOut, storage } from './support/session-journeys.ts';

describe('signing in', () => {
  test('is possible once both fields have four characters', async ({ open }) => {
    const page = await open('/login');
    const button = page.getByRole('button', { name: 'Ingresá' });
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
    await signOut(page);
    const ended = ['access_token', 'user_id', ...selection];
    await expect.poll(async () => (await storage(page)).filter((key) => ended.includes(key))).toEqual([]);
  });

  test('that the server ended is over at the next call, and comes back to the same screen', async ({ open }) => {
    const page = await open('/login');
    await signInAs(page, 'admin');
    await inCatalog(page);
    await revoke(page);
    await page.goto('/part_products');
    await expired(page).waitFor();
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

describe('unsaved input', () => {
  const drafts = async (page: Page) => (await storage(page)).filter((key) => key.startsWith('draft:'));
  const description = (page: Page) => wizard(page).getByRole('textbox', { name: 'Descripción' });

  test('is restored after a reload, and is saved by Ctrl+S or before leaving', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Recarga Mucho');
    const id = await maker.store('RECARGA-1');
    const read = async () =>
      (await (await demo.client(maker)).call(api.parts.show, { params: { partId: id } })).observation;
    const page = await open('/login');
    page.on('dialog', (dialog) => dialog.accept());

    // By keyboard alone, from the sign-in page to the part.
    await page.getByLabel('E-mail').waitFor();
    await page.keyboard.type(maker.email);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await inCatalog(page);
    await expect
      .poll(async () => {
        await page.keyboard.press('Control+k');
        return page.getByRole('combobox', { name: /^Ir a/ }).isVisible();
      })
      .toBe(true);
    await page.keyboard.type('RECARGA-1');
    // Other options search everything for the same text, or ask what happened to the code.
    const PART = /^(?!Buscar|Actividad|Historial)(?!.*papelera).*RECARGA-1/;
    await page.getByRole('option', { name: PART }).waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('ArrowDown');
        return page.getByRole('option', { name: PART, selected: true }).count();
      })
      .toBe(1);
    await page.keyboard.press('Enter');
    await description(page).waitFor();
    await expect
      .poll(async () => {
        await page.keyboard.press('Tab');
        return description(page).evaluate((field) => field === document.activeElement);
      })
      .toBe(true);
    await page.keyboard.type('Sin guardar todavía');

    await page.reload();
    await page.getByText('Recuperamos lo que no habías guardado').waitFor();
    expect(await description(page).inputValue()).toBe('Sin guardar todavía');
    await page.getByRole('button', { name: 'Descartar' }).click();
    await expect.poll(() => description(page).inputValue()).toBe('');
    await page.keyboard.press('Control+s');
    await page.getByText('No hay cambios para guardar').waitFor();

    await description(page).fill('Guardada con una tecla');
    await page.keyboard.press('Control+s');
    await expect.poll(read).toBe('Guardada con una tecla');
    await description(page).fill('Guardada al salir');
    await wizard(page).getByRole('button', { name: 'Continuar', exact: true }).click();
    const save = page.getByRole('button', { name: 'Guardar y salir' });
    await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await page.waitForURL(/step=2/);
    expect(await read()).toBe('Guardada al salir');
    expect(await drafts(page)).toEqual([]);
  });

  test('is deleted when the person leaves for another account, and the application goes on', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Cuenta Ajena');
    const id = await maker.store('AJENA-1');
    const path = `/parts/catalog?part=${id}&step=1`;
    const page = await open(path);
    await signIn(page, maker.email, PASSWORD);
    await description(page).fill('Se pierde');
    await expect.poll(() => drafts(page)).toHaveLength(1);
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.keyboard.press('Control+s');
    const leave = again(page).getByRole('button', { name: 'Entrar con otra cuenta' });
    await leave.click();
    await again(page).getByText('se pierde lo que no habías guardado').waitFor();
    await leave.click();
    await page.waitForURL(/\/login/);
    expect(await drafts(page)).toEqual([]);
    await signIn(page, maker.email, PASSWORD);
    await description(page).waitFor();
    expect(await description(page).inputValue()).toBe('');
    await page.keyboard.press('Control+s');
    await page.getByText('No hay cambios para guardar').waitFor();
  });
});

describe('an address', () => {
  test('that does not exist says so and leads home', async ({ open }) => {
    const page = await open('/no-existe', { as: 'usuario' });
    await page.getByRole('button', { name: 'Menú' }).waitFor();
    await page
      .getByRole('link', { name: /inicio|catálogo/i })
      .first()
      .click();
    await inCatalog(page);
  });
});
