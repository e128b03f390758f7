import { expect } from 'vitest';
import { findViolations, loadAxe } from './support/axe.ts';
import { PHONE, test } from './support/journey.ts';
import { chooseFiles, holdRequests } from './support/page.ts';
import { BRAND, makePart } from './support/parts.ts';
import { button, namesOf, picture } from './support/picture-imports-journeys.ts';
import { expectEnded } from './support/waiting.ts';

test('on a phone, pictures are chosen from the menu of the catalog, and discarded', async ({ open, demo }) => {
  const part = await makePart(demo, 'CARTUCHO-7');
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
  await chooseFiles(button(page, 'Elegir fotos o un zip'), [await picture('cartucho7.jpg', 1)]);
  await page.getByText('1 foto va a 1 pieza.').waitFor();
  await chooseFiles(button(page, 'Agregar más archivos'), [
    await picture('cartucho7_2.jpg', 2),
    { name: 'lista.txt', mimeType: 'text/plain', buffer: Buffer.from('x') },
  ]);
  await page.getByText('2 fotos van a 1 pieza.').waitFor();
  await page.getByText('No es una imagen').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await button(page, 'Descartar').tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).tap();
  await page.getByText('Cancelado: no cambió nada').first().waitFor();
  await expect.poll(() => namesOf(part)).toEqual([]);
});

test('leaving asks while pictures are uploading, and a lost connection only delays them', async ({ open, demo }) => {
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
  // An upload that stopped still counts as missing, and nothing can be saved without it.
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
  await expectEnded(page, 'Completado: 1 guardada');
  await expect.poll(() => namesOf(part)).toEqual(['cortada-1.jpg']);
});
