import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { choose, firstRow, notice } from './support/offline-journeys.ts';

test('without a connection a list keeps its rows and a screen says so; both go on by themselves', async ({
  open,
  demo,
}) => {
  const [brand] = await (await demo.client('admin')).call(api.brands.json, {});
  const page = await open(`/parts/catalog?part_brand=${brand?.id}`, { as: 'admin' });
  await firstRow(page).waitFor();
  const before = await firstRow(page).textContent();
  // The code of notices is loaded by the first click.
  await Promise.all([
    page.waitForResponse(/\/Toasts-.*\.js/),
    page.getByRole('main').click({ position: { x: 2, y: 2 } }),
  ]);

  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Siguiente' }).click();
  await notice(page).getByText('No hay conexión').waitFor();
  expect(await firstRow(page).textContent()).toBe(before);
  await page.getByRole('textbox', { name: 'Página' }).waitFor();
  await page.context().setOffline(false);
  await expect.poll(() => firstRow(page).textContent()).not.toBe(before);
  await notice(page).waitFor({ state: 'detached' });

  await page.context().setOffline(true);
  await choose(page, 'Productos');
  await page.getByRole('heading', { name: 'No hay conexión' }).waitFor();
  expect(await page.getByText(/preload|fetch/i).count()).toBe(0);
  // The toolbar is still there, and the menu is closed.
  await page.getByRole('button', { name: 'Menú' }).waitFor();
  await expect.poll(() => page.getByRole('menu').count()).toBe(0);
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Productos' }).waitFor();
  await firstRow(page).waitFor();
  await expect.poll(() => page.getByRole('table').evaluate((table) => getComputedStyle(table).display)).toBe('block');
});
