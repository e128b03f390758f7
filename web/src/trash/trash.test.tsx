import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pageOf } from '../testing/catalog.ts';
import type { Fakes } from '../testing/fakeApi.ts';
import { openApp } from '../testing/openApp.tsx';

const REMOVED = {
  ...{ id: 7, brand: 'Norvial', product: 'Rótula', code: 'R 130', removed_at: '2026-11-18T12:00:00.000Z' },
  ...{ removed_by: 'Ana', operation_id: 31 },
};
const change = { part_id: null, part: 'Norvial R 130', action: 'removed', row_id: 1 } as const;
const FAKES = {
  trash: {
    list: ({ query }) => pageOf([REMOVED], query),
    restore: ({ body: { ids } }) => ({ restored: ids, refused: [] }),
  },
  search: { suggest: () => [] },
  vehicleCatalog: { find: () => [] },
  activity: {
    list: ({ query }) => pageOf([], query),
    changes: ({ query }) =>
      pageOf(
        [
          {
            ...change,
            ...{ id: 1, entity: 'part', name: 'R 130' },
            fields: [{ field: 'observation', before: 'Con tuerca', after: null }],
          },
          {
            ...change,
            ...{ id: 2, entity: 'attribute', name: 'Largo' },
            fields: [
              { field: 'value', before: '75', after: null },
              { field: 'unit', before: 'mm', after: null },
            ],
          },
        ],
        query,
      ),
  },
} satisfies Fakes;

const dialog = () => page.getByRole('dialog', { name: 'Norvial R 130' });

async function openPart() {
  const fake = openApp('/parts/trash', { as: 'admin', fakes: FAKES });
  await page.getByText('R 130', { exact: true }).click();
  await expect.element(dialog().getByText('Con tuerca')).toBeVisible();
  return fake;
}

test('the buttons of a row show all their words', async () => {
  openApp('/parts/trash', { as: 'admin', fakes: FAKES });
  for (const label of ['Recuperar', 'Recuperar todas']) {
    const words = page.getByText(label, { exact: true }).last();
    await expect.element(words).toBeVisible();
    const { scrollWidth, clientWidth } = words.element();
    expect(scrollWidth, label).toBeLessThanOrEqual(clientWidth);
  }
});

test('a row opens the part as it was, with a button that restores it', async () => {
  const fake = await openPart();
  await expect.element(dialog().getByText('75 mm')).toBeVisible();
  expect(fake.calls(api.activity.changes).at(-1)).toMatchObject({
    params: { operationId: 31 },
    query: { filters: [{ column: 'part_id', value: '7' }] },
  });
  await dialog().getByRole('button', { name: 'Recuperar' }).click();
  await expect.poll(() => fake.calls(api.trash.restore).at(-1)?.body.ids).toEqual([7]);
});

test('the key A moves the focus from a selected row to the button that restores it', async () => {
  const fake = openApp('/parts/trash', { as: 'admin', fakes: FAKES });
  await page.getByRole('checkbox', { name: 'Seleccionar R 130' }).click();
  await userEvent.keyboard('a');
  await expect.element(page.getByRole('button', { name: 'Recuperar 1' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fake.calls(api.trash.restore).at(-1)?.body.ids).toEqual([7]);
});

test('help that is opened over a dialog is in front of it', async () => {
  await openPart();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: /^Ir a una pantalla/ }).fill('ayuda papelera');
  await page.getByRole('option', { name: 'Ayuda: Papelera' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Ayuda' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByRole('dialog', { name: 'Ayuda' }).length).toBe(0);
  await expect.element(dialog()).toBeVisible();
});

test('a question about a code leads to its activity', async () => {
  const fake = openApp('/parts/trash', { as: 'admin', fakes: FAKES });
  await expect.element(page.getByText('R 130', { exact: true })).toBeVisible();
  await userEvent.keyboard('{Control>}k{/Control}');
  await page.getByRole('combobox', { name: /^Ir a una pantalla/ }).fill('quién borró R 130');
  await expect.element(page.getByRole('option', { name: 'R 130 en la papelera' })).toBeVisible();
  await page.getByRole('option', { name: 'Actividad de R 130' }).click();
  await expect
    .poll(() => fake.calls(api.activity.list).at(-1)?.query.filters)
    .toEqual([{ mode: 'contains', column: 'part', value: 'R 130' }]);
});
