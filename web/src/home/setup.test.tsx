import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Fakes } from '../testing/fakeApi.ts';
import { openApp } from '../testing/openApp.tsx';

test('the first brand leads back to the setup steps, where the next one follows', async () => {
  const brands: { id: number; name: string }[] = [];
  const fakes = {
    brands: {
      json: () => brands,
      summary: () => [],
      add: ({ body: { name } }) => {
        const brand = { id: 1, name };
        brands.push(brand);
        return brand;
      },
    },
    home: {
      counts: () => ({ pending: 0, review: 0, conflicts: 0 }),
      visit: () => null,
      today: () => ({
        tasks: [],
        setup: [
          { step: 'brand', is_done: brands.length > 0 ? 1 : 0 },
          { step: 'part', is_done: 0 },
        ],
      }),
    },
  } satisfies Fakes;
  openApp('/parts/catalog', { as: 'admin', fakes });
  await page.getByRole('link', { name: 'Crear nueva marca' }).click();
  await userEvent.fill(page.getByRole('textbox', { name: 'Nombre' }), 'Andina');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Inicio' })).toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Hecho' })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Cargar una pieza' }))
    .toHaveAttribute('href', '/parts/catalog?new=1');
});
