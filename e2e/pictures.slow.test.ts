import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { MAX_PICTURE_BYTES } from '@piezario/contract/pictures';
import { photo } from '@piezario/server/testing/images';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { PHONE, test } from './support/journey.ts';
import { chooseFiles, holdFiles, holdRequests, keepNotice, signInAs } from './support/page.ts';
import { BRAND, type MadePart, makePart, readPart, wizard } from './support/parts.ts';
import { makeDataDir } from './support/process.ts';

type Photo = { name: string; mimeType: string; buffer: Buffer };

/** A real JPEG. Journeys identify it by its name. */
async function makePhoto(name: string, width = 1400, height = 1050): Promise<Photo> {
  const file = await photo(width, height);
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
}

const makePhotos = (names: readonly string[]) => Promise.all(names.map((name) => makePhoto(name)));

const NOT_AN_IMAGE: Photo = {
  name: 'planilla.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('Marca;Código'),
};

async function addPictures({ client, id }: MadePart, names: readonly string[]) {
  for (const name of names) {
    const attachment = await photo(1400, 1050, `${name}.jpg`);
    await client.call(api.pictures.store, { body: { part_id: id, attachment } });
  }
}

const choose = (page: Page, files: readonly Photo[] | string) => chooseFiles(button(page, 'Elegir fotos'), files);

const button = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true });

const shown = async (page: Page) =>
  (await wizard(page).locator('[data-picture] p[title]').allTextContents()).map((name) => name.replace('.jpg', ''));

const stored = async (part: MadePart) =>
  (await readPart(part)).pictures.map(({ name, order }) => `${order} ${name.replace('.jpg', '')}`);

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

const upload = (page: Page, name: string) => wizard(page).locator('[data-upload]', { hasText: name });

/** Returns whether the browser has decoded all pictures of the step. */
const painted = (page: Page) =>
  wizard(page)
    .locator('[data-picture] img')
    .evaluateAll((images) => images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0));

async function dragPicture(page: Page, from: number, to: number) {
  const middle = async (place: number) => {
    const box = await button(page, `Ver en grande la foto ${place}`).boundingBox();
    if (!box) throw new Error(`There is no picture ${place}`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [start, end] = [await middle(from), await middle(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await wizard(page).locator('[data-dragged]').waitFor();
  await expect
    .poll(() => wizard(page).locator('[data-dragged]').getByRole('button').first().getAttribute('aria-label'))
    .toBe(`Ver en grande la foto ${to}`);
  await page.mouse.up();
}

describe('the photo step', () => {
  test('takes files that are dropped anywhere or pasted', async ({ open, demo }) => {
    const part = await makePart(demo, 'SOLTAR-1');
    const page = await open(part.path(4), { as: 'fabricante' });
    await wizard(page).getByText('Todavía no tiene fotos').waitFor();
    const [dropped, pasted] = await makePhotos(['soltada', 'pegada']);
    const hold = (photo: Photo | undefined) => holdFiles(page, photo ? [photo] : []);
    const dataTransfer = await hold(dropped);
    const header = wizard(page).getByRole('heading', { name: `${BRAND} SOLTAR-1` });
    await header.dispatchEvent('dragenter', { dataTransfer });
    await page.getByText('Soltá las fotos para agregarlas').waitFor();
    await header.dispatchEvent('drop', { dataTransfer });
    await expect.poll(() => shown(page)).toEqual(['soltada']);
    await page.getByText('Soltá las fotos para agregarlas').waitFor({ state: 'detached' });

    await page.evaluate(
      (clipboardData) =>
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })),
      await hold(pasted),
    );
    await expect.poll(() => shown(page)).toEqual(['soltada', 'pegada']);
  });

  test('says why each file failed, and retries it', async ({ open, demo }) => {
    const part = await makePart(demo, 'REINTENTO-1');
    const page = await open(part.path(4), { as: 'fabricante' });
    await page.route('**/pictures/store', (route) => route.abort());
    await choose(page, await makePhotos(['a', 'b']));
    const huge = join(await makeDataDir(), 'enorme.jpg');
    await writeFile(huge, '');
    await truncate(huge, MAX_PICTURE_BYTES + 1);
    await choose(page, huge);
    await upload(page, 'enorme.jpg').getByText('El archivo es demasiado grande: se permiten hasta 20 MB').waitFor();
    for (const name of ['a.jpg', 'b.jpg'])
      await upload(page, name).getByText('No hay conexión con el servidor').waitFor();
    await wizard(page).getByText('3 archivos no se pudieron cargar').waitFor();
    await page.unroute('**/pictures/store');
    await button(page, 'Reintentar b.jpg').click();
    await expect.poll(() => shown(page)).toEqual(['b']);
    await button(page, 'Quitar a.jpg').click();
    await wizard(page).getByText('1 archivo no se pudo cargar').waitFor();
  });

  test('takes thirty files, and refuses one more with a message', async ({ open, demo }) => {
    const part = await makePart(demo, 'TREINTA-1');
    const page = await open(part.path(4), { as: 'fabricante' });
    const numbers = Array.from({ length: 31 }, (_, index) => String(index + 1));
    await choose(page, await Promise.all(numbers.map((name) => makePhoto(name, 60, 45))));
    await upload(page, '31.jpg').getByText('Una pieza puede tener hasta 30 fotos').waitFor();
    await expect.poll(() => shown(page)).toEqual(numbers.slice(0, 30));
    await expect.poll(() => stored(part)).toEqual(numbers.slice(0, 30).map((number) => `${number} ${number}`));
  });

  test('asks before the step is left while files are uploading', async ({ open, demo }) => {
    const part = await makePart(demo, 'ESPERA-1');
    const page = await open(part.path(4), { as: 'fabricante' });
    const release = await holdRequests(page, '**/pictures/store', (route) => route.continue());
    await choose(page, await makePhotos(['a', 'b']));
    await wizard(page).getByText('Cargando: faltan 2 fotos').waitFor();
    await button(page, 'Continuar').click();
    const question = page.getByRole('dialog', { name: '¿Salir mientras se cargan fotos?' });
    await question.getByRole('button', { name: 'Esperar' }).click();
    await question.waitFor({ state: 'detached' });
    release();
    await expect.poll(() => shown(page)).toEqual(['a', 'b']);
    await button(page, 'Continuar').click();
    await wizard(page).getByRole('heading', { name: 'Relacionar equivalencias' }).waitFor();
  });

  test('restores the order when the server did not save it, and says so', async ({ open, demo }) => {
    const part = await makePart(demo, 'ORDEN-1');
    await addPictures(part, ['a', 'b', 'c']);
    const page = await open(part.path(4), { as: 'fabricante' });
    const fail = await holdRequests(page, '**/pictures/change-order', (route) => route.abort());
    await button(page, 'Mover después la foto 1').click();
    await expect.poll(() => shown(page)).toEqual(['b', 'a', 'c']);
    fail();
    await page.getByText(/^No se pudo guardar el orden de las fotos/).waitFor();
    await expect.poll(() => shown(page)).toEqual(['a', 'b', 'c']);
    await page.unroute('**/pictures/change-order');

    // Several presses are one call, which is sent even when the person leaves the step at once.
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/pictures/change-order')) calls.push(request.postData() ?? '');
    });
    await button(page, 'Mover después la foto 1').evaluate(async (element: HTMLButtonElement) => {
      element.click();
      // The screen shows the first move before any timer ends.
      await Promise.resolve();
      element.click();
    });
    await button(page, 'Volver').click();
    await expect.poll(() => stored(part)).toEqual(['1 b', '2 c', '3 a']);
    expect(calls).toHaveLength(1);
  });

  test('is reached from the sign-in and used by touch on a phone', async ({ open, demo }) => {
    const part = await makePart(demo, 'PULGAR-1');
    const page = await open('/login', { viewport: PHONE, hasTouch: true });
    await signInAs(page, 'fabricante');
    await page.getByRole('button', { name: 'Buscar piezas' }).tap();
    await page.getByRole('combobox', { name: 'Número o palabras' }).fill('pulgar 1');
    await page.getByRole('option', { name: /^(?!Buscar).*PULGAR-1/ }).tap();
    await wizard(page)
      .getByRole('button', { name: /Cargar fotos/ })
      .tap();
    await choose(page, await makePhotos(['a', 'b', 'c']));
    await expect.poll(() => shown(page)).toEqual(['a', 'b', 'c']);
    const boxes = await wizard(page)
      .locator('[data-picture]')
      .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().top));
    expect(boxes[0]).toBe(boxes[1]);
    expect(boxes[2]).toBeGreaterThan(boxes[1] ?? 0);
    await button(page, 'Mover después la foto 1').tap();
    await expect.poll(() => stored(part)).toEqual(['1 b', '2 a', '3 c']);
    await button(page, 'Ver en grande la foto 2').tap();
    await page.getByRole('img', { name: `${BRAND} PULGAR-1, foto 2 de 3` }).waitFor();
  });
});

test('from a part without pictures, a manufacturer goes on to add some', async ({ open, demo }) => {
  const part = await makePart(demo, 'VACÍA-1');
  const page = await open(`/parts/catalog?view=images&part=${part.id}`, { as: 'fabricante' });
  await page.getByRole('button', { name: 'Editar' }).click();
  await wizard(page).getByText('Todavía no tiene fotos').waitFor();
});

test('an admin gives a model its image, and takes it away', async ({ open, demo }) => {
  const part = await makePart(demo, 'MODELO-1');
  const page = await open(part.path(2), { as: 'admin' });
  await wizard(page).getByLabel('Filtrar Modelo').fill('gol trend');
  const images = wizard(page).getByRole('button', { name: 'Cambiar la imagen de Volkswagen Gol Trend' });
  const sources = async () =>
    new Set(await images.evaluateAll((all) => all.map((one) => one.querySelector('img')?.src)));
  await images.first().click();
  const dialog = page.getByRole('dialog', { name: 'Volkswagen Gol Trend' });
  await dialog.getByText('La muestran todas las versiones del modelo.').waitFor();
  const before = await sources();
  await chooseFiles(dialog.getByRole('button', { name: /^(Elegir|Cambiar) imagen$/ }), [
    await makePhoto('gol', 600, 400),
  ]);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await sources()).size).toBe(1);
  const [given] = await sources();
  expect(given).toMatch(/\/media\//);
  expect(before.has(given)).toBe(false);

  await images.first().click();
  await dialog.getByRole('button', { name: 'Quitar' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await sources()).has(given)).toBe(false);

  const other = await open(part.path(2), { as: 'fabricante' });
  await wizard(other).locator('[data-row]').first().waitFor();
  await expect
    .poll(() =>
      wizard(other)
        .getByRole('button', { name: /^Cambiar la imagen/ })
        .count(),
    )
    .toBe(0);
});

test('the dialog takes any file, and what is no picture says so', async ({ open, demo }) => {
  const part = await makePart(demo, 'FOTOS-ARCHIVO');
  const page = await open(part.path(4), { as: 'fabricante' });
  const asked = page.waitForEvent('filechooser');
  await button(page, 'Elegir fotos').click();
  const chooser = await asked;
  expect(await chooser.element().evaluate((input: HTMLInputElement) => input.accept)).toMatch(/^(\*|\*\/\*)?$/);
  await chooser.setFiles([{ name: 'lista.csv', mimeType: 'text/csv', buffer: Buffer.from('Marca;Código') }]);
  await upload(page, 'lista.csv').getByText('El archivo no es una imagen').waitFor();
  expect(await stored(part)).toEqual([]);
});

test('a client sees the pictures in large, and changes none', async ({ open, demo }) => {
  const part = await makePart(demo, 'CLIENTE-1');
  const page = await open(`/parts/catalog?view=images&part=${part.id}`, { as: 'cliente' });
  await page.getByText('Esta pieza todavía no tiene fotos').waitFor();
  expect(await page.getByRole('button', { name: 'Editar' }).count()).toBe(0);
  await addPictures(part, ['a', 'b', 'c']);
  const second = (await readPart(part)).pictures[1];
  await part.client.call(api.pictures.markBlueprint, {
    body: { part_id: part.id, picture_id: second?.id ?? 0, is_blueprint: 1 },
  });
  await page.reload();
  const picture = (place: number) => page.getByRole('img', { name: `${BRAND} CLIENTE-1, foto ${place} de 3` });
  await picture(1).waitFor();
  await page.keyboard.press('ArrowRight');
  await picture(2).waitFor();
  await page.getByText('Plano', { exact: true }).waitFor();
  await page.getByText('1400 × 1050 px').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await picture(3).waitFor();
  await page.getByRole('button', { name: 'Acercar', exact: true }).click();
  await page.getByRole('button', { name: 'Alejar', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Ver la foto 1' }).click();
  await picture(1).waitFor();
  await expect
    .poll(() => picture(1).evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBe(1400);

  await page.goto(part.path(4));
  await page.getByRole('button', { name: 'Menú' }).waitFor();
  expect(await wizard(page).count()).toBe(0);
});

test('five files are chosen, sorted, removed and restored', async ({ open, demo }) => {
  const part = await makePart(demo, 'FOTOS-1');
  const page = await open(part.path(4), { as: 'fabricante' });
  await wizard(page).getByText('Todavía no tiene fotos').waitFor();

  // Four are stored in the order in which they were chosen, and the one that is no image is refused.
  const [a, b, c] = await makePhotos(['a', 'b', 'c']);
  const small = await makePhoto('small', 700, 300);
  await choose(
    page,
    [a, b, NOT_AN_IMAGE, c, small].filter((file) => file !== undefined),
  );
  await expect.poll(() => shown(page)).toEqual(['a', 'b', 'c', 'small']);
  await upload(page, 'planilla.jpg').getByText('El archivo no es una imagen').waitFor();
  const retry = upload(page, 'planilla.jpg').getByRole('button', { name: /Reintentar/ });
  expect(await retry.count()).toBe(0);
  await wizard(page).getByText('Mercado Libre pide al menos 500 × 500 px').waitFor();
  await expect.poll(() => painted(page)).toBe(true);
  await expect.poll(() => stored(part)).toEqual(['1 a', '2 b', '3 c', '4 small']);
  await button(page, 'Quitar planilla.jpg').click();
  await upload(page, 'planilla.jpg').waitFor({ state: 'detached' });

  // By mouse: first on the screen, then on the server.
  await dragPicture(page, 1, 3);
  await expect.poll(() => shown(page)).toEqual(['b', 'c', 'a', 'small']);
  await expect.poll(() => stored(part)).toEqual(['1 b', '2 c', '3 a', '4 small']);
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);

  // By keyboard, without losing the picture that is being moved.
  await button(page, 'Mover antes la foto 4').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => shown(page)).toEqual(['small', 'b', 'c', 'a']);
  await expect.poll(() => focused(page)).toBe('Mover antes la foto 1');
  await page.getByText('La foto es ahora la principal.').waitFor();
  await button(page, 'Mover después la foto 2').focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => focused(page)).toBe('Mover después la foto 3');
  await button(page, 'Más acciones de la foto 4').click();
  await page.getByRole('menuitem', { name: 'Hacer principal' }).click();
  await expect.poll(() => shown(page)).toEqual(['a', 'small', 'c', 'b']);
  await expect.poll(() => stored(part)).toEqual(['1 a', '2 small', '3 c', '4 b']);
  await page.reload();
  await expect.poll(() => shown(page)).toEqual(['a', 'small', 'c', 'b']);

  // Removed, restored by mouse and by keyboard, and removed for good.
  await button(page, 'Eliminar la foto 2').click();
  await keepNotice(page);
  await expect.poll(() => shown(page)).toEqual(['a', 'c', 'b']);
  await expect.poll(() => focused(page)).toBe('Eliminar la foto 2');
  await page.getByRole('button', { name: 'Deshacer' }).click();
  await expect.poll(() => shown(page)).toEqual(['a', 'small', 'c', 'b']);
  await expect.poll(() => stored(part)).toEqual(['1 a', '2 small', '3 c', '4 b']);
  await button(page, 'Eliminar la foto 1').click();
  await page.keyboard.press('Control+z');
  await expect.poll(() => shown(page)).toEqual(['a', 'small', 'c', 'b']);
  await button(page, 'Eliminar la foto 2').click();
  await expect.poll(() => stored(part)).toEqual(['1 a', '2 c', '3 b']);

  await button(page, 'Más acciones de la foto 2').click();
  await page.getByRole('menuitem', { name: 'Marcar como plano' }).click();
  await wizard(page).getByText('Plano', { exact: true }).waitFor();
  await expect.poll(async () => (await readPart(part)).pictures.map((one) => one.is_blueprint)).toEqual([0, 1, 0]);
  await button(page, 'Ver en grande la foto 2').click();
  const large = page.getByRole('dialog', { name: `Fotos de ${BRAND} FOTOS-1` });
  await large.getByRole('img', { name: `${BRAND} FOTOS-1, foto 2 de 3` }).waitFor();
  await page.keyboard.press('Escape');
  await large.waitFor({ state: 'detached' });
  await expect.poll(() => focused(page)).toBe('Ver en grande la foto 2');

  // The catalog behind the wizard updates its count.
  await page.goto(`/parts/catalog?part_brand=${part.brandId}&filter[matches-code]=FOTOS-1`);
  const count = (photos: number) => page.getByRole('button', { name: `${photos}: ver las fotos de ${BRAND} FOTOS-1` });
  await count(3).waitFor();
  await page.getByRole('button', { name: `Editar ${BRAND} FOTOS-1` }).click();
  await page.getByRole('navigation', { name: 'Pasos' }).getByRole('button', { name: 'Cargar fotos' }).click();
  await choose(page, [await makePhoto('d')]);
  await expect.poll(() => shown(page)).toEqual(['a', 'c', 'b', 'd']);
  await page.keyboard.press('Escape');
  await count(4).waitFor();
});
