import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { idOf, PRODUCT } from './support/parts.ts';
import { expectEnded, expectNotice } from './support/waiting.ts';

const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true });

/** Pastes like Ctrl+V does, without the clipboard of the machine, which other journeys use. */
const paste = (page: Page, text: string) =>
  page.getByRole('grid').evaluate((grid, copied) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', copied);
    grid.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test('a manufacturer pastes values from a spreadsheet, reviews and applies them, and undoes them', async ({
  open,
  demo,
}) => {
  const maker = await createMaker(demo, 'Con Planilla');
  const ids = [await maker.store('PLA-1'), await maker.store('PLA-2'), await maker.store('PLA-3')];
  const client = await demo.client('admin');
  const heights = async () => {
    const values = await client.call(api.attributes.values, { query: { parts: ids, names: ['Altura'] } });
    return values.map(({ attributes }) => attributes.map(({ value, unit }) => `${value} ${unit}`).join());
  };
  const brand = idOf(await client.call(api.brands.json, {}), maker.brand);
  const products = await client.call(api.products.json, { params: { categoryId: 'all', brandId: brand } });
  const page = await open(`/parts/catalog?part_brand=${brand}&part_product=${idOf(products, PRODUCT)}`, { as: maker });
  await page.getByRole('link', { name: 'Planilla' }).click();
  await cell(page, 'PLA-1').click();
  await page.keyboard.press('ArrowRight');
  await paste(page, '61\r\n62\r\n63\r\n');
  await cell(page, '63').waitFor();

  // The tab is closed by accident.
  await page.reload();
  await page.getByText('Recuperamos lo que no habías guardado').waitFor();
  await page.getByRole('button', { name: 'Guardar 3 cambios' }).click();
  const review = page.getByRole('dialog', { name: 'Guardar 3 cambios en 3 piezas' });
  await review.waitFor();
  expect(await heights()).toEqual(['', '', '']);
  await review.getByRole('button', { name: 'Aplicar 3 cambios' }).click();
  await expectNotice(page, 'Completado: 3 nuevas');
  expect(await heights()).toEqual(['61 mm', '62 mm', '63 mm']);
  await expect.poll(() => page.getByRole('button', { name: 'Guardar', exact: true }).isDisabled()).toBe(true);

  await page.getByRole('button', { name: 'Deshacer', exact: true }).click();
  const question = page.getByRole('dialog', { name: '¿Deshacer lo que guardaste en la planilla?' });
  await question.getByRole('button', { name: 'Deshacer', exact: true }).click();
  await expectEnded(page, /^Completado/);
  expect(await heights()).toEqual(['', '', '']);
});
