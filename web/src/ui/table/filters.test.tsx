import { api } from '@piezario/contract/api';
import type { Mode } from '@piezario/contract/list';
import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts } from '../../testing/catalog.ts';
import { openApp, searchOf } from '../../testing/openApp.tsx';
import { pasteInto } from '../../testing/page.ts';
import { MODE_WORDS } from './list.ts';

const field = (column: string) => page.getByLabelText(`Filtrar ${column}`, { exact: true });
const modeOf = (column: string) => page.getByRole('combobox', { name: new RegExp(`^${column}: .*Cambiar el modo`) });
const choose = (column: string, mode: Mode) => modeOf(column).selectOptions(MODE_WORDS[mode]);
const clear = (column: string) => page.getByRole('button', { name: `Quitar el filtro de ${column} (Escape)` });
const clearAll = () => page.getByRole('button', { name: 'Limpiar filtros' }).first().click();
const NO_FILTERS = { part_brand: '3' };
const shown = (text: string) => expect.element(page.getByText(text, { exact: true })).toBeVisible();

/** Opens a catalog of three parts. `filters` returns those of the last call. */
async function open(search = '') {
  const fake = openApp(`${CATALOG}${search}`, {
    fakes: catalogOf(
      makeParts('A 1', 'A 2', 'B 1'),
      (_, { filters }) => !filters.some(({ value }) => value === 'nada'),
    ),
  });
  const filters = () => fake.calls(api.parts.list).at(-1)?.query.filters;
  await expect.poll(() => page.getByRole('columnheader').length).toBeGreaterThan(10);
  return { fake, filters };
}

describe('a mode', () => {
  test.each([
    ['Código', 'contains', 'a 1', [{ column: 'code', mode: 'contains', value: 'a 1' }]],
    ['Código', 'starts_with', 'a', [{ column: 'code', mode: 'starts_with', value: 'a' }]],
    ['Código', 'ends_with', '1', [{ column: 'code', mode: 'ends_with', value: '1' }]],
    ['Código', 'matches', 'A 1', [{ column: 'code', mode: 'matches', value: 'A 1' }]],
    ['Código', 'in', 'A 1; B 1;', [{ column: 'code', mode: 'in', value: 'A 1;B 1' }]],
    ['Vehículos', 'matches', '2', [{ column: 'vehicles_count', mode: 'matches', value: '2' }]],
    ['Vehículos', 'greater_than', '2,5', [{ column: 'vehicles_count', mode: 'greater_than', value: '2.5' }]],
    ['Vehículos', 'less_than', '9', [{ column: 'vehicles_count', mode: 'less_than', value: '9' }]],
    ['Vehículos', 'in', '1; 2', [{ column: 'vehicles_count', mode: 'in', value: '1;2' }]],
  ] as const)('of %s is %s, with the typed text “%s”', async (column, mode, typed, expected) => {
    const { filters } = await open();
    await choose(column, mode);
    await field(column).fill(typed);
    await expect.poll(filters).toEqual(expected);
  });

  test.each(['is_empty', 'is_not_empty'] as const)('%s applies at once, without a field', async (mode) => {
    const { filters } = await open();
    await choose('Producto', mode);
    await expect.poll(filters).toEqual([{ column: 'product', mode, value: '1' }]);
    expect(field('Producto').length).toBe(0);
    await clear('Producto').click();
    await expect.poll(searchOf).toEqual(NO_FILTERS);
    await expect.element(field('Producto')).toBeVisible();
  });

  test('between needs both of its fields', async () => {
    const { fake, filters } = await open();
    await choose('Vehículos', 'between');
    await field('Vehículos, desde').fill('2');
    await userEvent.keyboard('{Tab}');
    await expect.element(field('Vehículos, hasta')).toHaveFocus();
    expect(fake.calls(api.parts.list)).toHaveLength(1);
    await userEvent.keyboard('9');
    await expect.poll(filters).toEqual([{ column: 'vehicles_count', mode: 'between', value: '2..9' }]);
    expect(searchOf()).toMatchObject({ 'filter[between-vehicles_count]': '2..9' });
  });

  test('keeps the typed text when it changes, if the new mode can use it', async () => {
    const { filters } = await open();
    await field('Código').fill('A');
    await choose('Código', 'starts_with');
    await expect.poll(filters).toEqual([{ column: 'code', mode: 'starts_with', value: 'A' }]);
    await expect.element(field('Código')).toHaveValue('A');
    await choose('Código', 'in');
    await field('Código').fill('A; B');
    await expect.poll(searchOf).toMatchObject({ 'filter[in-code]': 'A;B' });
    await choose('Código', 'contains');
    await expect.poll(searchOf).toEqual(NO_FILTERS);
    await expect.element(field('Código')).toHaveValue('');
  });

  test('of a flag is a list of options', async () => {
    const { filters } = await open();
    await field('Habilitada').selectOptions('NO');
    await expect.poll(filters).toEqual([{ column: 'enabled', mode: 'matches', value: '0' }]);
    await field('Habilitada').selectOptions('Todos');
    await expect.poll(searchOf).toEqual(NO_FILTERS);
  });
});

describe('what is typed', () => {
  test('replaces the address, so that Back leaves the list', async () => {
    const { filters } = await open();
    const entries = window.history.length;
    await field('Código').fill('a-1');
    await expect.poll(filters).toEqual([{ column: 'code', mode: 'contains', value: 'a-1' }]);
    expect(searchOf()).toMatchObject({ part_search: 'a-1' });
    expect(window.history.length).toBe(entries);
  });

  test('applies with Enter at once, and by itself only after a pause', async () => {
    await open();
    // A poll would advance the fake clock. Once the real one is back, a timer of the fake one never runs.
    const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    stopClock();
    await field('Código').fill('a');
    expect(searchOf()).not.toHaveProperty('part_search');
    await userEvent.keyboard('{Enter}');
    vi.useRealTimers();
    await expect.poll(searchOf).toMatchObject({ part_search: 'a' });
    stopClock();
    await field('Código').fill('ab');
    expect(searchOf()).toMatchObject({ part_search: 'a' });
    vi.advanceTimersByTime(300);
    vi.useRealTimers();
    await expect.poll(searchOf).toMatchObject({ part_search: 'ab' });
  });

  test('is cleared with Escape', async () => {
    await open('&part_search=a');
    await field('Código').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(field('Código')).toHaveValue('');
    await expect.poll(searchOf).toEqual(NO_FILTERS);
  });

  test('is marked and not sent while it is invalid for the column', async () => {
    const { fake } = await open();
    await field('Vehículos').fill('muchos');
    await expect.element(field('Vehículos')).toHaveAttribute('aria-invalid', 'true');
    await userEvent.keyboard('{Tab}');
    await expect.element(field('Vehículos')).toHaveValue('muchos');
    expect(fake.calls(api.parts.list)).toHaveLength(1);
    await field('Vehículos').fill('3');
    await expect.element(field('Vehículos')).toHaveAttribute('aria-invalid', 'false');
  });

  test('is replaced by the filter of another URL', async () => {
    const { filters } = await open('&part_search=a');
    await page.getByRole('button', { name: 'Código', exact: true }).click();
    await expect.poll(searchOf).toMatchObject({ sort: 'code' });
    await field('Código').fill('ab');
    await expect.poll(filters).toEqual([{ column: 'code', mode: 'contains', value: 'ab' }]);
    window.history.back();
    await expect.element(field('Código')).toHaveValue('a');
  });
});

describe('pasted cells', () => {
  test('become the values of a list', async () => {
    const { filters } = await open();
    await choose('Código', 'in');
    pasteInto(field('Código').element(), 'A 1\r\nA 2\n\n B 1 \n');
    await expect.poll(filters).toEqual([{ column: 'code', mode: 'in', value: 'A 1;A 2;B 1' }]);
    await expect.element(field('Código')).toHaveValue('A 1; A 2; B 1');
  });

  test('are inserted at the cursor', async () => {
    await open();
    await choose('Código', 'in');
    await field('Código').fill('X; Y');
    await userEvent.keyboard('{Home}');
    pasteInto(field('Código').element(), 'A\tB\n');
    await expect.element(field('Código')).toHaveValue('A; BX; Y');
  });

  test('are left to the browser in other modes', async () => {
    await open();
    await field('Código').click();
    expect(pasteInto(field('Código').element(), 'A\nB')).toBe(true);
  });
});

describe('a link', () => {
  test('fills in the fields of its filters', async () => {
    await open('&filter[between-vehicles_count]=2..9&filter[in-product]=Bieleta;R%C3%B3tula');
    await expect.element(field('Vehículos, desde')).toHaveValue('2');
    await expect.element(field('Vehículos, hasta')).toHaveValue('9');
    await expect.element(field('Producto')).toHaveValue('Bieleta; Rótula');
    await expect.element(modeOf('Producto')).toHaveValue('in');
  });

  test('with a filter that the list does not have opens without it', async () => {
    const { filters } = await open('&filter[contains-nothing]=x&filter[greater_than-code]=x&filter[matches-enabled]=1');
    expect(filters()).toEqual([{ column: 'enabled', mode: 'matches', value: '1' }]);
  });

  test('with a filter of a hidden column shows it above the table, where it can be removed', async () => {
    const { filters } = await open('&filter[matches-gaps_count]=1&filter[matches-enabled]=1');
    await shown('Cosas que faltan coincide “1”');
    expect(page.getByText('Habilitada SI').length).toBe(0);
    await page.getByRole('button', { name: /^Quitar el filtro Cosas que faltan/ }).click();
    await expect.poll(filters).toEqual([{ column: 'enabled', mode: 'matches', value: '1' }]);
  });
});

test('without matches, the filters and what is typed can be cleared', async () => {
  await open();
  await field('Vehículos').fill('x');
  await field('Código').fill('nada');
  await shown('Ninguna pieza coincide con los filtros');
  await clearAll();
  await expect.poll(searchOf).toEqual(NO_FILTERS);
  await expect.element(field('Código')).toHaveValue('');
  await expect.element(field('Vehículos')).toHaveValue('');
  await shown('1–3 de 3 piezas');
});

test('two columns filter together, and another filter begins at the first page', async () => {
  const { fake } = await open('&page[size]=25&page[number]=2&filter[matches-enabled]=1');
  await expect.poll(() => fake.calls(api.parts.list).at(-1)?.query.page).toBe(1);
  await field('Código').fill('a');
  await expect
    .poll(() => fake.calls(api.parts.list).at(-1)?.query)
    .toMatchObject({
      page: 1,
      size: 25,
      filters: [
        { column: 'enabled', mode: 'matches', value: '1' },
        { column: 'code', mode: 'contains', value: 'a' },
      ],
    });
});

test('on a phone the filters are in a sheet', async () => {
  await page.viewport(390, 844);
  const fake = openApp(CATALOG, { fakes: catalogOf(makeParts('A 1', 'B 1')) });
  await page.getByRole('button', { name: /^Filtrar y ordenar/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtrar y ordenar' });
  await sheet.getByLabelText('Filtrar Código', { exact: true }).fill('a');
  await sheet.getByLabelText('Ordenar por').selectOptions('Vehículos, descendente');
  await expect
    .poll(() => fake.calls(api.parts.list).at(-1)?.query)
    .toMatchObject({
      filters: [{ column: 'code', mode: 'contains', value: 'a' }],
      sort: [{ column: 'vehicles_count', descending: true }],
    });
  await sheet.getByLabelText('Filtrar Código', { exact: true }).click();
  await userEvent.keyboard('{Escape}');
  await expect.element(sheet.getByLabelText('Filtrar Código', { exact: true })).toHaveValue('');
  await expect.element(sheet).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => sheet.length).toBe(0);
});

test('the sheet shows its count without scrolling, and no field is wider than it', async () => {
  await page.viewport(390, 844);
  openApp(CATALOG, { fakes: catalogOf(makeParts('A 1', 'B 1')) });
  await page.getByRole('button', { name: /^Filtrar y ordenar/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filtrar y ordenar' });
  const end = sheet.getByRole('button', { name: 'Ver 2 piezas' });
  // The sheet slides in.
  await expect.poll(() => end.element().getBoundingClientRect().bottom).toBeLessThan(840);
  const { scrollHeight, clientHeight } = sheet.element();
  expect(scrollHeight).toBeGreaterThan(clientHeight);
  await sheet.getByLabelText('Filtrar Código', { exact: true }).fill('a');
  await expect.element(clear('Código')).toBeVisible();
  const edges = [...sheet.element().querySelectorAll('input, select, button')].map(
    (one) => one.getBoundingClientRect().right,
  );
  expect(Math.max(...edges)).toBeLessThanOrEqual(390);
});
