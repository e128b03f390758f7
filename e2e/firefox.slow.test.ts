import { expect } from 'vitest';
import { CATALOG, counted, find, rows } from './support/catalog.ts';
import { test } from './support/firefox.ts';
import { chooseWorkbooks, openImporter, workbook } from './support/importer.ts';
import { createMaker } from './support/makers.ts';
import { signInAs } from './support/page.ts';
import { atField, atStep, isLinked, pick, tabToFirstField, vehicle } from './support/part-journeys.ts';
import { BRAND, PRODUCT, wizard } from './support/parts.ts';
import { inCatalog } from './support/session-journeys.ts';
import { expectEnded } from './support/waiting.ts';

/* The most frequent journeys, in a second browser. */

test('a person signs in, and a key opens the menu', async ({ open }) => {
  const page = await open('/login');
  await signInAs(page, 'fabricante');
  await inCatalog(page);
  await page.keyboard.press('m');
  await page.getByRole('menuitem', { name: 'Inicio' }).click();
  await page.waitForURL(/\/home/);
  await page.getByRole('heading', { name: 'Inicio', exact: true }).waitFor();
});

test('the table is filtered, sorted and used by keyboard, and shows its numbers whole', async ({ open, demo }) => {
  const { brandId, total } = await find(demo, 'fabricante', 'Suspenor');
  const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
  await counted(page, total);
  const counts = await rows(page)
    .locator('td, td *')
    .evaluateAll((elements) =>
      elements
        .filter(({ textContent }) => /^\d+$/.test(textContent ?? ''))
        .map(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth),
    );
  expect([counts.length > 50, counts.includes(true)]).toEqual([true, false]);

  await page.getByLabel('Filtrar Habilitada').selectOption('NO');
  await page.waitForURL(/matches-enabled/);
  await page.getByRole('button', { name: 'Vehículos', exact: true }).click();
  await page.waitForURL(/sort=vehicles_count/);
  await page.getByRole('button', { name: 'Limpiar filtros' }).click();
  await counted(page, total);
  await page.keyboard.press('f');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await page.getByText('2 piezas elegidas').waitFor();
  await page.keyboard.press('a');
  await page.locator('[role="menu"] :focus').waitFor();
  await page.keyboard.press('Escape');
});

test('a part is created in the wizard by keyboard', async ({ open }) => {
  const page = await open(CATALOG, { as: 'fabricante' });
  await pick(page, 'search', 'Marca', BRAND);
  await pick(page, 'search', 'Categoría', 'Filtros');
  await pick(page, 'search', 'Producto', PRODUCT);
  await page.waitForURL(/part_product/);
  await rows(page).first().focus();
  await page.keyboard.press('n');
  await atField(page, 'new-part-code');
  await page.keyboard.type('ZORRO 1');
  await page.keyboard.press('Control+s');
  await atStep(page, 2);
  await vehicle(page, 1).focus();
  await page.keyboard.press('Space');
  await expect.poll(() => isLinked(page, 1)).toBe('true');
  await page.keyboard.press('Control+Enter');
  await tabToFirstField(page, 3, 'new-attribute-name');
  await page.keyboard.type('Rosca');
  await page.keyboard.press('Tab');
  await page.keyboard.type('3/4-16 UNF');
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('button', { name: 'Editar Rosca' }).waitFor();
});

test('a workbook is uploaded, and its parts are created', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'En Firefox');
  const page = await openImporter(open, maker);
  await chooseWorkbooks(page, await workbook('zorro.xlsx', { Piezas: [maker.part('FF 1'), maker.part('FF 2')] }));
  await expectEnded(page, /^Completado: 2 nuevas/);
});
