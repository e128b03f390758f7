import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { DESK, PHONE, test } from './support/journey.ts';
import { type MadePart, makePart, wizard } from './support/parts.ts';
import { expectNotice } from './support/waiting.ts';

const rows = (page: Page) => wizard(page).locator('[data-row]');

const link = (page: Page, index: number) => rows(page).nth(index).getByRole('switch');

/** The dialog of the applications of the part to one vehicle. */
const dialog = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('list', { name: 'Aplicaciones' }) });

async function applicationsOf({ client, id }: Pick<MadePart, 'client' | 'id'>) {
  const query = api.vehicles.list.query.parse({ 'filter[matches-vehicle_linked]': '1' });
  const { vehicles } = await client.call(api.vehicles.list, { params: { partId: id }, query });
  return vehicles.data.map(({ applications }) => applications.map(({ id: _, ...said }) => said));
}

const NOTHING = { positions: [], quantity: null, note: '', from_year: null, until_year: null };

test('on a phone a position is entered in a dialog that opens from a card', async ({ open, demo }) => {
  const part = await makePart(demo, 'POSICIÓN-2');
  const page = await open(part.path(2), { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await link(page, 0).tap();
  await rows(page)
    .first()
    .getByRole('button', { name: /^Agregar posición o nota/ })
    .tap();
  await dialog(page).getByText('Trasera', { exact: true }).tap();
  await dialog(page).getByRole('button', { name: 'Guardar' }).tap();
  await dialog(page).getByRole('button', { name: 'Editar Trasera' }).waitFor();
  await expect.poll(() => applicationsOf(part)).toEqual([[{ ...NOTHING, positions: ['Trasera'] }]]);
});

test('the applications of a part of another product are copied after a warning', async ({ open, demo }) => {
  const part = await makePart(demo, 'AVISADA-1');
  const page = await open(part.path(2), { as: 'fabricante' });
  await wizard(page).getByRole('button', { name: 'Copiar de otra pieza' }).click();
  const copying = page.getByRole('dialog', { name: 'Copiar las aplicaciones de otra pieza' });
  await copying.getByRole('combobox').fill('pampafil filtro de habitáculo');
  await copying.getByRole('option').first().click();
  await copying.getByText('Es de otro producto').waitFor();
  await copying.getByRole('button', { name: 'Copiar igual' }).click();
  await page.getByText(/^Se copi(ó|aron) /).waitFor();
  expect((await applicationsOf(part)).length).toBeGreaterThan(0);
});

test('on a phone a whole model is linked from one of its vehicles, and undone', async ({ open, demo }) => {
  const part = await makePart(demo, 'MUCHOS-3');
  const page = await open(part.path(2), { as: 'fabricante', viewport: PHONE, hasTouch: true });
  await rows(page)
    .first()
    .getByRole('button', { name: /^Todo el modelo de / })
    .tap();
  const offer = page.getByRole('button', { name: /^Vincular todo el modelo / });
  await offer.waitFor();
  await expect.poll(() => offer.textContent()).toMatch(/\([1-9][0-9]*\)/);
  const count = Number(/\((\d+)\)/.exec((await offer.textContent()) ?? '')?.[1]);
  await offer.tap();
  await page.getByText(/^Se vincul(ó|aron) /).waitFor();
  expect((await applicationsOf(part)).length).toBe(count);
  await page.getByRole('button', { name: 'Deshacer' }).tap();
  await expect.poll(() => applicationsOf(part)).toEqual([]);
  await wizard(page).getByText('0 vinculados').waitFor();
});

test('a universal part lacks no vehicles', async ({ open, demo }) => {
  const part = await makePart(demo, 'UNIVERSAL-1');
  const page = await open(part.path(1), { as: 'fabricante' });
  const lacks = wizard(page).getByRole('complementary').getByRole('button', { name: 'Vehículos' });
  await lacks.waitFor();
  await wizard(page).getByLabel('Universal', { exact: true }).check();
  await wizard(page).getByRole('button', { name: 'Guardar', exact: true }).click();
  await expectNotice(page, 'Pieza guardada');
  await lacks.waitFor({ state: 'detached' });
  await page.goto(`/parts/catalog?part_brand=${part.brandId}&part_search=UNIVERSAL-1`);
  await page.locator('[data-row]').getByText('Universal', { exact: true }).waitFor();
  await page.goto(`/parts/${part.id}`);
  await page.getByText('Es universal: va en cualquier vehículo').waitFor();
});

test('the switch and the name of a vehicle stay visible beside its last component', async ({ open, demo }) => {
  const part = await makePart(demo, 'ANCHA-1');
  const page = await open(part.path(2), { as: 'fabricante' });
  await rows(page).first().waitFor();
  const headers = wizard(page).getByRole('columnheader');
  await expect.poll(() => headers.last().textContent()).toBe('Aspiración');
  await wizard(page)
    .locator('[data-scroller]')
    .evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth }));
  const seen = async (locator: ReturnType<typeof link>) => {
    const box = await locator.boundingBox();
    return box !== null && box.x >= 0 && box.x + box.width <= DESK.width;
  };
  const named = headers.filter({ hasText: 'Versión' });
  await expect.poll(() => seen(headers.last())).toBe(true);
  expect([await seen(link(page, 0)), await seen(named)]).toEqual([true, true]);
  // The last header does not cover the name.
  const [name, after] = [await named.boundingBox(), await headers.last().boundingBox()];
  expect((name?.x ?? 0) + (name?.width ?? 0)).toBeLessThanOrEqual(after?.x ?? 0);
});

const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).click();

const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });

test('many vehicles are linked and unlinked at once, and the undo also restores notes on them', async ({
  open,
  demo,
}) => {
  const part = await makePart(demo, 'MUCHOS-1');
  const page = await open(part.path(2), { as: 'fabricante' });
  const linked = async () => (await applicationsOf(part)).length;
  await wizard(page).getByLabel('Filtrar Modelo').fill('gol trend');
  const button = wizard(page).getByRole('button', { name: /^Vincular los \d+ filtrados$/ });
  await button.waitFor();
  const count = Number(/\d+/.exec((await button.textContent()) ?? ''));
  await button.click();
  const shown = page.getByRole('dialog', { name: 'Vehículos que se vinculan' });
  await shown.getByText('Volkswagen Gol Trend').waitFor();
  await shown.getByRole('button', { name: `Vincular ${count}` }).click();
  await page.getByText(`Se vincularon ${count} vehículos`).waitFor();
  await expect.poll(linked).toBe(count);
  await wizard(page).getByText(`${count} vinculados`).waitFor();
  await expect.poll(() => link(page, count - 1).getAttribute('aria-checked')).toBe('true');

  // The note on one of them is restored with the rest.
  await rows(page)
    .first()
    .getByRole('button', { name: /^Agregar posición o nota/ })
    .click();
  await field(page, 'Nota').fill('Con ABS');
  await press(page, 'Guardar');
  await dialog(page)
    .getByRole('button', { name: /^Editar .*Con ABS/ })
    .waitFor();
  await page.keyboard.press('Escape');
  const before = await applicationsOf(part);
  await wizard(page)
    .getByRole('button', { name: `Desvincular los ${count} filtrados` })
    .click();
  await page.getByText(`Se desvincularon ${count} vehículos`).waitFor();
  await expect.poll(linked).toBe(0);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await rows(page).getByText('Con ABS').waitFor();
  await expect.poll(() => applicationsOf(part)).toEqual(before);

  // The applications are copied to another part of the product.
  const other = await makePart(demo, 'MUCHOS-2');
  await page.goto(other.path(2));
  await wizard(page).getByRole('button', { name: 'Copiar de otra pieza' }).click();
  const copying = page.getByRole('dialog', { name: 'Copiar las aplicaciones de otra pieza' });
  await copying.getByRole('button', { name: 'Copiar' }).click();
  await copying.getByText('Elegí una pieza').waitFor();
  await copying.getByRole('combobox').fill('MUCHOS-1');
  await copying.getByRole('option', { name: /MUCHOS-1/ }).click();
  expect(await copying.getByText('Es de otro producto').count()).toBe(0);
  await copying.getByRole('button', { name: 'Copiar' }).click();
  await page.getByText(`Se copiaron ${count} aplicaciones`).waitFor();
  expect(await applicationsOf(other)).toEqual(before);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => applicationsOf(other)).toEqual([]);
});

test('positions on a vehicle are entered by keyboard, and errors are shown at their fields', async ({ open, demo }) => {
  const part = await makePart(demo, 'POSICIÓN-1');
  const page = await open(part.path(2), { as: 'fabricante' });
  await wizard(page).getByLabel('Filtrar Modelo').fill('gol trend');
  await expect.poll(() => rows(page).first().textContent()).toMatch(/gol trend/i);
  await link(page, 0).click();
  await rows(page)
    .first()
    .getByRole('button', { name: /^Agregar posición o nota/ })
    .focus();
  await page.keyboard.press('Enter');

  // For a vehicle that was only linked, the dialog opens with the form, which has the focus.
  await field(page, 'Delantera').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('value'))).toBe('Delantera');
  await page.keyboard.press('Space');
  await field(page, 'Izquierda').check();
  await field(page, 'Cantidad').fill('2 u');
  await field(page, 'Desde').fill('1950');
  await field(page, 'Nota').fill('Con ABS');
  await page.keyboard.press('Enter');
  await dialog(page)
    .getByText(/^El vehículo se vendió de /)
    .waitFor();
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-path')))
    .toBe('application-from_year');
  await field(page, 'Desde').fill('');
  await page.keyboard.press('Enter');
  await dialog(page).getByText('Delantera izquierda · × 2 · Con ABS').waitFor();
  const front = { ...NOTHING, positions: ['Delantera', 'Izquierda'], quantity: 2, note: 'Con ABS' };
  await expect.poll(() => applicationsOf(part)).toEqual([[front]]);

  // A duplicate position is refused at its field.
  await press(page, 'Agregar otra posición');
  await field(page, 'Delantera').check();
  await field(page, 'Izquierda').check();
  await press(page, 'Guardar');
  await dialog(page).getByText('La pieza ya tiene ese vehículo en esa posición').waitFor();
  await field(page, 'Izquierda').uncheck();
  await field(page, 'Delantera').uncheck();
  await field(page, 'Trasera').check();
  await press(page, 'Guardar');
  await dialog(page).getByRole('button', { name: 'Editar Trasera' }).waitFor();
  await expect.poll(() => applicationsOf(part)).toEqual([[front, { ...NOTHING, positions: ['Trasera'] }]]);

  // Removes and restores one application, then unlinks the vehicle and restores it with both.
  await press(page, 'Eliminar Trasera');
  await page.getByText(/^Se eliminó la aplicación Trasera de /).waitFor();
  await expect.poll(() => applicationsOf(part)).toEqual([[front]]);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await dialog(page).getByRole('button', { name: 'Editar Trasera' }).waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
  await link(page, 0).click();
  await page.getByText(/^Se desvinculó /).waitFor();
  await expect.poll(() => applicationsOf(part)).toEqual([]);
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await rows(page).first().getByText('Delantera izquierda · × 2 · Con ABS; Trasera').waitFor();
  await expect.poll(() => applicationsOf(part)).toEqual([[front, { ...NOTHING, positions: ['Trasera'] }]]);

  // The part's page, applications view and history show the position.
  await page.goto(`/parts/${part.id}`);
  await page.getByText('Delantera izquierda · × 2 · Con ABS').waitFor();
  await page.goto(`/parts/catalog?part=${part.id}&view=applications`);
  await page.getByText('Delantera izquierda · × 2 · Con ABS; Trasera').waitFor();
  await page.goto(`/parts/catalog?part=${part.id}&view=history`);
  await page.getByText('Delantera, Izquierda').first().waitFor();
});
