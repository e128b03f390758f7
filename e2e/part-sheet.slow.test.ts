import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { block, dialog, isAt } from './support/part-sheet-journeys.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';

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

test('a manufacturer reads a list part by part, changes one, and duplicates it', async ({ open, demo }) => {
  const parts = [];
  for (const code of ['FICHA-1', 'FICHA-2', 'FICHA-3']) parts.push(await makePart(demo, code));
  const [first, second] = parts;
  if (!first || !second) throw new Error('There are no parts');
  const list = `/parts/catalog?part_brand=${first.brandId}&part_search=FICHA&page[size]=2`;
  const page = await open(list, { as: 'fabricante', permissions: ['clipboard-read', 'clipboard-write'] });
  const inTable = (code: string) => page.locator('[data-row]').getByRole('link', { name: code, exact: true });

  // A new tab has the part, but no list to page through.
  const other = await page.context().newPage();
  await other.goto((await inTable('FICHA-1').getAttribute('href')) ?? '');
  await isAt(other, 'FICHA-1');
  expect(await other.getByRole('button', { name: 'Pieza siguiente' }).count()).toBe(0);
  await other.getByRole('link', { name: 'Volver' }).click();
  await other.waitForURL(({ search }) => search === `?part_brand=${first.brandId}`);
  await other.close();

  await inTable('FICHA-2').click();
  await isAt(page, 'FICHA-2');
  await expect.poll(() => page.title()).toBe(`${BRAND} FICHA-2 · Piezario`);
  await page.getByText('2 de 3').waitFor();
  await page.keyboard.press('j');
  await isAt(page, 'FICHA-3');
  expect(await page.getByRole('button', { name: 'Pieza siguiente' }).getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('k');
  await isAt(page, 'FICHA-2');
  await page.getByRole('button', { name: 'Pieza anterior' }).click();
  await isAt(page, 'FICHA-1');

  // Opens the step of a gap, fills the gap, goes on to the next part in the wizard, and back.
  await block(page, 'Le falta').getByRole('link', { name: 'Atributos' }).click();
  await wizard(page).getByRole('heading', { level: 2, name: 'Gestionar atributos' }).waitFor();
  await expect.poll(() => page.title()).toBe(`${BRAND} FICHA-1 · Piezario`);
  await wizard(page).locator('[data-path="new-attribute-name"]').fill('Altura');
  await wizard(page).locator('[data-path="new-attribute-value"]').fill('80');
  await wizard(page).locator('[data-path="new-attribute-value"]').press('Enter');
  await wizard(page).getByRole('button', { name: 'Eliminar Altura' }).waitFor();
  await wizard(page).getByRole('button', { name: 'Pieza siguiente' }).click();
  await wizard(page).getByText('FICHA-2').first().waitFor();
  await page.keyboard.press('Escape');
  await isAt(page, 'FICHA-1');
  await block(page, 'Atributos').getByText('Altura').waitFor();
  await block(page, 'Historial').getByText('Atributo agregado').waitFor();
  await page.keyboard.press('e');
  await wizard(page).getByRole('heading', { level: 2, name: 'Configurar pieza' }).waitFor();
  await page.keyboard.press('Escape');
  await wizard(page).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Copiar enlace' }).click();
  await page.getByText('Se copió el enlace').waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${demo.url}/parts/${first.id}`);

  await page.getByRole('button', { name: 'Duplicar' }).click();
  const code = dialog(page).getByLabel('Código de la pieza nueva');
  // Escape in a notice closes the notice, not the dialog.
  await code.waitFor();
  await page.keyboard.press('Control+s');
  await page.getByText('No hay cambios para guardar').waitFor();
  await page.keyboard.press('F6');
  await page.keyboard.press('Escape');
  await page.getByText('No hay cambios para guardar').waitFor({ state: 'detached' });
  await code.fill('ficha 2');
  await code.press('Enter');
  await dialog(page).getByText('Ya hay una pieza con ese código').waitFor();
  await code.fill('FICHA-1 COPIA');
  await code.press('Enter');
  await isAt(page, 'FICHA-1 COPIA');
  expect(await dialog(page).count()).toBe(0);
  const copy = Number(new URL(page.url()).pathname.split('/').at(-1));
  expect(await readPart({ ...first, id: copy })).toMatchObject({ observation: 'Como estaba', attributes_count: 1 });
  await page.getByRole('link', { name: 'Volver' }).click();
  await page.waitForURL(({ search }) => search.includes('part_search=FICHA'));
});
