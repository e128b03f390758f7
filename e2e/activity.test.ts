import { api } from '@piezario/contract/api';
import { expect } from 'vitest';
import { codesOf, dialog, press, rows } from './support/activity-journeys.ts';
import { test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { expectEnded } from './support/waiting.ts';

test('parts come back from the Papelera, except one whose code was taken', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Basura');
  const client = await demo.client(maker);
  for (const code of ['BAS-1', 'BAS-2', 'BAS-3', 'BAS-4'])
    await client.call(api.parts.remove, { body: { id: await maker.store(code) } });
  // A new part with the code would restore the one in the trash, so another part is renamed to it.
  const part_id = await maker.store('BAS-5');
  const { part_brand_id, part_product_id } = await client.call(api.parts.show, { params: { partId: part_id } });
  await client.call(api.parts.update, { body: { part_id, part_brand_id, part_product_id, code: 'BAS-3' } });
  const page = await open('/parts/trash', { as: maker });
  const removed = rows(page, 'Piezas eliminadas');
  await page.getByText('durante 30 días').waitFor();
  await expect.poll(() => removed.count()).toBe(4);
  await page.getByRole('checkbox', { name: 'Seleccionar todas las filas de esta página' }).check();
  await page.getByRole('button', { name: 'Recuperar 4' }).waitFor();
  // Deselects a row by keyboard.
  await removed.filter({ hasText: 'BAS-4' }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Recuperar 3' }).click();
  await page.getByText('Se recuperaron 2 piezas; 1 no se pudo recuperar').waitFor();
  const refused = page.getByRole('alert').filter({ hasText: 'Una pieza no se pudo recuperar' });
  await refused.getByText('BAS-3: Ya hay una pieza con ese código').waitFor();
  await expect.poll(() => removed.count()).toBe(2);
  expect(await codesOf(demo, maker)).toEqual(['BAS-1', 'BAS-2', 'BAS-3']);

  await press(page, 'Recuperar todas las que se eliminaron con BAS-4');
  await dialog(page).getByText('Se desharía 1 pieza.').waitFor();
  await dialog(page).getByRole('button', { name: 'Deshacer', exact: true }).click();
  await expectEnded(page, 'Completado: 1 deshecha');
  expect(await codesOf(demo, maker)).toEqual(['BAS-1', 'BAS-2', 'BAS-3', 'BAS-4']);
});
