import { api } from '@piezario/contract/api';
import type { BrandNews } from '@piezario/contract/home';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pageOf } from '../testing/catalog.ts';
import { openApp, searchOf } from '../testing/openApp.tsx';

const AT = '2026-11-10T12:00:00.000Z';
const NONE = { count: 0, has_more: false, parts: [] };
const NEWS: BrandNews = {
  ...{ id: 3, name: 'Suspenor', discontinued: NONE },
  created: { count: 16, has_more: false, parts: [{ id: 1, code: 'S 1', product: 'Rótula', at: AT }] },
  changed: {
    ...{ count: 1, has_more: false },
    parts: [
      {
        ...{ id: 2, code: 'S 2', product: 'Bieleta', at: AT },
        topics: ['observation', 'cross', 'picture'],
        values: [{ name: 'Ancho', before: '10', after: '12', unit: 'mm' }],
      },
    ],
  },
};

const open = () =>
  openApp('/home', {
    as: 'client',
    fakes: {
      brands: { json: () => [{ id: 3, name: 'Suspenor' }], summary: () => [] },
      categories: { json: () => [] },
      products: { json: () => [] },
      views: { list: () => [] },
      parts: { list: ({ query }) => pageOf([], query) },
      downloads: {
        ticket: () => ({ id: 'a0000000-0000-4000-8000-000000000001', url: '#' }),
        progress: () => ({ state: 'done', done: 16, total: 16, reason: null }),
      },
      home: {
        visit: () => null,
        news: ({ query: { since = '2026-11-09' } }) => ({ since, until: '2026-11-18', brands: [NEWS] }),
      },
    },
  });

test('a changed part says what changed', async () => {
  open();
  await expect
    .element(page.getByText('Ancho: 10 → 12 mm · descripción, equivalencias, fotos', { exact: true }))
    .toBeVisible();
});

test('the parts since a day are listed and downloaded by the same filters', async () => {
  const fake = open();
  const since = page.getByLabelText('Desde');
  await expect.element(since).toHaveValue('2026-11-09');
  await since.fill('2026-11-05');
  await expect.poll(() => fake.calls(api.home.news).at(-1)?.query).toEqual({ since: '2026-11-05' });
  await page.getByRole('button', { name: 'Descargar estas 16: nuevas de Suspenor' }).click();
  await expect
    .poll(() => decodeURIComponent(fake.calls(api.downloads.ticket)[0]?.body.path ?? ''))
    .toBe(
      '/api/backend/exporter/files/parts/3/all/file.xlsx?filter[between-created_at]=2026-11-05..2026-11-18&filter[matches-enabled]=1&filter[matches-discontinued]=0',
    );
  // Wait for the end: the progress of a download is polled after its screen was left too.
  await expect.element(page.getByText(/^Se descargó/)).toBeVisible();
  await page.getByRole('link', { name: 'Ver en el catálogo las modificadas de Suspenor' }).click();
  await expect.poll(searchOf).toEqual({
    part_brand: '3',
    'filter[between-updated_at]': '2026-11-05..2026-11-18',
    'filter[less_than-created_at]': '2026-11-05',
    'filter[matches-enabled]': '1',
    'filter[matches-discontinued]': '0',
    sort: '-updated_at',
  });
});
