import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts } from '../../testing/catalog.ts';
import { openApp } from '../../testing/openApp.tsx';
import { dragColumn } from '../../testing/page.ts';

const PREFERENCES = 'table:/api/backend/user-catalog/parts/:brandId/:productId';
const heads = () => [...document.querySelectorAll<HTMLElement>('th[data-column]')];
const names = (count = 4) =>
  heads()
    .slice(0, count)
    .map(({ textContent }) => textContent);
const headOf = (key: string) => {
  const head = heads().find(({ dataset }) => dataset.column === key);
  if (!head) throw new Error(`There is no column ${key}`);
  return head;
};
const widthOf = (key: string) => Math.round(headOf(key).getBoundingClientRect().width);
const gripOf = (key: string) => {
  const grip = headOf(key).querySelector('[data-grip]');
  if (!grip) throw new Error(`The column ${key} has no grip`);
  return grip;
};
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const press = (keys: string) => userEvent.keyboard(keys);
const stored = () => JSON.parse(localStorage.getItem(PREFERENCES) ?? '{}');

async function open() {
  openApp(CATALOG, { fakes: catalogOf(makeParts('A', 'B')) });
  await expect.poll(() => names()).toEqual(['Foto', 'Marca', 'Código', 'Producto']);
}

async function openPanel() {
  await open();
  await page.getByRole('button', { name: 'Columnas' }).click();
  // The focus goes to the first box after the panel is shown.
  await expect.element(box('Foto')).toHaveFocus();
}

describe('in the panel', () => {
  test('a column is hidden and shown, except the one that names the row', async () => {
    await openPanel();
    await box('Marca').click();
    await expect.poll(() => names()).toEqual(['Foto', 'Código', 'Producto', 'Habilitada']);
    await box('Universal').click();
    await expect.poll(() => names(99)).toContain('Universal');
    await expect.element(box('Código')).toHaveAttribute('aria-disabled', 'true');
    box('Código').element().focus();
    await press(' ');
    expect(names()).toContain('Código');
    await box('Marca').click();
    await expect.poll(() => names()).toEqual(['Foto', 'Marca', 'Código', 'Producto']);
  });

  test('arrows move a column, and its place is announced', async () => {
    await openPanel();
    box('Código').element().focus();
    await press('{ArrowUp}{ArrowUp}');
    await expect.element(page.getByText(/^Código, lugar 1 de/)).toBeInTheDocument();
    await press('{ArrowUp}');
    await expect.poll(() => names()).toEqual(['Código', 'Foto', 'Marca', 'Producto']);
    await expect.element(box('Código')).toHaveFocus();
    await press('{ArrowDown}');
    await expect.poll(() => names()).toEqual(['Foto', 'Código', 'Marca', 'Producto']);
  });

  test('arrows change the width of a column, which is kept in the browser', async () => {
    await openPanel();
    const before = widthOf('code');
    box('Código').element().focus();
    await press('{ArrowRight}');
    await expect.element(page.getByText('Código, ancho 164')).toBeInTheDocument();
    expect(widthOf('code')).toBe(before + 12);
    await press('{ArrowLeft}{ArrowLeft}');
    await expect.poll(() => widthOf('code')).toBe(before - 12);
    expect(stored()).toMatchObject({ widths: { code: 140 } });
  });

  test('no column becomes narrower than the minimum width', async () => {
    await openPanel();
    box('Foto').element().focus();
    await press('{ArrowLeft}{ArrowLeft}');
    await expect.element(page.getByText('Foto, ancho 48')).toBeInTheDocument();
    expect(widthOf('photo')).toBe(48);
  });

  test('columns, order and widths are reset at once', async () => {
    await openPanel();
    const before = widthOf('code');
    expect(page.getByRole('button', { name: 'Restablecer columnas' }).length).toBe(0);
    await box('Marca').click();
    box('Código').element().focus();
    await press('{ArrowUp}{ArrowRight}');
    await page.getByRole('button', { name: 'Restablecer columnas' }).click();
    await expect.poll(() => names()).toEqual(['Foto', 'Marca', 'Código', 'Producto']);
    expect(widthOf('code')).toBe(before);
  });

  test('rows become compact', async () => {
    await openPanel();
    const height = () => document.querySelector('[data-row]')?.getBoundingClientRect().height ?? 0;
    const before = height();
    await page.getByText('Compacta', { exact: true }).click();
    await expect.poll(height).toBeLessThan(before);
    expect(stored()).toMatchObject({ density: 'compact' });
  });

  test('Escape closes it, and the focus goes back to its button', async () => {
    await openPanel();
    await press('{Escape}');
    await expect.poll(() => box('Código').length).toBe(0);
    await expect.element(page.getByRole('button', { name: 'Columnas' })).toHaveFocus();
  });
});

describe('with the pointer', () => {
  test('a border changes the width of its column alone', async () => {
    await open();
    await userEvent.hover(headOf('code'));
    const before = ['photo', 'brand', 'code'].map(widthOf);
    await dragColumn(gripOf('code'), 40);
    await expect.poll(() => widthOf('code')).toBe((before[2] ?? 0) + 40);
    expect(['photo', 'brand'].map(widthOf)).toEqual(before.slice(0, 2));
    expect(stored()).toMatchObject({ widths: { code: widthOf('code') } });
  });

  test('Escape during the drag leaves the width as it was', async () => {
    await open();
    const before = widthOf('code');
    await dragColumn(gripOf('code'), 40, () => press('{Escape}'));
    await expect.poll(() => widthOf('code')).toBe(before);
    expect(localStorage.getItem(PREFERENCES)).toBeNull();
  });

  test('a title is dragged to another place, which does not sort', async () => {
    await open();
    const target = headOf('product').getBoundingClientRect();
    const from = headOf('brand').getBoundingClientRect();
    await dragColumn(headOf('brand'), target.left + target.width / 2 - from.left - from.width / 2);
    await expect.poll(() => names()).toEqual(['Foto', 'Código', 'Producto', 'Marca']);
    expect(window.location.search).not.toContain('sort');
  });

  test('a double click on a border fits the column to its contents', async () => {
    await open();
    const before = widthOf('product');
    await userEvent.dblClick(gripOf('product'));
    await expect.poll(() => widthOf('product')).toBeLessThan(before);
  });
});

test('stored preferences apply the next time, and columns that they do not name are added', async () => {
  localStorage.setItem(
    PREFERENCES,
    JSON.stringify({ hidden: ['brand'], density: 'compact', order: ['code', 'gone', 'photo'], widths: { code: 200 } }),
  );
  openApp(CATALOG, { fakes: catalogOf(makeParts('A')) });
  await expect.poll(() => names()).toEqual(['Código', 'Producto', 'Habilitada', 'Discontinuada']);
  expect(widthOf('code')).toBe(200);
});

test('preferences that cannot be read are ignored', async () => {
  localStorage.setItem(PREFERENCES, '{"hidden":');
  await open();
});
