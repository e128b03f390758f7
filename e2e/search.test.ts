import { api } from '@piezario/contract/api';
import { describe, expect } from 'vitest';
import { search } from './support/catalog.ts';
import { test } from './support/journey.ts';
import { BRAND, makePart, wizard } from './support/parts.ts';
import { isAt, openOption, rows, toBox, toPalette } from './support/search-journeys.ts';

describe('the search', () => {
  test('says what it understood, and a term of it can be left out', async ({ open }) => {
    const page = await open('/parts/search?text=filtro aseite gol submarino', { as: 'admin' });
    const pieces = page.getByRole('list', { name: 'Entendí:' }).getByRole('listitem');
    await page.getByText('No conozco “submarino”.').waitFor();
    const texts = (await pieces.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    expect(texts).toEqual(['filtro aseite → Filtro de aceite', 'Volkswagen Gol']);
    await page.getByRole('link', { name: /^Sin “submarino”: \d+ piezas$/ }).click();
    await rows(page)
      .filter({ hasText: /Gol .*, \d{4}–/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Buscar sin “gol”' }).click();
    await page.getByRole('heading', { name: 'Búsqueda: “filtro aseite”' }).waitFor();
  });

  test('finds and restores a part in the trash, and Ctrl+K acts on the open part', async ({ open, demo }) => {
    const part = await makePart(demo, 'TIRADA-88');
    await part.client.call(api.parts.remove, { body: { id: part.id } });
    const page = await open('/parts/search?text=tirada-88', { as: 'fabricante' });
    await page.getByText(/TIRADA-88 está en la papelera: la eliminó/).waitFor();
    await page.getByRole('link', { name: 'Nueva pieza con el código tirada-88' }).waitFor();
    await page.getByRole('button', { name: 'Recuperar TIRADA-88' }).click();
    await rows(page).getByRole('link', { name: 'TIRADA-88', exact: true }).click();
    await page.getByRole('heading', { name: /TIRADA-88/ }).waitFor();
    await toPalette(page);
    await page.keyboard.type('duplicar');
    await openOption(page, /Duplicar .*TIRADA-88/);
    await page.getByRole('dialog', { name: /^Duplicar/ }).waitFor();
  });

  test('tells by keyboard alone which part replaces a number, from any screen', async ({ open, demo }) => {
    const part = await makePart(demo, 'BUSCADA-1');
    await part.client.call(api.crosses.store, { body: { part_id: part.id, brand: 'Renault', code: '922 310 541-Q' } });
    const page = await open('/import', { as: 'fabricante' });
    await page.getByRole('heading', { name: 'Importador' }).waitFor();
    await toBox(page);
    await page.keyboard.type('922.310541q');
    await page.getByRole('group', { name: 'Números originales' }).getByText(`${BRAND} BUSCADA-1`).waitFor();
    await page.getByText('Coincide con Renault 922 310 541-Q').waitFor();
    await openOption(page, /BUSCADA-1/);
    await wizard(page).getByText('BUSCADA-1').first().waitFor();
    expect(search(page)).toEqual({ part_brand: String(part.brandId), part: String(part.id), step: '1' });

    // Closing the wizard leads back to the screen of the search.
    await page.keyboard.press('Escape');
    await page.waitForURL(isAt('/import'));
  });
});
