import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CATALOG, catalogOf } from '../../testing/catalog.ts';
import { openApp } from '../../testing/openApp.tsx';

const CATEGORIES = [
  { id: 4, name: 'Suspensión' },
  { id: 9, name: 'Filtros' },
];
const PRODUCTS = [
  { id: 5, name: 'Rótula', part_category_id: 4 },
  { id: 8, name: 'Filtro de aire', part_category_id: 9 },
];

test('a product is found in every category, unless the person chose one', async () => {
  const fakes = {
    ...catalogOf([]),
    categories: { json: () => CATEGORIES },
    products: { json: () => PRODUCTS },
    parts: { ...catalogOf([]).parts, checkCode: () => null },
  };
  openApp(`${CATALOG}&new=1`, { fakes });
  const field = (name: string) => page.getByRole('dialog').getByRole('combobox', { name, exact: true });
  const option = (name: string) => page.getByRole('option', { name, exact: true });
  const choose = async (label: string, name: string) => {
    await userEvent.fill(field(label), name);
    await option(name).click();
  };
  await choose('Producto', 'Rótula');
  await expect.element(field('Categoría')).toHaveValue('Suspensión');
  // A wrong choice is corrected as it was made.
  await choose('Producto', 'Filtro de aire');
  await expect.element(field('Categoría')).toHaveValue('Filtros');

  await choose('Categoría', 'Suspensión');
  await userEvent.fill(field('Producto'), 'Filtro');
  await expect.element(page.getByText('Sin resultados en esta categoría')).toBeVisible();
});
