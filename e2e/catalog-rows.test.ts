import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { CATALOG, counted, dialog, find, full, rows, search } from './support/catalog.ts';
import { test } from './support/journey.ts';
import { makePart } from './support/parts.ts';

/* What a manufacturer opens and changes in the rows of the catalogue. */

describe('a manufacturer', () => {
  test('opens each view over the catalogue; a reload keeps it, Escape and Back close it', async ({ open, demo }) => {
    const { brandId, parts } = await find(demo, 'fabricante', 'Pampafil');
    const part = full(parts.slice(0, 50));
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    const views = [
      ['los atributos', 'Atributos', part.attributes_count],
      ['las equivalencias', 'Equivalencias', part.cross_count],
      ['los vehículos', 'Aplicaciones', part.vehicles_count],
    ] as const;
    for (const [what, title, count] of views) {
      const button = page.getByRole('button', { name: `ver ${what} de Pampafil ${part.code}`, exact: false });
      await button.click();
      await page.getByRole('dialog', { name: `${title} Pampafil ${part.code}` }).waitFor();
      await expect.poll(() => rows(dialog(page)).count()).toBe(count);
      const link = page.url();
      await dialog(page)
        .getByRole('button', { name: 'Marca' })
        .or(dialog(page).getByRole('button', { name: 'Nombre' }))
        .first()
        .click();
      expect(page.url()).toBe(link);

      await page.reload();
      await expect.poll(() => rows(dialog(page)).count()).toBe(count);
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
      await expect.poll(() => search(page)).toEqual({ part_brand: String(brandId) });

      await button.click();
      await expect.poll(() => rows(dialog(page)).count()).toBe(count);
      await page.goBack();
      await dialog(page).waitFor({ state: 'detached' });
      await page.waitForFunction(
        (label) => document.activeElement?.getAttribute('aria-label')?.includes(label),
        `ver ${what} de Pampafil ${part.code}`,
      );
    }
    await page.getByRole('button', { name: `ver las fotos de Pampafil ${part.code}`, exact: false }).click();
    await dialog(page)
      .getByRole('img', { name: `Pampafil ${part.code}, foto 1 de ${part.pictures_count}` })
      .waitFor();
  });

  test('edits cells of the table by keyboard, undoes it, and is told what somebody else saved', async ({
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
    await client.call(api.parts.update, { body: { ...place, observation: 'De otra persona' } });
    await cell('has_observation_str').dblclick({ position: { x: 4, y: 4 } });
    const field = page.getByRole('textbox', { name: /^Descripción de/ });
    await field.fill('Mía');
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
