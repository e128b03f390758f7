import { api } from '@piezario/contract/api';
import type { Counts } from '@piezario/contract/home';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts, pageOf } from '../testing/catalog.ts';
import { type Fakes, Refusal } from '../testing/fakeApi.ts';
import { openApp, reopenApp } from '../testing/openApp.tsx';

const press = (keys: string) => userEvent.keyboard(keys);
const entry = (name: string | RegExp) => page.getByRole('menuitem', { name });
const rail = () => page.getByRole('navigation', { name: 'Principal' });
const marginOfMain = () => getComputedStyle(document.querySelector('main') ?? document.body).marginLeft;

type Options = { counts?: NonNullable<Fakes['home']>['counts']; as?: 'manufacturer' | 'client' };
const countsOf = (given: Partial<Counts>) => () => ({ pending: 0, review: 0, conflicts: 0, ...given });

async function open({ counts = countsOf({ pending: 1234, review: 1, conflicts: 6 }), as }: Options = {}) {
  const catalog = catalogOf(makeParts('A'));
  const fake = openApp(CATALOG, {
    ...(as && { as }),
    // Entries in focus, or under the pointer, prefetch their screen.
    fakes: {
      ...catalog,
      brands: { ...catalog.brands, summary: () => [] },
      importer: { list: ({ query }) => pageOf([], query) },
      vehicleCatalog: { choices: () => ({ brands: [], models: [], years: [], versions: [], vehicles: [] }) },
      home: { counts },
    },
  });
  await expect.poll(() => document.querySelectorAll('[data-row]').length).toBe(1);
  return fake;
}

async function openMenu() {
  await press('m');
  await expect.element(page.getByRole('menu')).toBeVisible();
}

async function pin() {
  await openMenu();
  await entry('Fijar el menú').click();
  await expect.element(rail()).toBeVisible();
}

describe('the numbers of the menu', () => {
  test('are read when it opens, with words that say what they count', async () => {
    const fake = await open();
    expect(fake.calls(api.home.counts)).toEqual([]);
    await openMenu();
    await expect.element(entry('Pendientes 1.234 incompletas')).toBeVisible();
    await expect.element(entry('Importador 1 para revisar')).toBeVisible();
    await expect.element(entry('Conflictos 6 por decidir')).toBeVisible();
    expect(fake.calls(api.home.counts)).toHaveLength(1);
  });

  test('are left out when there is nothing to do', async () => {
    const fake = await open({ counts: countsOf({ review: 2 }) });
    await openMenu();
    await expect.element(entry('Importador 2 para revisar')).toBeVisible();
    await expect.element(entry(/^Pendientes$/)).toBeVisible();
    expect(fake.calls(api.home.counts)).toHaveLength(1);
  });

  test('do not keep the menu from working when they cannot be read', async () => {
    const fake = await open({
      counts: () => {
        throw new Refusal(422, 'Ahora no');
      },
    });
    await openMenu();
    await expect.poll(() => fake.calls(api.home.counts).length).toBe(1);
    await expect.element(entry(/^Pendientes$/)).toBeVisible();
  });

  test('are on the drawer of a phone', async () => {
    await page.viewport(390, 844);
    await open();
    await press('m');
    await expect
      .element(page.getByRole('dialog').getByRole('link', { name: 'Pendientes 1.234 incompletas' }))
      .toBeVisible();
  });

  test('are not read for a client, who has none of these entries', async () => {
    const fake = await open({ as: 'client' });
    await openMenu();
    await expect.element(entry('Por vehículo')).toBeVisible();
    expect(fake.calls(api.home.counts)).toEqual([]);
  });
});

describe('the pinned menu', () => {
  test('is a rail beside the screen, also after a reload, until it is unpinned', async () => {
    await open();
    expect(marginOfMain()).toBe('0px');
    await pin();
    await expect.element(rail().getByRole('list', { name: 'Calidad' })).toBeVisible();
    await expect.element(rail().getByRole('link', { name: 'Pendientes: 1.234 incompletas' })).toBeVisible();
    await expect.element(rail().getByRole('link', { name: 'Piezas' })).toHaveAttribute('aria-current', 'page');
    expect(marginOfMain()).not.toBe('0px');

    await reopenApp();
    await expect.element(rail()).toBeVisible();
    await rail().getByRole('button', { name: 'Soltar el menú' }).click();
    await expect.poll(() => rail().length).toBe(0);
    expect(marginOfMain()).toBe('0px');
    await expect.element(page.getByRole('main')).toHaveFocus();
  });

  test('shows the name of the focused entry, and can be unpinned from the menu too', async () => {
    await open();
    await pin();
    const name = () => getComputedStyle(rail().getByText('Importador: 1 para revisar').element()).opacity;
    await expect.poll(name).toBe('0');
    (rail().getByRole('link', { name: 'Importador' }).element() as HTMLElement).focus();
    await expect.poll(name).toBe('1');
    await openMenu();
    await entry('Soltar el menú').click();
    await expect.poll(() => rail().length).toBe(0);
  });

  test('is hidden on a phone', async () => {
    await open();
    await pin();
    await page.viewport(390, 844);
    await expect.poll(() => rail().length).toBe(0);
    expect(marginOfMain()).toBe('0px');
  });
});
