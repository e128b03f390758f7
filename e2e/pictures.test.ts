import { expect } from 'vitest';
import { test } from './support/journey.ts';
import { keepNotice } from './support/page.ts';
import { BRAND, makePart, readPart, wizard } from './support/parts.ts';
import {
  button,
  choose,
  dragPicture,
  focused,
  makePhoto,
  makePhotos,
  NOT_AN_IMAGE,
  painted,
  shown,
  stored,
  upload,
} from './support/pictures-journeys.ts';

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
