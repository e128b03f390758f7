import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts } from '../../testing/catalog.ts';
import { openApp } from '../../testing/openApp.tsx';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const check = (code: string) => page.getByRole('checkbox', { name: `Seleccionar Suspenor ${code}`, exact: true });
const all = () => page.getByRole('checkbox', { name: 'Seleccionar todas las filas de esta página' });
const chosen = (text: string) =>
  expect.element(page.getByRole('status').getByText(text, { exact: true })).toBeVisible();
const nothing = () => expect.poll(() => page.getByText(/elegidas?$/).length).toBe(0);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const press = (keys: string) => userEvent.keyboard(keys);
const checked = () => rows().map((row) => row.querySelector<HTMLInputElement>('[type="checkbox"]')?.checked);

/** Five parts in pages of three. */
async function open(as: 'manufacturer' | 'client' = 'manufacturer') {
  openApp(`${CATALOG}&page[size]=3`, { as, fakes: catalogOf(makeParts('A', 'B', 'C', 'D', 'E')) });
  await expect.poll(() => rows().length).toBe(3);
}

describe('with the pointer', () => {
  test('rows are selected over several pages, and counted', async () => {
    await open();
    await check('A').click();
    await chosen('1 pieza elegida');
    await button('Siguiente').click();
    await check('D').click();
    await chosen('2 piezas elegidas');
    await button('Anterior').click();
    await expect.element(check('A')).toBeChecked();
    await check('A').click();
    await chosen('1 pieza elegida');
    await button('Quitar la selección').click();
    await nothing();
  });

  test('Shift selects and deselects a range', async () => {
    await open();
    await check('A').click();
    await check('C').click({ modifiers: ['Shift'] });
    await chosen('3 piezas elegidas');
    await check('B').click({ modifiers: ['Shift'] });
    await chosen('1 pieza elegida');
    expect(checked()).toEqual([true, false, false]);
  });

  test('the page is selected at once, and then all matches', async () => {
    await open();
    await check('B').click();
    expect(all().element()).toHaveProperty('indeterminate', true);
    await all().click();
    await chosen('3 piezas elegidas');
    await button('Elegir las 5 que coinciden').click();
    await chosen('Las 5 que coinciden');
    await check('B').click();
    await chosen('Las 5 que coinciden, menos 1');
    await button('Siguiente').click();
    await expect.element(check('D')).toBeChecked();
    await check('D').click();
    await chosen('Las 5 que coinciden, menos 2');
    await check('D').click();
    await chosen('Las 5 que coinciden, menos 1');
  });

  test('selecting the page again deselects it', async () => {
    await open();
    await all().click();
    await chosen('3 piezas elegidas');
    await all().click();
    await nothing();
  });

  test('another filter clears the selection', async () => {
    await open();
    await check('A').click();
    await chosen('1 pieza elegida');
    await page.getByLabelText('Filtrar Habilitada').selectOptions('SI');
    await nothing();
  });

  test('another order keeps the selection', async () => {
    await open();
    await check('A').click();
    await button('Código').click();
    await expect.poll(() => window.location.search).toContain('sort=code');
    await chosen('1 pieza elegida');
  });
});

describe('with the keyboard', () => {
  test('Shift and arrows select a range that grows and shrinks', async () => {
    await open();
    rows()[0]?.focus();
    await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
    await chosen('3 piezas elegidas');
    await press('{Shift>}{ArrowUp}{/Shift}');
    await chosen('2 piezas elegidas');
    expect(checked()).toEqual([true, true, false]);
  });

  test('Space toggles the check box of the row, and with Shift a range', async () => {
    await open();
    rows()[2]?.focus();
    await press(' ');
    await chosen('1 pieza elegida');
    await press('{ArrowUp}{ArrowUp}{Shift>} {/Shift}');
    await chosen('3 piezas elegidas');
    await press(' ');
    await chosen('2 piezas elegidas');
  });

  test('Tab leads from the rows to the selection bar, and A opens its actions', async () => {
    await open();
    rows()[0]?.focus();
    await press('{Shift>}{ArrowDown}{/Shift}');
    await chosen('2 piezas elegidas');
    await press('{Tab}');
    await expect.element(button('Quitar la selección')).toHaveFocus();
    await press('{Shift>}{Tab}{/Shift}a');
    await expect.element(page.getByRole('menu')).toBeVisible();
    // The menu takes the focus a moment after it opens.
    await expect.poll(() => document.activeElement?.closest('[role="menu"]')).not.toBeNull();
    await press('at');
    await expect.element(page.getByRole('menuitem', { name: 'Atributo…' })).toHaveFocus();
    await press('{Escape}');
    await expect.poll(() => page.getByRole('menu').length).toBe(0);
    await chosen('2 piezas elegidas');
    await expect.element(rows()[1] ?? null).toHaveFocus();
  });

  test('A does nothing without a selection', async () => {
    await open();
    rows()[0]?.focus();
    await press('a');
    expect(rows()[0]).toBe(document.activeElement);
    expect(page.getByRole('menu').length).toBe(0);
  });

  test('Escape clears the selection, except in a field', async () => {
    await open();
    await check('A').click();
    await page.getByLabelText('Filtrar Código').click();
    await press('{Escape}');
    await chosen('1 pieza elegida');
    rows()[0]?.focus();
    await press('{Escape}');
    await nothing();
  });
});

test('clients cannot select rows', async () => {
  await open('client');
  expect(page.getByRole('checkbox').length).toBe(0);
  rows()[0]?.focus();
  await press('{Shift>}{ArrowDown}{/Shift} ');
  await nothing();
});

test('on a phone, cards are selected', async () => {
  await page.viewport(390, 844);
  openApp(CATALOG, { fakes: catalogOf(makeParts('A', 'B')) });
  await check('A').click();
  await check('B').click();
  await chosen('2 piezas elegidas');
});
