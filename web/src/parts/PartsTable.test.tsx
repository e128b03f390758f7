import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOG, catalogOf, makePart } from '../testing/catalog.ts';
import { openApp, searchOf } from '../testing/openApp.tsx';

const part = {
  ...makePart({ blocked_by: ['category', 'photos'] }),
  attributes: [],
  cross: [],
  vehicles: [],
  pictures: [],
};
const fakes = { ...catalogOf([part]), parts: { ...catalogOf([part]).parts, show: () => part } };

test('parts that are looked for by whether they can be published say why not, without a column to choose', async () => {
  openApp(CATALOG, { fakes });
  await expect.element(page.getByRole('link', { name: part.code })).toBeVisible();
  expect(page.getByRole('columnheader', { name: 'Mercado Libre' }).length).toBe(0);
});

test('the column is beside the product', async () => {
  openApp(`${CATALOG}&filter[matches-publishable]=0`, { fakes });
  await expect.element(page.getByText(/^Impide publicar: /)).toBeVisible();
  const titles = page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.getAttribute('aria-label') ?? head.textContent);
  const at = titles.findIndex((title) => title?.includes('Producto'));
  expect(titles[at + 1]).toContain('Mercado Libre');
});

test('the view of pictures of a part without any leads to where they are added, for those who may', async () => {
  openApp(`${CATALOG}&part=${part.id}&view=images`, { fakes });
  await page.getByRole('button', { name: 'Cargar fotos' }).click();
  await expect.element(page.getByRole('heading', { name: 'Cargar fotos' })).toBeVisible();
  expect(searchOf()).toMatchObject({ part: String(part.id), step: '4' });
});

test('clients find nothing to add there', async () => {
  openApp(`${CATALOG}&part=${part.id}&view=images`, { as: 'client', fakes });
  await expect.element(page.getByText('Esta pieza todavía no tiene fotos')).toBeVisible();
  expect(page.getByRole('button', { name: 'Cargar fotos' }).length).toBe(0);
});
