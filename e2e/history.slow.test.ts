import { api } from '@piezario/contract/api';
import { importFile, makeWorkbook } from '@piezario/server/testing/imports';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  addAttribute,
  button,
  catalogue,
  dialog,
  focused,
  save,
  saves,
  step,
  undo,
} from './support/history-journeys.ts';
import { PHONE, test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { BRAND, makePart, PRODUCT, readPart, wizard } from './support/parts.ts';

const search = (page: Page) => new URL(page.url()).searchParams;

describe('the history of a part', () => {
  test('is filtered and keeps its filter after a reload; Escape leads back to the filtered catalog', async ({
    open,
    demo,
  }) => {
    const part = await makePart(demo, 'HISTORIA-2');
    const attribute = await addAttribute(part, 'Altura');
    const { operation_id } = await part.client.call(api.attributes.remove, {
      body: { part_id: part.id, attribute_id: attribute.id },
    });
    await part.client.call(api.history.restore, { body: { part_id: part.id, operation_id: operation_id ?? 0 } });
    const page = await open(catalogue(part, 'HISTORIA2'), { as: 'fabricante' });
    await button(page, `Historial de ${BRAND} HISTORIA-2`).click();
    await page.getByRole('dialog', { name: `Historial ${BRAND} HISTORIA-2` }).waitFor();
    await expect.poll(() => saves(page).count()).toBe(4);
    await page.goto(`${page.url()}&history=${encodeURIComponent('filter[matches-kind]=restore')}`);
    await expect.poll(() => saves(page).count()).toBe(1);
    await page.reload();
    await expect.poll(() => saves(page).count()).toBe(1);
    await page.getByLabel('Filtrar Quién').fill('nadie');
    await dialog(page).getByText('Ningún guardado coincide con los filtros').waitFor();
    await dialog(page).getByRole('button', { name: 'Limpiar filtros' }).first().click();
    await expect.poll(() => saves(page).count()).toBe(4);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await expect.poll(() => [...search(page).keys()]).toEqual(['part_brand', 'part_search']);
  });

  test('folds the many changes of an import, and names its file', async ({ open, demo }) => {
    const part = await makePart(demo, 'HISTORIA-3');
    const names = ['Largo', 'Ancho', 'Peso', 'Rosca', 'Material', 'Color', 'Torque'];
    const rows = names.map((name) => [BRAND, PRODUCT, 'HISTORIA-3', name, '1', 'mm']);
    await importFile(part.client, await makeWorkbook({ Atributos: rows }, 'atributos de noviembre.xlsx'));
    const page = await open(part.path(6), { as: 'fabricante', viewport: PHONE, hasTouch: true });
    const imported = save(page, 'Importación');
    await imported.getByText('atributos de noviembre.xlsx').waitFor();
    await expect.poll(() => imported.getByText('Atributo agregado').count()).toBe(5);
    await button(page, 'y 2 más').tap();
    await expect.poll(() => imported.getByText('Atributo agregado').count()).toBe(7);
    await imported.getByRole('button', { name: /^Restaurar todo/ }).tap();
    await expect.poll(async () => (await readPart(part)).attributes_count).toBe(0);
  });

  test('opens from the card of a part on a phone', async ({ open, demo }) => {
    const part = await makePart(demo, 'HISTORIA-4');
    const page = await open(catalogue(part, 'HISTORIA4'), { as: 'fabricante', viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: `ver el historial de ${BRAND} HISTORIA-4` }).tap();
    await save(page, 'Pieza creada').waitFor();
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(PHONE.width);
  });

  test('is not for clients', async ({ open, demo }) => {
    const part = await makePart(demo, 'HISTORIA-5');
    const page = await open(catalogue(part, 'HISTORIA5'), { as: 'cliente' });
    await page.locator('[data-row]').first().waitFor();
    expect(await page.getByRole('button', { name: /historial/i }).count()).toBe(0);
    await button(page, 'Columnas').click();
    await page.getByRole('checkbox', { name: 'Modificada', exact: true }).waitFor();
    expect(await page.getByRole('checkbox', { name: 'Modificada por' }).count()).toBe(0);
    await page.goto(`${catalogue(part, 'HISTORIA5')}&view=history&part=${part.id}`);
    await page.locator('[data-row]').first().waitFor();
    expect(await dialog(page).count()).toBe(0);
  });
});

test('a manufacturer shows the columns of who changed a part last, and when', async ({ open, demo }) => {
  const part = await makePart(demo, 'COLUMNA-1');
  const page = await open(catalogue(part, 'COLUMNA1'), { as: 'fabricante' });
  await page.locator('[data-row]').first().waitFor();
  const header = (name: string) => page.getByRole('columnheader', { name, exact: true });
  expect(await header('Modificada').count()).toBe(0);
  await button(page, 'Columnas').click();
  await page.getByRole('checkbox', { name: 'Modificada', exact: true }).check();
  await page.getByRole('checkbox', { name: 'Modificada por' }).check();
  await page.keyboard.press('Escape');
  await page.locator('[data-row]').getByText('Fabiana Fabricante').waitFor();
  await header('Modificada').getByRole('button').click();
  await page.waitForURL(/sort=updated_at/);
  await page.getByLabel('Filtrar Modificada por').fill('nadie');
  await page.getByText('Ninguna pieza coincide con los filtros').waitFor();
});

describe('the undo of a notice restores', () => {
  test('a part, from the wizard, which closes without a question', async ({ open, demo }) => {
    const part = await makePart(demo, 'VUELVE-3');
    const page = await open(catalogue(part, 'VUELVE3'), { as: 'fabricante' });
    await button(page, `Editar ${BRAND} VUELVE-3`).click();
    await wizard(page).getByLabel('Descripción').fill('Sin guardar');
    await wizard(page)
      .getByRole('button', { name: `Eliminar ${BRAND} VUELVE-3` })
      .click();
    await keepNotice(page);
    await wizard(page).waitFor({ state: 'detached' });
    await page.getByText('Ninguna pieza coincide con los filtros').waitFor();
    await undo(page).click();
    await button(page, `Editar ${BRAND} VUELVE-3`).waitFor();
    await expect.poll(() => readPart(part)).toMatchObject({ observation: 'Como estaba' });
  });

  test('an attribute and a cross reference, with the focus where they were', async ({ open, demo }) => {
    const part = await makePart(demo, 'VUELVE-4');
    await addAttribute(part, 'Altura');
    await part.client.call(api.crosses.store, { body: { part_id: part.id, brand: 'Fiat', code: '77' } });
    const page = await open('about:blank', { as: 'fabricante' });
    for (const [number, entry] of [
      [3, 'Altura'],
      [5, 'Fiat 77'],
    ] as const) {
      await page.goto(part.path(number));
      await button(page, `Eliminar ${entry}`).click();
      await keepNotice(page);
      await button(page, `Eliminar ${entry}`).waitFor({ state: 'hidden' });
      await undo(page).click();
      await page.getByText('Restaurado').waitFor();
      await button(page, `Eliminar ${entry}`).waitFor();
      await expect.poll(() => focused(page)).toMatch(/^(Altura|Fiat)/);
    }
  });

  test('an application, also after the step is left', async ({ open, demo }) => {
    const part = await makePart(demo, 'VUELVE-5');
    const page = await open(part.path(2), { as: 'fabricante' });
    const first = wizard(page).locator('[data-row]').getByRole('switch').first();
    await first.click();
    await page.getByText('1 vehículo vinculado').waitFor();
    await first.click();
    await undo(page).click();
    await expect.poll(() => first.getAttribute('aria-checked')).toBe('true');
    await first.click();
    await keepNotice(page);
    await step(page, 'Gestionar atributos');
    await undo(page).click();
    await expect.poll(async () => (await readPart(part)).vehicles_count).toBe(1);
    const applications = page.getByRole('button', { name: 'Asignar aplicaciones' });
    await expect.poll(() => applications.textContent()).toContain('1');
  });
});
