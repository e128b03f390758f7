import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makePart, pageOf } from '../../testing/catalog.ts';
import type { Fakes } from '../../testing/fakeApi.ts';
import { openApp } from '../../testing/openApp.tsx';

const PART = makePart({ id: 7, cross_count: 20 });
const FAKES = {
  parts: {
    sheet: () => ({
      ...PART,
      ...{ attributes: [], pictures: [], models: [], models_count: 0 },
      cross: Array.from({ length: 20 }, (_, index) => ({ id: index + 1, brand: 'Fiat', code: `C${index + 1}` })),
    }),
  },
  crosses: { related: () => ({ named_by: [], sharing: [] }) },
  history: { list: ({ query }) => pageOf([], query) },
  search: { suggest: () => [] },
  vehicleCatalog: { find: () => [] },
} satisfies Fakes;

test('a long list shows its first rows, and the others on request', async () => {
  openApp('/parts/7', { as: 'client', fakes: FAKES });
  await expect.element(page.getByText('C15', { exact: true })).toBeVisible();
  await expect.element(page.getByText('C16', { exact: true })).not.toBeVisible();
  await page.getByRole('button', { name: 'Ver todas las equivalencias: 20' }).click();
  await expect.element(page.getByText('C20', { exact: true })).toBeVisible();
});
