import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts, pageOf } from '../testing/catalog.ts';
import { openApp, searchOf } from '../testing/openApp.tsx';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const press = (keys: string) => userEvent.keyboard(keys);
const menu = () => page.getByRole('menu');

async function open(as: 'admin' | 'manufacturer' | 'client' = 'manufacturer') {
  const catalog = catalogOf(makeParts('A', 'B'));
  openApp(CATALOG, {
    as,
    // Entries in focus, or under the pointer, prefetch their screen.
    fakes: {
      ...catalog,
      search: { suggest: () => [] },
      vehicleCatalog: { find: () => [] },
      trash: { list: ({ query }) => pageOf([], query) },
      brands: { ...catalog.brands, summary: () => [], paginated: ({ query }) => pageOf([], query) },
      products: { ...catalog.products, paginated: ({ query }) => pageOf([], query) },
    },
  });
  await expect.poll(() => rows().length).toBe(2);
}

/** Opens the menu with its key. It takes the focus a moment after it is visible. */
async function openMenu() {
  await press('m');
  await expect.element(menu()).toBeVisible();
  await expect.poll(() => document.activeElement?.closest('[role="menu"]')).not.toBeNull();
}

describe('M', () => {
  test('opens the menu, where a letter goes to its entry and Enter opens it', async () => {
    await open('admin');
    await openMenu();
    await press('m');
    await expect.element(page.getByRole('menuitem', { name: 'Marcas' })).toHaveFocus();
    await press('{Enter}');
    await expect.poll(() => window.location.pathname).toBe('/part_brands');
    await expect.poll(() => menu().length).toBe(0);
  });

  test('and then Escape return the focus to the row', async () => {
    await open();
    rows()[1]?.focus();
    await openMenu();
    await press('{Escape}');
    await expect.poll(() => document.activeElement).toBe(rows()[1]);
  });

  test('opens the drawer on a phone', async () => {
    await page.viewport(390, 844);
    await open();
    await press('m');
    await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Importador' })).toBeVisible();
  });
});

test('letters are no shortcuts while the menu is open, even if no entry begins with them', async () => {
  await open();
  await openMenu();
  await press('n');
  await expect.element(menu()).toBeVisible();
  expect(searchOf()).toEqual({ part_brand: '3' });
});

describe('N', () => {
  test('opens a new part, which Ctrl+Enter saves from any field', async () => {
    await open();
    await press('n');
    await expect.poll(searchOf).toMatchObject({ new: '1' });
    const dialog = page.getByRole('dialog', { name: 'Nueva pieza' });
    await dialog.getByLabelText('Descripción').fill('Sellada');
    await press('{Control>}{Enter}{/Control}');
    await expect.element(dialog.getByText('Completá este campo').first()).toBeVisible();
    await expect.element(dialog.getByLabelText('Descripción')).toHaveValue('Sellada');
  });

  test('does nothing for roles that cannot add parts', async () => {
    await open('client');
    await press('n');
    expect(searchOf()).toEqual({ part_brand: '3' });
  });

  test('does nothing behind a dialog', async () => {
    await open();
    await press('?');
    await expect.element(page.getByRole('dialog', { name: 'Atajos de teclado' })).toBeVisible();
    await press('n');
    expect(searchOf()).toEqual({ part_brand: '3' });
  });
});

test('the list of shortcuts has the keys of tables, and fits a window 900 pixels high', async () => {
  await open();
  await press('?');
  const help = page.getByRole('dialog', { name: 'Atajos de teclado' });
  await expect.element(help.getByText('Acciones con las piezas elegidas')).toBeVisible();
  await expect.element(help.getByText('Elegir varias filas seguidas')).toBeVisible();
  const { scrollHeight, clientHeight } = help.element();
  expect(scrollHeight).toBe(clientHeight);
});

describe('the focus returns to the row after closing', () => {
  const dialogs = () => page.getByRole('dialog');
  /** Closes the dialog in front, and expects the focus in the second row. */
  async function closeAndExpectRow() {
    await press('{Escape}');
    await expect.poll(() => dialogs().length).toBe(0);
    await expect.poll(() => document.activeElement).toBe(rows()[1]);
  }
  async function openOnRow() {
    await open();
    rows()[1]?.focus();
  }
  async function choose(text: string, option: RegExp) {
    await press('{Control>}k{/Control}');
    await page.getByRole('combobox', { name: /^Ir a una pantalla/ }).fill(text);
    await page.getByRole('option', { name: option }).first().click();
  }

  test.each([
    ['the palette', '{Control>}k{/Control}'],
    ['the list of shortcuts', '?'],
  ])('%s', async (_, keys) => {
    await openOnRow();
    await press(keys);
    await expect.element(dialogs()).toBeVisible();
    await closeAndExpectRow();
  });

  test('a dialog that the palette opened', async () => {
    await openOnRow();
    await choose('nueva', /^Nueva pieza/);
    await expect.element(page.getByRole('dialog', { name: 'Nueva pieza' })).toBeVisible();
    await closeAndExpectRow();
  });

  test('a dialog that was opened from the help', async () => {
    await openOnRow();
    await choose('ayuda', /^Ayuda: Piezas/);
    const help = page.getByRole('complementary', { name: 'Ayuda' });
    await expect.element(help.getByRole('searchbox')).toHaveFocus();
    await choose('nueva', /^Nueva pieza/);
    await expect.element(page.getByRole('dialog', { name: 'Nueva pieza' })).toBeVisible();
    await press('{Escape}');
    await expect.element(help.getByRole('searchbox')).toHaveFocus();
    await press('{Escape}');
    await expect.poll(() => help.length).toBe(0);
    await expect.poll(() => document.activeElement).toBe(rows()[1]);
  });
});
