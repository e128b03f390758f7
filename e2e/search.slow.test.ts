import { api } from '@piezario/contract/api';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { search } from './support/catalog.ts';
import { PHONE, test } from './support/journey.ts';
import { BRAND, makePart, wizard } from './support/parts.ts';
import {
  box,
  isAt,
  openOption,
  options,
  palette,
  pressUntil,
  rows,
  toBox,
  toPalette,
} from './support/search-journeys.ts';

const dialog = (page: Page) => page.getByRole('dialog');

describe('the search', () => {
  test('without results says what can be searched, and Escape closes, then clears', async ({ open }) => {
    const page = await open('/parts/catalog', { as: 'fabricante' });
    await page.getByRole('heading', { name: 'Seleccioná una marca' }).waitFor();
    await toBox(page);
    await page.keyboard.type('zzz-no-existe-9999');
    await page.getByText('Nada coincide con “zzz-no-existe-9999”').waitFor();
    await page.getByText(/números propios, originales, equivalentes, de barras/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Nada coincide con').waitFor({ state: 'detached' });
    expect(await box(page).inputValue()).toBe('zzz-no-existe-9999');
    await page.keyboard.press('Escape');
    await expect.poll(() => box(page).inputValue()).toBe('');
  });

  test('keeps what it found while there is no connection, and says so', async ({ open, demo }) => {
    await makePart(demo, 'SINRED-1');
    const page = await open('/parts/catalog', { as: 'fabricante' });
    await box(page).fill('sinred');
    await options(page).filter({ hasText: 'SINRED-1' }).waitFor();
    await page.route('**/search/suggestions?**', (route) => route.abort());
    await box(page).fill('sinred1');
    await page.getByText('Se muestran los resultados anteriores').waitFor();
    await options(page).filter({ hasText: 'SINRED-1' }).waitFor();
  });

  test('lists all that it finds, narrowed by brand, and opens a row and comes back', async ({ open }) => {
    const page = await open('/part_brands', { as: 'admin' });
    await rows(page).first().waitFor();
    await toBox(page);
    await page.keyboard.type('filtro');
    await page.keyboard.press('Enter');
    await page.waitForURL(isAt('/parts/search'));
    await page.getByRole('heading', { name: 'Búsqueda: “filtro”' }).waitFor();
    await page.getByText('Se muestran las primeras 200. Escribí más para acotar.').waitFor();
    expect(search(page)).toEqual({ text: 'filtro' });

    await page.keyboard.press('f');
    await page.keyboard.type('pampafil');
    await page.waitForURL(/contains-brand/);
    const brands = () => rows(page).locator('td:nth-child(2)').allTextContents();
    await expect.poll(async () => new Set(await brands())).toEqual(new Set([BRAND]));
    await page.reload();
    await expect.poll(async () => new Set(await brands())).toEqual(new Set([BRAND]));
    await expect.poll(() => box(page).inputValue()).toBe('filtro');

    await page.getByLabel('Filtrar Marca').focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await wizard(page).waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(isAt('/parts/search'));
    await expect.poll(async () => new Set(await brands())).toEqual(new Set([BRAND]));
  });

  test('is a sheet on a phone, and opens a part to read', async ({ open, demo }) => {
    const part = await makePart(demo, 'TELEFONO-1');
    await part.client.call(api.crosses.store, { body: { part_id: part.id, brand: 'Fiat', code: '55-TEL-8811' } });
    const page = await open('/parts/catalog', { as: 'cliente', viewport: PHONE, hasTouch: true });
    await page.getByRole('button', { name: 'Buscar piezas' }).tap();
    const field = dialog(page).getByRole('combobox', { name: 'Número o palabras' });
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('55tel88');
    await options(page).filter({ hasText: 'TELEFONO-1' }).tap();
    await dialog(page).getByText('Atributos').first().waitFor();
    await dialog(page).getByText('TELEFONO-1').waitFor();
    expect(search(page)).toEqual({ part_brand: String(part.brandId), part: String(part.id), view: 'attributes' });

    await page.goto('/parts/catalog');
    await page.getByRole('button', { name: 'Buscar piezas' }).tap();
    await field.fill('55tel88');
    await dialog(page)
      .getByRole('option', { name: /^Buscar “55tel88” en todas las marcas/ })
      .tap();
    await page.waitForURL(isAt('/parts/search'));
    await rows(page).getByText('TELEFONO-1').waitFor();
  });
});

describe('Ctrl+K', () => {
  test('finds a number and a vehicle, and offers what the role may do', async ({ open, demo }) => {
    await makePart(demo, 'PALETA-2');
    const page = await open('/parts/catalog', { as: 'cliente' });
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await toPalette(page);
    await options(page).filter({ hasText: 'Piezas' }).first().waitFor();
    expect(
      await options(page)
        .filter({ hasText: /Nueva pieza|Importa/ })
        .count(),
    ).toBe(0);
    await page.keyboard.type('paleta2');
    await options(page)
      .filter({ hasText: `${BRAND} PALETA-2` })
      .waitFor();
    await palette(page).fill('vw gol 2012');
    await page.getByRole('group', { name: 'Vehículos' }).getByText(/Gol/).first().waitFor();
    await openOption(page, /^Volkswagen Gol 2012/);
    await page.waitForURL(isAt('/parts/vehicles'));
    expect(search(page)).toMatchObject({ brand: 'Volkswagen', model: 'Gol', year: '2012' });

    const maker = await open('/parts/catalog', { as: 'fabricante' });
    await maker.getByRole('heading', { level: 1 }).first().waitFor();
    await toPalette(maker);
    await maker.keyboard.type('nueva');
    await openOption(maker, /^Nueva pieza$/);
    await dialog(maker).getByRole('heading', { name: 'Nueva pieza' }).waitFor();
  });
});

test('? shows the shortcuts', async ({ open }) => {
  const page = await open('/parts/trash', { as: 'fabricante' });
  await page.getByRole('heading', { name: 'Papelera' }).waitFor();
  await pressUntil(page, '?', () => dialog(page).isVisible());
  await dialog(page).getByRole('heading', { name: 'Atajos de teclado' }).waitFor();
  await dialog(page).getByText('Ir a la búsqueda').waitFor();
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
});

test('the cross references of a part lead to parts that name it or share its OEM numbers', async ({ open, demo }) => {
  const part = await makePart(demo, 'RELACION-1');
  const naming = await makePart(demo, 'RELACION-2');
  const sharing = await makePart(demo, 'RELACION-3');
  const add = (part_id: number, brand: string, code: string) =>
    part.client.call(api.crosses.store, { body: { part_id, brand, code } });
  await add(part.id, 'Renault', 'REL-77-001');
  await add(sharing.id, 'Renault', 'REL 77001');
  await add(naming.id, BRAND, 'RELACION-1');
  const page = await open(`/parts/catalog?part_brand=${part.brandId}&part=${part.id}&view=crosses`, { as: 'cliente' });
  await page.getByRole('region', { name: 'Comparten número original' }).getByText('RELACION-3').waitFor();
  await page
    .getByRole('region', { name: 'Nombrada por' })
    .getByRole('link', { name: /RELACION-2/ })
    .click();
  await dialog(page).getByText(`${BRAND} RELACION-2`).waitFor();
  await expect.poll(() => search(page).part).toBe(String(naming.id));
  expect(await page.getByRole('region', { name: 'Nombrada por' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog(page).waitFor({ state: 'detached' });
});

describe('Ctrl+K', () => {
  test('leads to a screen, to a brand and to a part opened before', async ({ open, demo }) => {
    const part = await makePart(demo, 'PALETA-1');
    const page = await open(part.path(1), { as: 'fabricante' });
    await wizard(page).getByText('PALETA-1').first().waitFor();
    await toPalette(page);
    await page.keyboard.type('papel');
    await openOption(page, /^Papelera/);
    await page.waitForURL(isAt('/parts/trash'));

    await toPalette(page);
    await page.keyboard.type('pampaf');
    await openOption(page, /^Pampafil$/);
    await page.waitForURL(isAt('/parts/catalog'));
    await expect.poll(() => search(page)).toEqual({ part_brand: String(part.brandId) });

    // A brand is shown even where a part is open over the catalog.
    await page.goto(part.path(1));
    await wizard(page).getByText('PALETA-1').first().waitFor();
    await toPalette(page);
    await page.keyboard.type('pampaf');
    await openOption(page, /^Pampafil$/);
    await expect.poll(() => search(page)).toEqual({ part_brand: String(part.brandId) });
    await wizard(page).waitFor({ state: 'hidden' });

    await rows(page).first().waitFor();
    await toPalette(page);
    await page.getByRole('group', { name: 'Piezas recientes' }).getByText(`${BRAND} PALETA-1`).waitFor();
    await page.keyboard.press('Enter');
    await wizard(page).getByText('PALETA-1').first().waitFor();
  });
});

test('offers of an empty result stay inside the screen of a phone', async ({ open }) => {
  const text = 'parrilla mercedes benz clase c w203 2.2 cdi diesel submarino';
  const page = await open(`/parts/search?text=${text}`, { as: 'admin', viewport: PHONE });
  const offer = await page.getByRole('link', { name: /^Todo lo que va en Mercedes-Benz/ }).boundingBox();
  expect(offer?.x).toBeGreaterThan(0);
  expect((offer?.x ?? 0) + (offer?.width ?? 0)).toBeLessThan(PHONE.width);
});
