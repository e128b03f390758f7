import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { dialog, isAt } from './support/part-sheet-journeys.ts';
import { makePart, wizard } from './support/parts.ts';

test('the views of a part lead to each other, and few rows need no filters', async ({ open, demo }) => {
  const part = await makePart(demo, 'VISTAS-1');
  for (const attribute of ['Rosca', 'Altura']) {
    await part.client.call(api.attributes.store, { body: { part_id: part.id, name: attribute, value: '1' } });
  }
  const link = `/parts/catalog?part_brand=${part.brandId}&part=${part.id}&view=attributes`;
  const page = await open(link, { as: 'fabricante' });
  const rows = dialog(page).locator('[data-row]');
  await expect.poll(() => rows.locator('td:first-child').allInnerTexts()).toEqual(['Rosca', 'Altura']);
  expect(
    await dialog(page)
      .getByLabel(/^Filtrar/)
      .count(),
  ).toBe(0);
  await dialog(page).getByRole('link', { name: 'Historial' }).click();
  await rows.filter({ hasText: 'Pieza creada' }).waitFor();
  await dialog(page).getByRole('link', { name: 'Equivalencias' }).click();
  await dialog(page).getByText('Esta pieza todavía no tiene equivalencias').waitFor();
  await page.keyboard.press('e');
  await wizard(page).getByRole('heading', { level: 2, name: 'Relacionar equivalencias' }).waitFor();
});

test('a part opens also where the storage of the browser is full', async ({ open, demo }) => {
  const part = await makePart(demo, 'LLENO-1');
  const page = await open(`/parts/catalog?part_brand=${part.brandId}&part_search=LLENO`, { as: 'fabricante' });
  const link = page.locator('[data-row]').getByRole('link', { name: 'LLENO-1', exact: true });
  await link.waitFor();
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('It is full', 'QuotaExceededError');
    };
  });
  await link.click();
  await isAt(page, 'LLENO-1');
});

test('on a phone the buttons of a part show their whole labels', async ({ open, demo }) => {
  const part = await makePart(demo, 'BOTONES-1');
  const page = await open(`/parts/${part.id}`, { as: 'fabricante', viewport: PHONE });
  await isAt(page, 'BOTONES-1');
  const cut = (button: string) =>
    page
      .getByRole(button === 'Editar' ? 'link' : 'button', { name: button, exact: true })
      .first()
      .evaluate((element) => [...element.querySelectorAll('span')].some((span) => span.scrollWidth > span.clientWidth));
  const buttons = ['Copiar enlace', 'Imprimir', 'Duplicar', 'Editar'];
  expect(await Promise.all(buttons.map(cut))).toEqual([false, false, false, false]);
});
