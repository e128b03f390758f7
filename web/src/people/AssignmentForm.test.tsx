import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATEGORY, PRODUCTS } from '../testing/catalog.ts';
import { openApp } from '../testing/openApp.tsx';

const BRAND = { id: 3, name: 'Suspenor' };
const CLIENT = {
  ...{ id: 9, name: 'Repuestos Sur', email: 'sur@example.com', social_name: '', social_number: '', phone: '' },
  ...{ roleName: 'Cliente', role: ['client' as const], active: 1 as const, brands: [] },
};

test('a product is chosen without its category', async () => {
  const fake = openApp('/clients/9', {
    as: 'admin',
    fakes: {
      brands: { json: () => [BRAND] },
      categories: { json: () => [CATEGORY] },
      products: { jsonChained: () => [...PRODUCTS] },
      clients: {
        show: () => CLIENT,
        products: () => [],
        append: ({ body }) => ({
          ...{ id: 1, parts: 4, part_brand: BRAND, part_category: CATEGORY, replaced: [] },
          part_product: { id: body.product ?? 0, name: 'Bieleta' },
        }),
      },
    },
  });
  const section = page.getByRole('region', { name: 'Marcas y productos asignados' });
  const choose = async (level: string, name: string) => {
    await section.getByRole('combobox', { name: level }).click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await choose('Marca', 'Suspenor');
  await choose('Producto', 'Bieleta');
  await section.getByRole('button', { name: 'Asignar' }).click();
  await expect
    .poll(() => fake.calls(api.clients.append).map(({ body }) => body))
    .toEqual([{ user_id: 9, brand: 3, category: null, product: 6 }]);
});
