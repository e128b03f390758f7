import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { cards, field, PATH, result } from './support/vehicle-catalog-journeys.ts';

const products = (page: Page) => page.getByRole('navigation', { name: 'Productos' }).getByRole('button');
const isFocused = (target: Locator) => target.evaluate((element) => element === document.activeElement);

/** Presses Tab until the focus is there. */
async function tabTo(page: Page, target: Locator) {
  await target.waitFor();
  for (let presses = 0; presses < 60 && !(await isFocused(target)); presses++) await page.keyboard.press('Tab');
  expect(await isFocused(target)).toBe(true);
}

/** The number that a product shows after its name. */
const countOf = async (product: Locator) => Number(/(\d+)$/.exec((await product.textContent()) ?? '')?.[1]);

test('a line is typed, a product chosen and a part opened without the mouse', async ({ open }) => {
  const page = await open(PATH, { as: 'fabricante' });
  await page.getByRole('button', { name: 'Volkswagen', exact: true }).waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await tabTo(page, field(page));
  await page.keyboard.type('vw gol 2012');
  await page.getByRole('option', { name: /^Volkswagen Gol 2012/ }).waitFor();
  await page.keyboard.press('ArrowDown');
  await expect
    .poll(() => page.getByRole('option', { selected: true }).textContent())
    .toMatch(/^Volkswagen Gol (Trend|Power) 2012/);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');

  const heading = result(page, /^\d+ piezas para Volkswagen Gol 2012$/);
  await expect.poll(() => isFocused(heading)).toBe(true);
  const chosen = products(page).nth(1);
  await tabTo(page, chosen);
  await page.keyboard.press('Enter');
  await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => cards(page).count()).toBe(await countOf(chosen));

  const first = cards(page).first().getByRole('link');
  const name = (await first.textContent()) ?? '';
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByRole('link', { name: 'Volver' }).press('Enter');
  await heading.waitFor();
  expect(new URL(page.url()).pathname).toBe(PATH);
});

test('a line with words of a product is searched for in all parts', async ({ open }) => {
  const page = await open(PATH, { as: 'fabricante' });
  await field(page).fill('filtro de aceite gol 2012');
  await page.getByText(/^Ningún vehículo con piezas coincide/).waitFor();
  await page.getByRole('option', { name: /Buscar “filtro de aceite gol 2012”/ }).waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toBe('/parts/search');
  expect(new URL(page.url()).searchParams.get('text')).toBe('filtro de aceite gol 2012');
});
