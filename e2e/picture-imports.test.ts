import { api } from '@piezario/contract/api';
import { pixels } from '@piezario/server/testing/picture-imports';
import { zip } from '@piezario/server/testing/workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations, loadAxe } from './support/axe.ts';
import { test } from './support/journey.ts';
import { holdFiles } from './support/page.ts';
import { BRAND, type MadePart, makePart } from './support/parts.ts';
import { button, namesOf, picture } from './support/picture-imports-journeys.ts';
import { expectEnded } from './support/waiting.ts';

const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });

async function addPicture({ client, id }: MadePart, n: number) {
  const attachment = new File([Uint8Array.from(await pixels(n))], 'vieja.jpg');
  await client.call(api.pictures.store, { body: { part_id: id, attachment } });
}

test('a manufacturer drops pictures on the catalog, sees where they go, stores them and undoes the import', async ({
  open,
  demo,
}) => {
  const part = await makePart(demo, 'NOMBRADA-1');
  const other = await makePart(demo, 'NOMBRADA-2');
  await addPicture(part, 9);
  const page = await open(`/parts/catalog?part_brand=${part.brandId}&part_search=NOMBRADA`, { as: 'fabricante' });
  await loadAxe(page);
  await page.reload();
  await row(page, 'NOMBRADA-1').waitFor();
  const buffer = await zip({ [`${BRAND}/nombrada2_plano.jpg`]: await pixels(3), 'sobra.jpg': await pixels(4) });
  const dataTransfer = await holdFiles(page, [
    await picture('NOMBRADA 1.jpg', 1),
    await picture('nombrada-1 (3).jpg', 2),
    await picture('DSC_0042.jpg', 5),
    { name: 'mas.zip', mimeType: 'application/zip', buffer },
    { name: '.DS_Store', mimeType: '', buffer: Buffer.from('x') },
  ]);
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer });
  await page.getByText('Soltá las fotos para subirlas por su nombre').waitFor();
  await page.dispatchEvent('h1', 'drop', { dataTransfer });

  await page.getByText('3 fotos van a 2 piezas.').waitFor();
  await row(page, 'sobra.jpg').getByText('Ninguna pieza tiene el código «sobra»').waitFor();
  await row(page, 'DSC_0042.jpg').locator('img[src^="data:image/webp"]').waitFor();
  await page.getByRole('button', { name: 'Elegir pieza de DSC_0042.jpg' }).click();
  const dialog = page.getByRole('dialog', { name: 'Elegir la pieza de la foto' });
  await dialog.getByRole('combobox', { name: 'Pieza' }).fill('NOMBRADA-2');
  await page.getByRole('option', { name: /NOMBRADA-2/ }).click();
  await dialog.getByRole('button', { name: 'Elegir', exact: true }).click();
  await page.getByText('4 fotos van a 2 piezas.').waitFor();
  await page.getByText('Con su pieza (4)').click();
  await row(page, 'nombrada-1 (3).jpg').getByRole('link', { name: 'NOMBRADA-1' }).waitFor();
  expect(await namesOf(other)).toEqual([]);
  // Chosen by keyboard.
  await page.getByRole('radio', { name: 'Agregar', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Van en lugar de la foto que ya hay en estas piezas').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Guardar 4 fotos').click();

  await expectEnded(page, 'Completado: 4 guardadas, 0 que ya estaban, 1 sin guardar');
  await expect.poll(() => namesOf(part)).toEqual(['NOMBRADA 1.jpg', 'nombrada-1 (3).jpg']);
  expect(await namesOf(other)).toEqual(['DSC_0042.jpg', 'nombrada2_plano.jpg']);
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Deshacer').click();
  await page.getByText('Se desharían 2 piezas.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => namesOf(part)).toEqual(['vieja.jpg']);
  await expect.poll(() => namesOf(other)).toEqual([]);
});
