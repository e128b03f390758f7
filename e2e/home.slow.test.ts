import { expect } from 'vitest';
import { findViolations, loadAxe } from './support/axe.ts';
import { findFaults } from './support/faults.ts';
import { card } from './support/home-journeys.ts';
import { row } from './support/import-review-journeys.ts';
import { chooseWorkbooks, openImporter, reviewAlways, workbook } from './support/importer.ts';
import { DESK, PHONE, test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { BRAND } from './support/parts.ts';
import { expectEnded } from './support/waiting.ts';

test('each plot is a table too, and the chosen brand stays in the address', async ({ open }) => {
  const page = await open('/home', { as: 'fabricante' });
  const progress = card(page, 'Listo para Mercado Libre');
  await progress.getByRole('button', { name: 'Ver como tabla' }).click();
  // Twelve weeks and today.
  await expect.poll(() => progress.getByRole('row').count()).toBe(1 + 13);
  const picker = page.getByRole('combobox', { name: 'Marca' }).last();
  await picker.fill(BRAND);
  await picker.press('Enter');
  await expect.poll(() => new URL(page.url()).searchParams.has('brand')).toBe(true);
  await page.reload();
  await card(page, 'Completitud por marca')
    .getByRole('link', { name: /^Filtros/ })
    .waitFor();
});

test('Inicio fits a window that gets narrower before its plot is drawn again', async ({ open }) => {
  const page = await open('about:blank', { as: 'fabricante', viewport: DESK });
  await page.addInitScript(() => {
    // Reports each size once, so that the plot keeps the width that it had at a desk.
    window.ResizeObserver = class extends ResizeObserver {
      constructor(callback: ResizeObserverCallback) {
        super((entries, observer) => {
          callback(entries, observer);
          for (const { target } of entries) observer.unobserve(target);
        });
      }
    };
  });
  await page.goto('/home');
  const plot = card(page, 'Listo para Mercado Libre').locator('svg[height]');
  await plot.waitFor();
  await page.setViewportSize(PHONE);
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(PHONE.width);
  expect(await plot.evaluate((drawn) => drawn.clientWidth)).toBeGreaterThan(PHONE.width);
  expect(await findFaults(page)).toEqual([]);
});

test('a hole of the coverage leads to the parts that other versions of the vehicle have', async ({ open }) => {
  const page = await open('/home', { as: 'admin' });
  const coverage = card(page, 'Cobertura de vehículos');
  await coverage
    .getByRole('button', { name: /huecos?$/ })
    .first()
    .click();
  await coverage
    .getByRole('button', { name: /huecos?$/ })
    .nth(1)
    .click();
  await coverage
    .getByRole('list', { name: /^Huecos de/ })
    .getByRole('link')
    .first()
    .click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/parts/vehicles');
  await page.locator('a[href^="/parts/"]').first().waitFor();
});

test('a call that fails leaves the other cards as they are', async ({ open }) => {
  const page = await open('about:blank', { as: 'fabricante' });
  let fails = true;
  await page.route('**/home/coverage*', (route) =>
    fails
      ? route.fulfill({ status: 422, json: { code: 422, message: 'No se pudo calcular', result: { errors: {} } } })
      : route.continue(),
  );
  await page.goto('/home');
  const coverage = card(page, 'Cobertura de vehículos');
  await coverage.getByText('No se pudo calcular').waitFor();
  await card(page, 'Completitud por marca')
    .getByRole('button', { name: new RegExp(`^${BRAND}`) })
    .waitFor();
  fails = false;
  await coverage.getByRole('button', { name: 'Reintentar' }).click();
  await coverage.getByRole('button', { name: /Renault/ }).waitFor();
});

test.for([
  ['desk', 'light', DESK],
  ['desk', 'dark', DESK],
  ['phone', 'light', PHONE],
  ['phone', 'dark', PHONE],
] as const)('Inicio with open cards is accessible and fits: %s, %s', async ([, colorScheme, viewport], { open }) => {
  const page = await open('about:blank', { as: 'fabricante', colorScheme, viewport });
  await loadAxe(page);
  await page.goto('/home');
  await card(page, 'Completitud por marca')
    .getByRole('button', { name: new RegExp(`^${BRAND}`) })
    .click();
  await card(page, 'Cobertura de vehículos')
    .getByRole('button', { name: /^Renault/ })
    .click();
  await card(page, 'Listo para Mercado Libre').getByRole('button', { name: 'Ver como tabla' }).click();
  expect(await findFaults(page)).toEqual([]);
  expect(await findViolations(page)).toEqual([]);
});

test('a workbook that waits for its review leaves Hoy once it is applied', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Agenda');
  const page = await openImporter(open, maker);
  await reviewAlways(page);
  await chooseWorkbooks(page, await workbook('hoy.xlsx', { Piezas: [maker.part('HOY-1')] }));
  await row(page, 'hoy.xlsx').getByText('Para revisar: 1 nueva', { exact: true }).waitFor();

  await page.goto('/home');
  const today = page.getByRole('region', { name: /^(Hoy|Primeros pasos)$/ });
  await today.getByText('«hoy.xlsx» espera tu revisión').waitFor();
  await today.getByRole('link', { name: 'Revisar' }).click();
  await page.getByRole('button', { name: 'Aplicar 1 cambio' }).click();
  await expectEnded(row(page, 'hoy.xlsx'), 'Completado: 1 nueva, 0 modificadas, 0 sin cambios');
  await page.goto('/home');
  await today.getByText('Completá la primera pieza').waitFor();
  expect(await today.getByText('hoy.xlsx').count()).toBe(0);
});
