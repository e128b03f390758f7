import { api } from '@piezario/contract/api';
import { pixels } from '@piezario/server/testing/picture-imports';
import { zip } from '@piezario/server/testing/workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { findViolations, loadAxe } from './support/axe.ts';
import { PHONE, test } from './support/journey.ts';
import { chooseFiles, holdFiles, holdRequests } from './support/page.ts';
import { BRAND, type MadePart, makePart, readPart } from './support/parts.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.locator('[data-row]').filter({ hasText: name });
const picture = async (name: string, n: number) => ({ name, mimeType: 'image/jpeg', buffer: await pixels(n) });

const namesOf = async (part: MadePart) => (await readPart(part)).pictures.map(({ name }) => name);

async function addPicture({ client, id }: MadePart, n: number) {
  const attachment = new File([Uint8Array.from(await pixels(n))], 'vieja.jpg');
  await client.call(api.pictures.store, { body: { part_id: id, attachment } });
}

test('a manufacturer drops pictures on the catalogue, sees where they go, stores them and undoes it', async ({
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
    { name: 'mas.zip', mimeType: 'application/zip', buffer },
    { name: '.DS_Store', mimeType: '', buffer: Buffer.from('x') },
  ]);
  await page.dispatchEvent('h1', 'dragenter', { dataTransfer });
  await page.getByText('Soltá las fotos para subirlas por su nombre').waitFor();
  await page.dispatchEvent('h1', 'drop', { dataTransfer });

  await page.getByText('3 fotos van a 2 piezas.').waitFor();
  await row(page, 'sobra.jpg').getByText('Ninguna pieza tiene el código «sobra»').waitFor();
  await page.getByText('Con su pieza (3)').click();
  await row(page, 'nombrada-1 (3).jpg').getByRole('link', { name: 'NOMBRADA-1' }).waitFor();
  expect(await namesOf(other)).toEqual([]);
  // Chosen by keyboard.
  await page.getByRole('radio', { name: 'Agregar', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByText('Van en lugar de la foto que ya hay en estas piezas').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Guardar 3 fotos').click();

  await page.getByText('Completado: 3 guardadas, 0 que ya estaban, 1 sin guardar').first().waitFor();
  expect(await namesOf(part)).toEqual(['NOMBRADA 1.jpg', 'nombrada-1 (3).jpg']);
  expect(await namesOf(other)).toEqual(['nombrada2_plano.jpg']);
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Deshacer').click();
  await page.getByText('Se desharían 2 piezas.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => namesOf(part)).toEqual(['vieja.jpg']);
  await expect.poll(() => namesOf(other)).toEqual([]);
});

test('on a phone, pictures are chosen from the menu of the catalogue, and discarded', async ({ open, demo }) => {
  const part = await makePart(demo, 'TELEFONO-7');
  const page = await open(`/parts/catalog?part_brand=${part.brandId}`, {
    as: 'fabricante',
    viewport: PHONE,
    hasTouch: true,
  });
  await loadAxe(page);
  await page.reload();
  await button(page, /^Menú/).tap();
  await page.getByRole('link', { name: 'Fotos por nombre' }).tap();
  await page.getByRole('heading', { name: 'Fotos por nombre de archivo' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await chooseFiles(button(page, 'Elegir fotos o un zip'), [await picture('telefono7.jpg', 1)]);
  await page.getByText('1 foto va a 1 pieza.').waitFor();
  await chooseFiles(button(page, 'Agregar más archivos'), [
    await picture('telefono7_2.jpg', 2),
    { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await page.getByText('2 fotos van a 1 pieza.').waitFor();
  await page.getByText('No es una imagen').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Descartar').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).tap();
  await page.getByText('Cancelado: no cambió nada').first().waitFor();
  expect(await namesOf(part)).toEqual([]);
});

test('leaving asks while pictures are on their way, and a lost connection only delays them', async ({ open, demo }) => {
  const part = await makePart(demo, 'CORTADA-1');
  const page = await open('/parts/pictures', { as: 'fabricante' });
  await page.getByRole('combobox', { name: 'Marca', exact: true }).last().fill(BRAND);
  await page.getByRole('option', { name: BRAND, exact: true }).click();
  const release = await holdRequests(page, '**/picture-imports/add-file', (route) => route.abort());
  await chooseFiles(button(page, 'Elegir fotos o un zip'), [await picture('cortada-1.jpg', 1)]);
  await page.getByText('Subiendo: falta 1 de 1 archivo').waitFor();
  await page.getByRole('link', { name: 'Volver' }).click();
  await page.getByText('¿Salir sin guardar las fotos?').waitFor();
  await button(page, 'Seguir acá').click();
  release();
  await page.getByText('No hay conexión').first().waitFor();
  // What has stopped is still to come: nothing can be stored without it.
  await page.getByText('Subiendo: falta 1 de 1 archivo').waitFor();
  expect(await button(page, /^Guardar/).count()).toBe(0);
  await page.unroute('**/picture-imports/add-file');
  await page.getByText('1 foto va a 1 pieza.').waitFor();
  const { pathname } = new URL(page.url());
  await page.getByRole('link', { name: 'Volver' }).click();
  await button(page, 'Salir').click();
  await page.goto('/parts/pictures');
  await page.locator(`a[href="${pathname}"]`).click();
  await button(page, 'Guardar 1 foto').click();
  await page.getByText('Completado: 1 guardada').first().waitFor();
  expect(await namesOf(part)).toEqual(['cortada-1.jpg']);
});
