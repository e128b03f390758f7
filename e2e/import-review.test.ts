import { readDownload } from '@piezario/server/testing/exports';
import type { Locator } from 'playwright-core';
import { describe, expect } from 'vitest';
import {
  brandOf,
  changes,
  detail,
  isInCatalogue,
  kind,
  press,
  row,
  storeParts,
} from './support/import-review-journeys.ts';
import { chooseWorkbooks, openImporter, workbook } from './support/importer.ts';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { expectEnded } from './support/waiting.ts';

/** The box shows its new state a moment after the click, which `uncheck()` does not wait for. */
async function leaveOut(box: Locator) {
  await box.click();
  await expect.poll(() => box.isChecked()).toBe(false);
}

describe('a manufacturer', () => {
  test('sees that a column was sorted alone, leaves it out, applies the rest and undoes it', async ({ open, demo }) => {
    const maker = await createMaker(demo, 'Con Cuidado');
    await storeParts(demo, maker);
    const { client, id } = await brandOf(demo, maker);
    const { Piezas = [] } = await readDownload(client, 'for_importer', { brand: id });
    const parts = Piezas.slice(1);
    const sorted = parts.map((cells) => cells[4] ?? null).sort();
    const rows = parts.map((cells, index) => cells.with(4, sorted[index] ?? null));
    const file = await workbook('ordenada.xlsx', {
      Piezas: [...rows.map((cells, index) => cells.with(5, index === 0 ? 'NO' : 'SI')), maker.part('ORD-7')],
    });

    const page = await openImporter(open, maker);
    await page.getByText('Lo que subas se aplica en seguida. Si quita algo o parece raro,').waitFor();
    await chooseWorkbooks(page, file);
    await row(page, file.name).getByText('Para revisar: 1 nueva, 6 modificadas').waitFor();
    await press(page, 'Revisar ordenada.xlsx');
    await page.getByRole('alert').getByText('Parece que se ordenó una sola columna').waitFor();
    await page.getByRole('button', { name: 'Aplicar 8 cambios' }).waitFor();

    await leaveOut(kind(page, 'Piezas · Descripción').getByRole('checkbox'));
    await kind(page, 'Piezas · Descripción').getByText('6 modificadas, no se aplican').waitFor();
    await kind(page, 'Piezas · Habilitada').getByRole('button').click();
    await expect.poll(() => changes(page).count()).toBe(1);
    await changes(page)
      .filter({ hasText: 'ORD-1' })
      .filter({ hasText: /SI.*NO/ })
      .waitFor();
    await press(page, 'Aplicar 2 cambios');
    await expectEnded(detail(page), 'Completado: 1 nueva, 1 modificada');
    await page.getByRole('heading', { name: 'Quedaron afuera 6 cambios' }).waitFor();
    await changes(page).nth(5).waitFor();
    const link = page.url();
    expect(await isInCatalogue(page, id, 'ORD-7')).toBe(true);

    await page.goto(link);
    await press(page, 'Deshacer importación');
    await page.getByText('Se desharían 2 piezas.').waitFor();
    await press(page, 'Deshacer');
    await expectEnded(page, 'Completado: 2 deshechas');
    expect(await isInCatalogue(page, id, 'ORD-7')).toBe(false);
  });
});
