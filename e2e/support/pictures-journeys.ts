import { api } from '@piezario/contract/api';
import { photo } from '@piezario/server/testing/images';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { chooseFiles } from './page.ts';
import { type MadePart, readPart, wizard } from './parts.ts';

export type Photo = { name: string; mimeType: string; buffer: Buffer };

/** A real JPEG. Journeys identify it by its name. */
export async function makePhoto(name: string, width = 1400, height = 1050): Promise<Photo> {
  const file = await photo(width, height);
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer: Buffer.from(await file.arrayBuffer()) };
}

export const makePhotos = (names: readonly string[]) => Promise.all(names.map((name) => makePhoto(name)));

export const NOT_AN_IMAGE: Photo = {
  name: 'planilla.jpg',
  mimeType: 'image/jpeg',
  buffer: Buffer.from('Marca;Código'),
};

export async function addPictures({ client, id }: MadePart, names: readonly string[]) {
  for (const name of names) {
    const attachment = await photo(1400, 1050, `${name}.jpg`);
    await client.call(api.pictures.store, { body: { part_id: id, attachment } });
  }
}

export const choose = (page: Page, files: readonly Photo[] | string) =>
  chooseFiles(button(page, 'Elegir fotos'), files);

export const button = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true });

export const shown = async (page: Page) =>
  (await wizard(page).locator('[data-picture] p[title]').allTextContents()).map((name) => name.replace('.jpg', ''));

export const stored = async (part: MadePart) =>
  (await readPart(part)).pictures.map(({ name, order }) => `${order} ${name.replace('.jpg', '')}`);

export const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

export const upload = (page: Page, name: string) => wizard(page).locator('[data-upload]', { hasText: name });

/** Returns whether the browser has decoded all pictures of the step. */
export const painted = (page: Page) =>
  wizard(page)
    .locator('[data-picture] img')
    .evaluateAll((images) => images.every((image) => image instanceof HTMLImageElement && image.naturalWidth > 0));

export async function dragPicture(page: Page, from: number, to: number) {
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
