import { api } from '@piezario/contract/api';
import type { ListedPart } from '@piezario/contract/parts';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { queries } from '../../app/queries.ts';
import { CATALOG, catalogOf, makePart } from '../../testing/catalog.ts';
import { type Handler, NO_CONNECTION, Refusal } from '../../testing/fakeApi.ts';
import { openApp } from '../../testing/openApp.tsx';
import { deferred } from '../../testing/page.ts';

type Update = Handler<typeof api.parts.update>;
type Column = 'enabled' | 'discontinued' | 'has_observation_str';

const press = (keys: string) => userEvent.keyboard(keys);
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const cell = (column: Column, row = 0) => {
  const found = rows()[row]?.querySelector(`td[data-edit="${column}"]`);
  if (!found) throw new Error(`Row ${row} has no ${column}`);
  return found;
};
const flags = (label: string) => page.getByRole('radiogroup', { name: `${label} de Suspenor`, exact: false });
const description = () => page.getByRole('textbox', { name: /^Descripción de/ });
const shown = (text: string | RegExp) => expect.element(page.getByText(text)).toBeVisible();

/** Opens a catalog. `update` may replace the answers to its saves. */
async function open(parts: ListedPart[], update?: (given: Parameters<Update>[0], save: Update) => ReturnType<Update>) {
  const catalog = catalogOf(parts);
  const save = catalog.parts.update;
  const fake = openApp(CATALOG, {
    fakes: { ...catalog, parts: { ...catalog.parts, update: (given) => update?.(given, save) ?? save(given) } },
  });
  await expect.poll(() => rows().length).toBe(parts.length);
  return { saved: () => fake.calls(api.parts.update).map(({ body }) => body) };
}

/** Opens the first cell of a row with F2. */
async function edit(row = 0) {
  rows()[row]?.focus();
  await press('{F2}');
  await expect.element(flags('Habilitada')).toBeVisible();
}

test('a list that is read again during an edit does not change the version that is saved', async () => {
  const part = makePart({ observation: 'Como estaba' });
  const { saved } = await open([part]);
  await userEvent.dblClick(cell('has_observation_str'));
  await description().fill('Mía');
  // Another person saves, and the list is read again.
  Object.assign(part, { observation: 'De otra persona', version: 2 });
  await queries.invalidateQueries({ queryKey: [api.parts.list.path] });
  await press('{Enter}');
  await expect.poll(saved).toMatchObject([{ observation: 'Mía', version: 1 }]);
});

describe('a flag', () => {
  test('is chosen by its letter and saved with Enter, and the focus stays with the row', async () => {
    const { saved } = await open([makePart()]);
    await edit();
    await press('n{Enter}');
    await expect.poll(() => saved().length).toBe(1);
    expect(saved()[0]).toMatchObject({ enabled: 0, version: 1 });
    await expect.poll(() => cell('enabled').textContent).toBe('NO');
    expect(rows()[0]).toBe(document.activeElement);
    await shown(/: deshabilitada$/);
  });

  test('is chosen with arrows', async () => {
    const { saved } = await open([makePart()]);
    await edit();
    await press('{ArrowRight}{Enter}');
    await expect.poll(saved).toMatchObject([{ enabled: 0 }]);
  });

  test('is saved with a click on its value', async () => {
    const { saved } = await open([makePart()]);
    await userEvent.dblClick(cell('enabled'));
    await flags('Habilitada').getByText('NO').click();
    await expect.poll(saved).toMatchObject([{ enabled: 0 }]);
    await expect.poll(() => flags('Habilitada').length).toBe(0);
  });

  test('is saved when the focus leaves the cell, and does not take it back', async () => {
    const { saved } = await open([makePart({ enabled: 0 })]);
    await userEvent.dblClick(cell('enabled'));
    await expect.element(flags('Habilitada')).toBeVisible();
    await press('{ArrowLeft}');
    const filter = page.getByLabelText('Filtrar Código');
    await filter.click();
    await expect.poll(saved).toMatchObject([{ enabled: 1 }]);
    await expect.element(filter).toHaveFocus();
  });

  test('stays as it was with Escape, and sends nothing when it did not change', async () => {
    const { saved } = await open([makePart()]);
    await edit();
    await press('n{Escape}');
    await expect.poll(() => flags('Habilitada').length).toBe(0);
    expect(cell('enabled').textContent).toBe('SI');
    await edit();
    await press('s{Enter}');
    await expect.poll(() => flags('Habilitada').length).toBe(0);
    expect(saved()).toEqual([]);
  });

  test('is reverted with Deshacer', async () => {
    const { saved } = await open([makePart()]);
    await edit();
    await press('n{Enter}');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(saved).toMatchObject([{ enabled: 0 }, { enabled: 1, version: 2 }]);
    await expect.poll(() => cell('enabled').textContent).toBe('SI');
  });
});

describe('a description', () => {
  test('is edited beside its cell, saved with Enter, with lines by Shift+Enter', async () => {
    const { saved } = await open([makePart({ observation: 'Vieja' })]);
    await userEvent.dblClick(cell('has_observation_str'), { position: { x: 4, y: 4 } });
    await expect.element(description()).toHaveValue('Vieja');
    await press('Una{Shift>}{Enter}{/Shift}dos{Enter}');
    await expect.poll(saved).toMatchObject([{ observation: 'Una\ndos' }]);
    await shown(/: descripción guardada$/);
  });

  test('is saved with Ctrl+S', async () => {
    const { saved } = await open([makePart()]);
    await userEvent.dblClick(cell('has_observation_str'));
    await description().fill('Así');
    await press('{Control>}s{/Control}');
    await expect.poll(saved).toMatchObject([{ observation: 'Así' }]);
  });

  test('is saved when the screen is left', async () => {
    const { saved } = await open([makePart()]);
    await userEvent.dblClick(cell('has_observation_str'));
    await description().fill('Al salir');
    window.history.pushState(null, '', '/parts/catalog?part_brand=3&page[size]=25');
    await expect.poll(saved).toMatchObject([{ observation: 'Al salir' }]);
  });
});

describe('Tab', () => {
  test('goes on from cell to cell and row to row, and Shift+Tab back', async () => {
    await open([makePart({ code: 'A' }), makePart({ code: 'B' })]);
    await edit();
    await press('{Tab}');
    await expect.element(flags('Discontinuada')).toBeVisible();
    await press('{Tab}');
    await expect.element(page.getByRole('textbox', { name: 'Descripción de Suspenor A' })).toHaveFocus();
    await press('{Tab}');
    await expect.element(page.getByRole('radiogroup', { name: 'Habilitada de Suspenor B' })).toBeVisible();
    await press('{Shift>}{Tab}{/Shift}');
    await expect.element(page.getByRole('textbox', { name: 'Descripción de Suspenor A' })).toHaveFocus();
  });

  test('after the last cell leaves the focus with the row', async () => {
    await open([makePart()]);
    await userEvent.dblClick(cell('has_observation_str'));
    await expect.element(description()).toHaveFocus();
    await press('{Tab}');
    await expect.poll(() => document.activeElement === rows()[0]).toBe(true);
  });

  test('does not wait for saves, which are sent in turn, each with the version of the previous answer', async () => {
    const release = deferred();
    const part = makePart();
    const { saved } = await open([part], async (given, save) => {
      await release.promise;
      return save(given);
    });
    await edit();
    await press('n{Tab}');
    await expect.element(flags('Discontinuada')).toBeVisible();
    await press('s{Tab}');
    await description().fill('Rápido');
    await press('{Enter}');
    expect(saved()).toHaveLength(1);
    release.resolve();
    await expect.poll(saved).toMatchObject([
      { enabled: 0, version: 1 },
      { discontinued: 1, version: 2 },
      { observation: 'Rápido', version: 3 },
    ]);
  });

  test('a row that no longer matches the list stays while another row is edited', async () => {
    const parts = [makePart({ code: 'A' }), makePart({ code: 'B' })];
    const catalog = catalogOf(parts, (part) => part.enabled === 1);
    openApp(CATALOG, { fakes: catalog });
    await expect.poll(() => rows().length).toBe(2);
    await edit();
    await press('n{Tab}{Tab}{Tab}');
    await expect.element(page.getByRole('radiogroup', { name: 'Habilitada de Suspenor B' })).toBeVisible();
    await shown('1–1 de 1 pieza');
    expect(rows()).toHaveLength(2);
    await press('{Escape}');
    await expect.poll(() => rows().length).toBe(1);
  });
});

describe('a save that is refused', () => {
  test('opens the cell again with the value and the reason, and Enter retries', async () => {
    let isDown = true;
    const { saved } = await open([makePart()], (given, save) => {
      if (isDown) throw NO_CONNECTION;
      return save(given);
    });
    await edit();
    await press('n{Enter}');
    const reason = page.getByRole('alert').filter({ hasText: 'No hay conexión con el servidor' });
    await expect.element(reason).toBeVisible();
    await expect.element(flags('Habilitada')).toHaveAttribute('aria-describedby', reason.element().id);
    expect(page.getByRole('radio', { name: 'NO' }).element()).toHaveProperty('checked', true);
    isDown = false;
    await press('{Enter}');
    await expect.poll(saved).toMatchObject([{ enabled: 0 }, { enabled: 0 }]);
    await expect.poll(() => cell('enabled').textContent).toBe('NO');
  });

  test('because another person saved first shows the stored value, and a retry overwrites it', async () => {
    const part = makePart({ observation: 'De antes' });
    let isFirst = true;
    const { saved } = await open([part], (given, save) => {
      if (!isFirst) return save(given);
      isFirst = false;
      Object.assign(part, { observation: 'De otra persona', version: 5 });
      throw new Refusal(409, 'Otra persona guardó esta pieza', { observation: 'Ahora es: De otra persona' });
    });
    await userEvent.dblClick(cell('has_observation_str'), { position: { x: 4, y: 4 } });
    await description().fill('Mía');
    await press('{Enter}');
    await shown(/Otra persona guardó.*Ahora es: De otra persona/);
    await expect.element(description()).toHaveValue('Mía');
    await press('{Enter}');
    await expect.poll(saved).toMatchObject([{ version: 1 }, { observation: 'Mía', version: 5 }]);
  });

  test('after the person has left the cell is shown in a notice, and the table shows the stored value', async () => {
    const release = deferred();
    await open([makePart({ code: 'A' })], async () => {
      await release.promise;
      throw new Refusal(422, 'Así no', { enabled: 'No puede ser' });
    });
    await edit();
    await press('n{Enter}');
    await expect.poll(() => cell('enabled').textContent).toBe('NO');
    await page.getByLabelText('Filtrar Código').click();
    release.resolve();
    await shown('Suspenor A: Así no. No puede ser');
    expect(flags('Habilitada').length).toBe(0);
    await expect.poll(() => cell('enabled').textContent).toBe('SI');
  });
});

test('clients edit no cell', async () => {
  openApp(CATALOG, { as: 'client', fakes: catalogOf([makePart()]) });
  await expect.poll(() => rows().length).toBe(1);
  rows()[0]?.focus();
  await press('{F2}');
  expect(document.querySelectorAll('td[data-edit]')).toHaveLength(0);
  expect(page.getByRole('radiogroup').length).toBe(0);
});
