import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { cards, field, PATH, result } from './support/vehicle-catalog-journeys.ts';

test('a text is understood before its suggestions arrive', async ({ open }) => {
  const page = await open(PATH, { as: 'admin' });
  await field(page).fill('toyota hilix 3.0');
  await page.keyboard.press('Enter');
  await result(page, /^\d+ piezas para Toyota Hilux 3.0$/).waitFor();
  expect(await field(page).inputValue()).toBe('Toyota Hilux 3.0');
});

test('a client finds the parts of a vehicle on a phone, step by step', async ({ open }) => {
  const page = await open(PATH, { as: 'cliente', viewport: PHONE, hasTouch: true });
  const step = (name: string | RegExp) => page.getByRole('region').getByRole('button', { name }).first();
  await step(/^Volkswagen$/).tap();
  await page.getByRole('heading', { name: 'Elegí el modelo' }).waitFor();
  await step(/^Gol /).tap();
  await page.getByRole('heading', { name: 'Elegí el año' }).waitFor();
  await step('2012').tap();
  await result(page, /^\d+ piezas? para Volkswagen Gol 2012$/).waitFor();
  await cards(page).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);

  const versions = cards(page)
    .first()
    .getByRole('button', { name: /^Va en \d+ versi/ });
  await versions.tap();
  await cards(page).first().getByRole('listitem').first().waitFor();
  const link = cards(page).first().getByRole('link');
  const code = (await link.textContent()) ?? '';
  await link.tap();
  await page.getByRole('heading', { level: 1, name: code }).waitFor();
  await page.getByRole('link', { name: 'Volver' }).tap();

  await page.getByRole('button', { name: 'Quitar el año: 2012' }).tap();
  await page.getByRole('button', { name: 'Cualquier año' }).tap();
  await page.getByRole('button', { name: /^Versión \(\d+\)$/ }).tap();
  await step(/^Gol Trend 1.6 8V 101cv Pack I /).tap();
  await result(page, /^\d+ piezas? para Gol Trend 1.6 8V 101cv Pack I$/).waitFor();
});

test('disabled and discontinued parts are shown on request', async ({ open }) => {
  const page = await open(`${PATH}?brand=Volkswagen&model=Gol`, { as: 'admin' });
  const heading = result(page, /^\d+ piezas para Volkswagen Gol$/);
  const countIn = async () => Number.parseInt((await heading.textContent()) ?? '', 10);
  await heading.waitFor();
  const offered = await countIn();
  // The address changes first, and the switch after it: `check` would not wait for that.
  await page.getByRole('switch', { name: 'Mostrar también deshabilitadas y discontinuadas' }).click();
  await expect.poll(countIn).toBeGreaterThan(offered);
  await page.getByRole('article').filter({ hasText: 'Discontinuada' }).first().waitFor();
  await page.reload();
  await expect.poll(countIn).toBeGreaterThan(offered);
});
