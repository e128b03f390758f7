import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import { CATALOG, counted, dialog, find, rows } from './support/catalog.ts';
import { test } from './support/journey.ts';

/* Parts that the catalog shows, by selection and by role. */

describe('a manufacturer', () => {
  test('sees the ten columns and a picture, with what each part has', async ({ open, demo }) => {
    const { brandId, parts } = await find(demo, 'fabricante', 'Plafren');
    const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
    await rows(page).first().waitFor();
    const firstOnes = async (cells: Locator) => (await cells.allInnerTexts()).slice(1, 12).map((cell) => cell.trim());
    await expect
      .poll(() => firstOnes(page.getByRole('columnheader')))
      .toEqual([
        'Foto',
        'Marca',
        'Código',
        'Producto',
        'Habilitada',
        'Discontinuada',
        'Atributos',
        'Descripción',
        'Equivalencias',
        'Fotos',
        'Vehículos',
      ]);
    const [first] = parts;
    await expect
      .poll(() => firstOnes(rows(page).first().locator('td')))
      .toEqual([
        '',
        'Plafren',
        first?.code,
        first?.product_with_category.name,
        first?.enabled ? 'SI' : 'NO',
        first?.discontinued ? 'SI' : 'NO',
        String(first?.attributes_count),
        first?.has_observation_str,
        String(first?.cross_count),
        String(first?.pictures_count),
        String(first?.vehicles_count),
      ]);
    const described = parts.slice(0, 50).find(({ observation }) => observation !== '');
    await page.getByRole('button', { name: `leer la descripción de Plafren ${described?.code}` }).click();
    await dialog(page)
      .getByText(described?.observation ?? '')
      .waitFor();
  });
});

describe('a client', () => {
  test('reads the catalogue, and nothing in it offers a change', async ({ open, demo }) => {
    const { brandId, parts, total } = await find(demo, 'cliente', 'Pampafil');
    const page = await open(CATALOG, { as: 'cliente' });
    await page.getByRole('list', { name: 'Marcas' }).getByRole('link', { name: 'Pampafil' }).click();
    await counted(page, total);
    expect(await page.getByRole('button', { name: /^(Editar|Eliminar|Nueva pieza)/ }).count()).toBe(0);

    await rows(page).nth(2).press('Enter');
    await page.getByRole('dialog', { name: new RegExp(`^Atributos Pampafil ${parts[2]?.code}`) }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });

    await page.goto(`${CATALOG}?part_brand=${brandId}&part=${parts[0]?.id}&step=1`);
    await counted(page, total);
    expect(await dialog(page).count()).toBe(0);
    await page.goto(`${CATALOG}?part_brand=${brandId}&new=1`);
    await counted(page, total);
    expect(await dialog(page).count()).toBe(0);
  });
});
