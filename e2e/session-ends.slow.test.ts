import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { PASSWORD } from './support/demo.ts';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { signIn, signInAgain, signInAs, stopClock } from './support/page.ts';
import { wizard } from './support/parts.ts';
import { address, again, expired, inCatalog, notice, revoke, signOut, storage } from './support/session-journeys.ts';
import { expectNotice } from './support/waiting.ts';

describe('a session', () => {
  test('that ends while a screen with nothing unsaved is open signs out, and comes back to the same address', async ({
    open,
  }) => {
    const page = await open('/users?filter[matches-role]=admin');
    await signInAs(page, 'admin');
    await page.getByLabel('Filtrar Nombre').waitFor();
    const other = await page.context().newPage();
    await other.goto('/part_products');
    await other.getByRole('heading', { name: 'Productos' }).waitFor();
    await stopClock(other);
    await revoke(page);
    await page.getByLabel('Filtrar Nombre').fill('Ana');
    await expired(page).waitFor();
    await page.waitForURL(/\/login\?/);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await storage(page)).not.toContain('access_token');
    expect(await storage(page)).not.toContain('user_id');
    const email = page.getByLabel('E-mail');
    await expect.poll(() => email.evaluate((field) => field === document.activeElement)).toBe(true);

    // Other tabs sign out and in again by themselves.
    await other.waitForURL(/\/login\?/);
    await notice(other).getByText('Tu sesión terminó en otra pestaña').waitFor();
    await signInAs(page, 'admin');
    await page.waitForURL(/\/users\?/);
    const [path, search] = address(page).split('?');
    expect(path).toBe('/users');
    expect(search?.split('&').sort()).toEqual(['filter[contains-name]=Ana', 'filter[matches-role]=admin']);
    await page.getByText('Ana Administradora').first().waitFor();
    await other.waitForURL('**/part_products');
  });

  test('keeps its data in the browser when it only expired, and deletes the data when the person signs out', async ({
    open,
    demo,
  }) => {
    const maker = await createMaker(demo, 'Guarda Poco');
    const id = await maker.store('GUARDA-1');
    const kept = async (page: Page) =>
      (await storage(page)).filter((key) => key.split(':')[1] === String(maker.id)).sort();
    const stored = [`draft:${maker.id}:part/${id}`, `recent_parts:${maker.id}`];
    const page = await open(`/parts/${id}`);
    await signIn(page, maker.email, PASSWORD);
    await page.getByRole('heading', { name: /GUARDA-1/ }).waitFor();

    // A tab that is closed with something unsaved leaves a draft.
    const other = await page.context().newPage();
    await other.goto(`/parts/catalog?part=${id}&step=1`);
    await wizard(other).getByRole('textbox', { name: 'Descripción' }).fill('Sin guardar');
    await expect.poll(() => kept(page)).toEqual(stored);
    await other.close();

    await page.goto('/clients');
    await page.getByLabel('Filtrar Nombre').waitFor();
    await revoke(page);
    const week = 7 * 24 * 60 * 60_000;
    await page.evaluate(
      ([old, recent]) => {
        localStorage.setItem('draft:9999:account', JSON.stringify({ at: old, fields: {} }));
        localStorage.setItem('draft:9998:account', JSON.stringify({ at: recent, fields: {} }));
      },
      [Date.now() - week - 60_000, Date.now() - week + 3_600_000],
    );
    await page.getByLabel('Filtrar Nombre').fill('a');
    await page.waitForURL(/\/login\?/);
    expect(await kept(page)).toEqual(stored);
    await page.reload();
    await page.getByLabel('E-mail').waitFor();
    const drafts = async () => (await storage(page)).filter((key) => key.startsWith('draft:999'));
    await expect.poll(drafts).toEqual(['draft:9998:account']);

    await signIn(page, maker.email, PASSWORD);
    await page.getByLabel('Filtrar Nombre').waitFor();
    await signOut(page);
    await expect.poll(() => kept(page)).toEqual([]);
    expect(await drafts()).toEqual(['draft:9998:account']);
  });
});

describe('unsaved input', () => {
  const drafts = async (page: Page) => (await storage(page)).filter((key) => key.startsWith('draft:'));
  const description = (page: Page) => wizard(page).getByRole('textbox', { name: 'Descripción' });
  const enterPassword = async (page: Page) => {
    await signInAgain(page, PASSWORD);
    await again(page).waitFor({ state: 'detached' });
  };

  test('is saved once the password is entered after the session ended, and lost when another person signs in', async ({
    open,
    demo,
  }) => {
    const maker = await createMaker(demo, 'Sesión Corta');
    const id = await maker.store('CORTA-1');
    const path = `/parts/catalog?part=${id}&step=1`;
    const page = await open(path);
    await signIn(page, maker.email, PASSWORD);
    await description(page).fill('Escrito antes');
    await stopClock(page);
    await revoke(page);
    await page.keyboard.press('Control+s');
    await again(page).waitFor();
    // The notice is in front of the dialog, which keeps the focus.
    await expired(page).waitFor();
    await notice(page).getByRole('button', { name: 'Cerrar el aviso' }).click();
    await expired(page).waitFor({ state: 'detached' });
    await again(page)
      .getByLabel(/^Clave de/)
      .focus();
    await page.keyboard.type('otra-clave');
    await page.keyboard.press('Enter');
    await again(page).getByText('El e-mail o la clave no son correctos').waitFor();
    await enterPassword(page);
    await expectNotice(page, 'Pieza guardada');
    expect(await description(page).inputValue()).toBe('Escrito antes');
    await expect.poll(() => description(page).evaluate((field) => field === document.activeElement)).toBe(true);

    // A token that is no longer in the storage.
    await description(page).fill('Escrito sin sesión');
    await page.evaluate(() => localStorage.removeItem('access_token'));
    await page.keyboard.press('Control+s');
    await enterPassword(page);
    // The notice of the first time may still be there.
    await page.getByText('Sin guardar', { exact: true }).waitFor({ state: 'detached' });

    // Another tab signs out.
    await description(page).fill('Escrito después');
    const other = await page.context().newPage();
    await other.goto('/logout');
    await other.waitForURL(/\/login/);
    await again(page).getByText('Terminó en otra pestaña').waitFor();
    await again(page).getByRole('button', { name: 'Entrar con otra cuenta' }).click();
    await again(page).getByText('se pierde lo que no habías guardado').waitFor();
    await again(page).getByRole('button', { name: 'Volver' }).click();

    // Another person signs in there: this page becomes theirs, and nothing is written in their name.
    await signInAs(other, 'usuario');
    await inCatalog(other);
    await expectNotice(page, 'En otra pestaña entró otra persona');
    await page.getByRole('button', { name: /Tu cuenta: Úrsula/ }).waitFor();
    const { observation } = await (await demo.client(maker)).call(api.parts.show, { params: { partId: id } });
    expect(observation).toBe('Escrito sin sesión');
  });

  test('in a cell is saved too, and input left behind the dialog is restored as a draft', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Celda Corta');
    const id = await maker.store('CELDA-1');
    const read = async () =>
      (await (await demo.client(maker)).call(api.parts.show, { params: { partId: id } })).observation;
    const page = await open('/parts/catalog');
    page.on('dialog', (dialog) => dialog.accept());
    await signIn(page, maker.email, PASSWORD);
    const cell = page.locator('tbody tr').filter({ hasText: 'CELDA-1' }).locator('td[data-edit="has_observation_str"]');
    await cell.dblclick({ position: { x: 4, y: 4 } });
    await page.getByRole('textbox', { name: /^Descripción de/ }).fill('Escrito en la celda');
    await revoke(page);
    await page.keyboard.press('Enter');
    await expired(page).waitFor();
    await enterPassword(page);
    await expect.poll(read).toBe('Escrito en la celda');

    await page.goto(`/parts/catalog?part=${id}&step=1`);
    await description(page).fill('Queda para después');
    await expect.poll(() => drafts(page)).toHaveLength(1);
    await revoke(page);
    await page.keyboard.press('Control+s');
    await again(page).waitFor();
    await page.reload();
    await page.waitForURL(/\/login\?/);
    await signIn(page, maker.email, PASSWORD);
    await page.getByText('Recuperamos lo que no habías guardado').waitFor();
    expect(await description(page).inputValue()).toBe('Queda para después');
  });
});
