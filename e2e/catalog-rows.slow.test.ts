import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { CATALOG, counted, dialog, find, full, rows, search } from './support/catalog.ts';
import { test } from './support/journey.ts';
import { BRAND, makePart } from './support/parts.ts';

/* Views of a part that open from the rows of the catalog, and the removal of a part. */

describe('a manufacturer', () => {
  test('reads what a product’s vehicles are told apart by, and only those that the part fits', async ({
    open,
    demo,
  }) => {
    const { client, brandId, parts } = await find(demo, 'fabricante', 'Pampafil');
    const part = full(parts.filter(({ vehicles_count }) => vehicles_count > 10));
    const { headers } = await client.call(api.vehicles.list, {
      params: { partId: part.id },
      query: api.vehicles.list.query.parse({}),
    });
    const page = await open(`${CATALOG}?part_brand=${brandId}&view=applications&part=${part.id}`, { as: 'fabricante' });
    await counted(dialog(page), part.vehicles_count);
    const shown = await dialog(page).getByRole('columnheader').allInnerTexts();
    expect(shown.slice(0, 10)).toEqual([
      'Imagen',
      'Origen',
      'Marca',
      'Modelo',
      'Versión',
      'Motor',
      'Combustible',
      'Desde',
      'Hasta',
      'Posición y nota',
    ]);
    expect(shown).toHaveLength(10 + headers.length);
    const model = await rows(dialog(page)).first().locator('td:nth-child(4)').textContent();
    await dialog(page).getByLabel('Filtrar Modelo').fill(`${model}zzz`);
    await dialog(page).getByText('Ningún vehículo coincide con los filtros').waitFor();
    await dialog(page).getByLabel('Filtrar Modelo').press('Escape');
    await counted(dialog(page), part.vehicles_count);
    await expect.poll(() => dialog(page).count()).toBe(1);
  });

  test('opens the views of a part without anything too, which change nothing', async ({ open, demo }) => {
    const { brandId } = await makePart(demo, 'NADA 1');
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=nada1`, { as: 'admin' });
    for (const [what, empty] of [
      ['los atributos', 'Esta pieza todavía no tiene atributos'],
      ['las equivalencias', 'Esta pieza todavía no tiene equivalencias'],
      ['las fotos', 'Esta pieza todavía no tiene fotos'],
      ['los vehículos', 'Esta pieza todavía no tiene vehículos'],
    ] as const) {
      await page.getByRole('button', { name: `0: ver ${what} de ${BRAND} NADA 1` }).press('Enter');
      await dialog(page).getByText(empty).waitFor();
      await page.keyboard.press('Escape');
      await dialog(page).waitFor({ state: 'detached' });
    }
    const { parts } = await find(demo, 'admin', BRAND);
    const part = full(parts.filter(({ vehicles_count }) => vehicles_count > 10));
    await page.goto(`${CATALOG}?view=applications&part=${part.id}`);
    await counted(dialog(page), part.vehicles_count);
    expect(
      await dialog(page)
        .getByRole('button', { name: /imagen/i })
        .count(),
    ).toBe(0);
  });

  test('reads attributes by name and equivalences by brand, last letter first, or in the order chosen before', async ({
    open,
    demo,
  }) => {
    const { client, id, brandId } = await makePart(demo, 'LETRAS 1');
    const names = ['Alto', 'Rosca', 'Ñoquis'];
    for (const name of names) {
      await client.call(api.attributes.store, { body: { part_id: id, name, value: '1', unit: null } });
      await client.call(api.crosses.store, { body: { part_id: id, brand: name, code: 'X1' } });
    }
    const view = (name: string) => `${CATALOG}?part_brand=${brandId}&view=${name}&part=${id}`;
    const page = await open(view('crosses'), { as: 'fabricante' });
    const first = () => rows(dialog(page)).locator('td:first-child').allTextContents();
    await expect.poll(first).toEqual(['Rosca', 'Ñoquis', 'Alto']);
    await page.goto(view('attributes'));
    await expect.poll(first).toEqual(['Rosca', 'Ñoquis', 'Alto']);
    await dialog(page)
      .getByRole('button', { name: /Nombre/ })
      .press('Enter');
    await expect.poll(first).toEqual(['Alto', 'Ñoquis', 'Rosca']);
    await page.goto(view('attributes'));
    await expect.poll(first).toEqual(['Alto', 'Ñoquis', 'Rosca']);
    await page.goto(`${CATALOG}?part=${id}&step=3`);
    const entries = page.getByRole('list', { name: 'Atributos' }).locator('[data-entry] > div > div:first-child');
    await expect.poll(() => entries.allTextContents()).toEqual(['Rosca', 'Ñoquis', 'Alto']);
  });

  test('opens the wizard with a click on a row or Enter, and removes a part at once', async ({ open, demo }) => {
    const { client, brandId, parts } = await find(demo, 'fabricante', 'Suspenor');
    const [some] = parts;
    const stored = await client.call(api.parts.store, {
      body: { part_brand_id: brandId, part_product_id: some?.part_product_id ?? 0, code: 'BORRAR 77/1' },
    });
    const page = await open(`${CATALOG}?part_brand=${brandId}&part_search=borrar771`, { as: 'fabricante' });
    await counted(page, 1);
    await rows(page).getByText(stored.product_with_category.name).click();
    await dialog(page).waitFor();
    await expect.poll(() => search(page)).toMatchObject({ part: String(stored.id), step: '1' });
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await rows(page).first().press('Enter');
    await dialog(page).waitFor();
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });

    await page.getByRole('button', { name: 'Eliminar Suspenor BORRAR 77/1' }).click();
    await page.getByText('Se eliminó Suspenor BORRAR 77/1').waitFor();
    await page.getByText('Ninguna pieza coincide con los filtros').waitFor();
  });
});

describe('a manufacturer', () => {
  test('opens each view over the catalog; a reload keeps it, Escape and Back close it', async ({ open, demo }) => {
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
});
