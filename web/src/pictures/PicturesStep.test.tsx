import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CATALOG, catalogOf, makePart } from '../testing/catalog.ts';
import { openApp } from '../testing/openApp.tsx';
import { dropFile, holdUploads } from '../testing/uploads.ts';

const PIXEL = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const PICTURE = {
  id: 1,
  imageUrl: PIXEL,
  thumbnailUrl: PIXEL,
  order: 1,
  is_blueprint: 0 as const,
  name: 'a.jpg',
  width: 1,
  height: 1,
  bytes: 43,
};

test('the question before leaving closes after the last upload, and the navigation continues', async () => {
  const uploads = holdUploads();
  const part = { ...makePart(), attributes: [], cross: [], vehicles: [], pictures: [] };
  openApp(`${CATALOG}&part=${part.id}&step=4`, {
    fakes: {
      ...catalogOf([part]),
      parts: { ...catalogOf([part]).parts, show: () => part },
      crosses: { brands: () => [], related: () => ({ named_by: [], sharing: [] }) },
    },
  });
  await expect.element(page.getByText('Todavía no tiene fotos')).toBeVisible();
  await dropFile('a.jpg', 'Soltá las fotos para agregarlas');
  await expect.poll(() => uploads.length).toBe(1);
  await page.getByRole('button', { name: 'Continuar' }).click();
  const question = page.getByRole('dialog', { name: '¿Salir mientras se cargan fotos?' });
  await expect.element(question).toBeVisible();
  uploads[0]?.end(PICTURE);
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(page.getByRole('heading', { name: 'Relacionar equivalencias' })).toBeVisible();
});

test('the view of the pictures leads to the step that uploads more', async () => {
  const part = { ...makePart({ pictures_count: 1 }), attributes: [], cross: [], vehicles: [], pictures: [PICTURE] };
  const fakes = {
    ...catalogOf([part]),
    parts: { ...catalogOf([part]).parts, show: () => part },
    crosses: { brands: () => [], related: () => ({ named_by: [], sharing: [] }) },
  };
  openApp(`${CATALOG}&part=${part.id}&view=images`, { fakes });
  await page.getByRole('button', { name: 'Cargar fotos' }).click();
  await expect.element(page.getByRole('button', { name: 'Elegir fotos' })).toBeVisible();
});
