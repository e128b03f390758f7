import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { CATALOG, counted, rows } from './support/catalog.ts';
import { test } from './support/journey.ts';
import { makePart } from './support/parts.ts';

/* Editing in the cells of the catalog. */

describe('a manufacturer', () => {
  test('edits cells of the table by keyboard, undoes an edit, and sees what another person saved', async ({
    open,
    demo,
  }) => {
    const { client, id, brandId } = await makePart(demo, 'CELDA 1');
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=celda1`, { as: 'fabricante' });
    await counted(page, 1);
    const cell = (column: string) => rows(page).locator(`td[data-edit="${column}"]`);
    const stored = () => client.call(api.parts.show, { params: { partId: id } });
    await page.keyboard.press('/');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('F2');
    await page.getByRole('radiogroup', { name: /^Habilitada de/ }).waitFor();
    await page.keyboard.press('n');
    await page.keyboard.press('Tab');
    await page.getByRole('radiogroup', { name: /^Discontinuada de/ }).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(async () => (await stored()).enabled).toBe(0);
    await expect.poll(() => cell('enabled').textContent()).toBe('NO');
    await page.getByRole('button', { name: 'Deshacer' }).click();
    await expect.poll(async () => (await stored()).enabled).toBe(1);
    await expect.poll(() => cell('enabled').textContent()).toBe('SI');

    const { part_brand_id, part_product_id, code } = await stored();
    const place = { part_id: id, part_brand_id, part_product_id, code };
    await cell('has_observation_str').dblclick({ position: { x: 4, y: 4 } });
    const field = page.getByRole('textbox', { name: /^Descripción de/ });
    await field.fill('Mía');
    await client.call(api.parts.update, { body: { ...place, observation: 'De otra persona' } });
    await page.keyboard.press('Enter');
    await page.getByText(/Otra persona guardó.*Ahora es: De otra persona/).waitFor();
    await expect.poll(() => field.inputValue()).toBe('Mía');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await stored()).observation).toBe('Mía');

    // What was typed is saved when the screen is left.
    await cell('has_observation_str').dblclick({ position: { x: 4, y: 4 } });
    await field.fill('Al salir');
    await page.evaluate(() => window.history.pushState({}, '', '/account'));
    await page.getByRole('heading', { name: 'Mi cuenta' }).waitFor();
    await expect.poll(async () => (await stored()).observation).toBe('Al salir');
  });
});
