import { api } from '@piezario/contract/api';
import { photo } from '@piezario/server/testing/images';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { CATALOG, rows } from './support/catalog.ts';
import { test } from './support/journey.ts';
import { chooseFiles, holdRequests, pasteInto } from './support/page.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';

const notice = (page: Page) => page.locator('[data-notice]');
const undo = (page: Page) => notice(page).getByRole('button', { name: 'Deshacer' });

/** Does something that is saved by this call, and waits for the notice with the message that the server answered. */
async function says(page: Page, { path }: { path: string }, act: () => Promise<void>) {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === path);
  await act();
  const { code, message } = await (await answered).json();
  expect(code).toBe(200);
  await notice(page).filter({ hasText: message }).waitFor();
  return message;
}

test('each save and removal of a part shows the message of the server', async ({ open, demo }) => {
  const part = await makePart(demo, 'AVISOS-1');
  for (const name of ['a.jpg', 'b.jpg']) {
    await part.client.call(api.pictures.store, { body: { part_id: part.id, attachment: await photo(600, 400, name) } });
  }
  const page = await open(part.path(2), { as: 'fabricante' });
  const button = (name: string) => wizard(page).getByRole('button', { name, exact: true });
  const linked = async () => (await readPart(part)).vehicles_count;
  const first = wizard(page).locator('[data-row]').getByRole('switch').first();
  expect(await says(page, api.vehicles.toggle, () => first.click())).toMatch(/^Se vinculó \S+ \S+/);
  await says(page, api.history.restore, () => undo(page).click());
  await expect.poll(linked).toBe(0);
  await expect.poll(() => first.getAttribute('aria-checked')).toBe('false');
  await says(page, api.vehicles.toggle, () => first.click());
  expect(await says(page, api.vehicles.toggle, () => first.click())).toMatch(/^Se desvinculó \S+ \S+/);
  await says(page, api.history.restore, () => undo(page).click());
  await expect.poll(linked).toBe(1);

  await page.goto(part.path(3));
  const name = wizard(page).getByRole('form', { name: 'Nuevo atributo' }).getByRole('combobox', { name: 'Nombre' });
  await pasteInto(name, 'Alto\t1\nAncho\t2');
  await page
    .getByRole('dialog', { name: 'Atributos de una planilla' })
    .getByText(/^Se agregan 2 filas/)
    .waitFor();
  await says(page, api.attributes.storeMany, () => page.keyboard.press('Enter'));
  await says(page, api.attributes.remove, () => button('Eliminar Alto').click());
  await undo(page).waitFor();

  await page.goto(part.path(4));
  const attachment = await photo(600, 400);
  const file = { name: 'c.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await attachment.arrayBuffer()) };
  await says(page, api.pictures.store, () => chooseFiles(button('Elegir fotos'), [file]));
  await says(page, api.pictures.changeOrder, () => button('Mover después la foto 1').click());
  await says(page, api.pictures.markBlueprint, async () => {
    await button('Más acciones de la foto 1').click();
    await page.getByRole('menuitem', { name: /plano/i }).click();
  });
  await says(page, api.pictures.remove, () => button('Eliminar la foto 1').click());

  await page.goto(`${CATALOG}?part_brand=${part.brandId}&part_search=avisos1`);
  await rows(page).locator('td[data-edit="discontinued"]').dblclick();
  await page.getByRole('radiogroup', { name: /^Discontinuada de/ }).waitFor();
  const saved = await says(page, api.parts.update, async () => {
    await page.keyboard.press('s');
    await page.keyboard.press('Enter');
  });
  expect(saved).toBe(`${BRAND} AVISOS-1: discontinuada`);
  await says(page, api.parts.update, () => undo(page).click());
  await says(page, api.parts.remove, () => page.getByRole('button', { name: `Eliminar ${BRAND} AVISOS-1` }).click());
  await undo(page).waitFor();
});

test('the start of a download is information, and its progress follows', async ({ open, demo }) => {
  const { brandId } = await makePart(demo, 'AVISOS-2');
  const page = await open(`${CATALOG}?part_brand=${brandId}`, { as: 'fabricante' });
  const release = await holdRequests(page, '**/downloads/ticket', (route) => route.continue());
  await page.getByRole('button', { name: 'Descargas' }).click();
  await page.getByRole('menuitem', { name: /^Piezas/ }).click();
  const info = page.locator('[data-notice][data-tone="info"]');
  await info.getByText('Iniciando descarga de archivo').waitFor();
  await info.getByText('Descargando Piezas').waitFor();
  await info.getByRole('progressbar', { name: 'Descargando Piezas' }).waitFor();
  release();
  await page.getByText('Se descargó Piezas').waitFor();
});
