import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf, makeParts, pageOf } from '../../testing/catalog.ts';
import { openApp } from '../../testing/openApp.tsx';

const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const focused = () => rows().findIndex((row) => row.matches(':focus'));
const code = () => page.getByLabelText('Filtrar Código', { exact: true });
const press = (keys: string) => userEvent.keyboard(keys);

async function open(codes = ['A', 'B', 'C']) {
  const parts = makeParts(...codes);
  const fake = openApp(CATALOG, { fakes: catalogOf(parts) });
  await expect.poll(() => rows().length).toBe(parts.length);
  return { parts, fake };
}

describe('arrows', () => {
  test('move among the rows, which are one stop of Tab', async () => {
    await open();
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
    rows()[0]?.focus();
    await press('{ArrowDown}');
    expect(focused()).toBe(1);
    await press('{End}');
    expect(focused()).toBe(2);
    await press('{ArrowDown}');
    expect(focused()).toBe(2);
    await press('{ArrowUp}');
    expect(focused()).toBe(1);
    await press('{Home}');
    expect(focused()).toBe(0);
    expect(rows().map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1]);
  });

  test('lead from a filter to the first row', async () => {
    await open();
    await code().click();
    await press('{ArrowDown}');
    expect(focused()).toBe(0);
  });

  test('do not leave a field', async () => {
    await open();
    await code().fill('ab');
    await press('{ArrowUp}{Home}');
    await expect.element(code()).toHaveFocus();
  });

  test('with Alt are left to the browser, and so is Enter with Control', async () => {
    await open();
    rows()[0]?.focus();
    await press('{Alt>}{ArrowDown}{/Alt}');
    expect(focused()).toBe(0);
    const enter = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true });
    expect(rows()[0]?.dispatchEvent(enter)).toBe(true);
  });
});

describe('Tab', () => {
  const isIn = (row: number) => rows()[row]?.contains(document.activeElement) ?? false;
  const lastFilter = () => page.getByLabelText('Filtrar Vehículos', { exact: true });

  test('goes from the filters to the rows, and from anywhere in them to the pages', async () => {
    await open();
    await lastFilter().click();
    await press('{Tab}');
    expect(focused()).toBe(0);
    await press('{ArrowDown}{ArrowRight}{ArrowRight}{ArrowRight}');
    expect(focused()).toBe(-1);
    expect(isIn(1)).toBe(true);
    await press('{Tab}');
    expect(document.activeElement?.closest('[data-scroller]')).toBeNull();
    await press('{Shift>}{Tab}{/Shift}');
    expect(focused()).toBe(1);
    await press('{Shift>}{Tab}{/Shift}');
    await expect.element(lastFilter()).toHaveFocus();
  });

  test('returns to the row that was clicked', async () => {
    await open();
    await page.getByRole('checkbox', { name: 'Seleccionar Suspenor C' }).click();
    await lastFilter().click();
    await press('{Tab}');
    expect(focused()).toBe(2);
  });

  test('focuses the first row when the row that last had the focus is gone', async () => {
    openApp(CATALOG, {
      fakes: catalogOf(makeParts('A', 'B', 'C'), ({ code }, { filters: [one] }) => !one || code === one.value),
    });
    await expect.poll(() => rows().length).toBe(3);
    rows()[2]?.focus();
    await code().fill('A');
    await expect.poll(() => rows().length).toBe(1);
    await lastFilter().click();
    await press('{Tab}');
    expect(focused()).toBe(0);
  });
});

describe('left and right arrows', () => {
  const label = () => document.activeElement?.getAttribute('aria-label');

  test('move among the controls and the editable cells of the row', async () => {
    await open();
    rows()[1]?.focus();
    await press('{ArrowLeft}');
    expect(focused()).toBe(1);
    await press('{ArrowRight}');
    expect(label()).toBe('Seleccionar Suspenor B');
    await press(' ');
    await expect.element(page.getByRole('checkbox', { name: 'Seleccionar Suspenor B' })).toBeChecked();
    await press('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('B');
    await press('{ArrowRight}');
    expect(document.activeElement).toHaveProperty('dataset.edit', 'enabled');
    await press('{ArrowLeft}{ArrowLeft}{ArrowLeft}');
    expect(focused()).toBe(1);
  });

  test('stay at the last control', async () => {
    await open();
    rows()[0]?.focus();
    await press('{ArrowRight>20/}');
    expect(label()).toBe('Eliminar Suspenor A');
    await press('{ArrowDown}');
    expect(focused()).toBe(1);
  });

  test('Enter and F2 edit the cell in focus', async () => {
    await open();
    const flags = (name: string) => page.getByRole('radiogroup', { name: `${name} de Suspenor A` });
    rows()[0]?.focus();
    await press('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}');
    await expect.element(flags('Habilitada')).toBeVisible();
    await press('{Escape}');
    expect(focused()).toBe(0);
    await press('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}{F2}');
    await expect.element(flags('Discontinuada')).toBeVisible();
  });
});

test('F leads to the first filter, unless letters are off or a field has the focus', async () => {
  await open();
  const first = page.getByLabelText('Filtrar Marca', { exact: true });
  await press('f');
  await expect.element(first).toHaveFocus();
  await press('f');
  await expect.element(first).toHaveValue('f');
  localStorage.setItem('shortcut_letters', 'off');
  rows()[0]?.focus();
  await press('f');
  await expect.element(first).not.toHaveFocus();
});

describe('a row', () => {
  const brands = [
    { id: 1, name: 'Frenor', parts_count: 2 },
    { id: 2, name: 'Plafren', parts_count: 0 },
  ];
  async function openBrands() {
    const fake = openApp('/part_brands', {
      as: 'admin',
      fakes: {
        brands: {
          paginated: ({ query }) => pageOf(brands, query),
          show: ({ params: { id } }) => ({ id, name: brands.find((one) => one.id === id)?.name ?? '' }),
        },
      },
    });
    await expect.poll(() => rows().length).toBe(2);
    return fake;
  }

  test('opens with Enter, and Back focuses it again', async () => {
    await openBrands();
    rows()[1]?.focus();
    await press('{Enter}');
    await expect.element(page.getByLabelText('Nombre')).toHaveValue('Plafren');
    expect(window.location.pathname).toBe('/part_brands/2');
    window.history.back();
    await expect.poll(focused).toBe(1);
  });

  test('opens with a click, but not on a button in it', async () => {
    await openBrands();
    await page.getByRole('button', { name: 'Eliminar Plafren' }).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await press('{Escape}');
    await expect.poll(() => page.getByRole('dialog').length).toBe(0);
    expect(window.location.pathname).toBe('/part_brands');
    await page.getByRole('cell', { name: 'Frenor', exact: true }).click();
    await expect.poll(() => window.location.pathname).toBe('/part_brands/1');
  });

  test('does not open while its text is being selected', async () => {
    await openBrands();
    const cell = page.getByRole('cell', { name: 'Plafren', exact: true }).element();
    window.getSelection()?.selectAllChildren(cell);
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(window.location.pathname).toBe('/part_brands');
    window.getSelection()?.removeAllRanges();
    cell.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    await expect.poll(() => window.location.pathname).toBe('/part_brands/2');
  });
});

test('the row that takes the place of a removed one gets the focus, and the removal can be undone', async () => {
  const parts = makeParts('A', 'B', 'C');
  const [, second] = parts;
  const catalog = catalogOf(parts);
  openApp(CATALOG, {
    fakes: {
      ...catalog,
      parts: {
        ...catalog.parts,
        remove: ({ body: { id } }) => {
          const [removed] = parts.splice(
            parts.findIndex((part) => part.id === id),
            1,
          );
          if (!removed) throw new Error(`There is no part ${id}`);
          return removed;
        },
      },
      trash: {
        restore: ({ body: { ids } }) => {
          if (second) parts.splice(1, 0, second);
          return { restored: ids, refused: [] };
        },
      },
    },
  });
  const remove = page.getByRole('button', { name: 'Eliminar Suspenor B' });
  await expect.element(remove).toBeVisible();
  // The offer to undo stays, however slow the machine is.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => clock.mockRestore());
  await remove.click();
  await expect.element(page.getByText('Se eliminó Suspenor B')).toBeVisible();
  await expect.poll(() => rows().length).toBe(2);
  await expect.poll(focused).toBe(1);
  await press('{Control>}z{/Control}');
  await expect.element(page.getByText('Se recuperó 1 pieza')).toBeVisible();
  await expect.poll(() => rows().length).toBe(3);
});
