import { api } from '@piezario/contract/api';
import type { Conflict, ConflictPlace } from '@piezario/contract/conflicts';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openApp, searchOf } from '../testing/openApp.tsx';

const [SUSPENOR, PAMPAFIL] = [
  { id: 3, name: 'Suspenor' },
  { id: 4, name: 'Pampafil' },
];
const place = (brand: typeof SUSPENOR, part_product_id: number, product: string, pairs: number): ConflictPlace => ({
  ...{ part_brand_id: brand.id, brand: brand.name, part_product_id, product, pairs },
});
const PLACES = [place(SUSPENOR, 5, 'Rótula', 1240), place(PAMPAFIL, 6, 'Filtro de aire', 1)];
const PAIR: Conflict = {
  part: { id: 1, part_brand_id: 3, code: 'S 1' },
  other: { id: 2, part_brand_id: 3, code: 'S 2' },
  vehicles: 1,
  examples: [{ id: 1, brand: 'Fiat', model: 'Uno', version: '1.4', positions: ['Delantera'] }],
  is_alternative: 0,
};

const open = (places: readonly ConflictPlace[], path = '/parts/conflicts') =>
  openApp(path, {
    fakes: {
      brands: { json: () => [SUSPENOR, PAMPAFIL] },
      categories: { json: () => [] },
      products: { json: () => [{ id: 5, name: 'Rótula', part_category_id: 1 }] },
      conflicts: {
        places: ({ query: { part_brand_id } }) => {
          const asked = places.filter((one) => !part_brand_id || one.part_brand_id === part_brand_id);
          return { total: asked.reduce((sum, { pairs }) => sum + pairs, 0), places: asked };
        },
        list: () => ({ total: 1, crowded: 0, pairs: [PAIR] }),
      },
    },
  });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

test('products with conflicts are listed, lead to their pairs and back', async () => {
  open(PLACES);
  await expect.element(heading('1.241 pares por decidir')).toBeVisible();
  const links = page.getByRole('listitem').getByRole('link');
  expect(links.elements().map((link) => link.textContent)).toEqual([
    'RótulaSuspenor1.240 pares',
    'Filtro de airePampafil1 par',
  ]);
  links.first().element().focus();
  await userEvent.keyboard('{Enter}');
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect.element(link('S 2')).toHaveAttribute('href', '/parts/2');
  await expect.element(link('Corregir S 2')).toHaveAttribute('href', expect.stringContaining('part=2&step=2'));
  expect(searchOf()).toEqual({ brand: '3', product: '5' });
  await page.getByRole('link', { name: 'Ver todos los productos con conflictos' }).click();
  await expect.element(heading('1.241 pares por decidir')).toBeVisible();
  window.history.back();
  await expect.element(page.getByRole('link', { name: 'S 2', exact: true })).toBeVisible();
});

test('a brand filters the products, and clearing it lists all of them again', async () => {
  const fake = open(PLACES, '/parts/conflicts?brand=4');
  await expect.element(heading('1 par por decidir')).toBeVisible();
  expect(fake.calls(api.conflicts.places).at(-1)?.query).toEqual({ part_brand_id: 4 });
  page.getByRole('combobox', { name: 'Marca' }).last().element().focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(heading('1.241 pares por decidir')).toBeVisible();
});

test('without conflicts the screen says so', async () => {
  open([]);
  await expect.element(page.getByText('No hay conflictos por decidir.')).toBeVisible();
});
