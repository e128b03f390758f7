import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { applicationsOf, dialog, link, NOTHING, rows } from './support/applications-journeys.ts';
import { test } from './support/journey.ts';
import { makePart, wizard } from './support/parts.ts';

const press = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name }).click();
const field = (page: Page, name: string) => dialog(page).getByLabel(name, { exact: true });

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
