import { api } from '@piezario/contract/api';
import { withClient } from '@piezario/server/testing/database';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { codesOf, dialog, importParts, press, rows } from './support/activity-journeys.ts';
import { PHONE, test } from './support/journey.ts';
import { createMaker } from './support/makers.ts';
import { downloadFile, isWorkbook } from './support/page.ts';
import { createPerson } from './support/people.ts';
import { expectEnded } from './support/waiting.ts';

test('an undo can be canceled while it runs', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Freno');
  const { operation_id } = await importParts(demo, maker);
  const page = await open(`/activity/${operation_id}`, { as: maker });
  await press(page, 'Deshacer');
  await withClient(demo.connection, async (database) => {
    await database.query('begin');
    await database.query(`select from parts where code = 'DES-2' for update`);
    await dialog(page).getByRole('button', { name: 'Deshacer', exact: true }).click();
    await page.getByText(/^Deshaciendo \d de 3 piezas$/).waitFor();
    await press(page, 'Cancelar');
    await page.getByRole('dialog').getByRole('button', { name: 'Dejar de deshacer' }).click();
    await page.getByText(/^Cancelado: /).waitFor();
    await database.query('rollback');
  });
  expect(await page.getByRole('progressbar').count()).toBe(0);
  expect(await codesOf(demo, maker)).toEqual(['DES-1', 'DES-2', 'DES-3']);
});

test('changes of an operation are filtered, and Volver leads back to the filtered list', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Detalle');
  await importParts(demo, maker);
  const page = await open('/activity', { as: maker });
  await page.getByLabel('Filtrar Desde').selectOption('Importación');
  const imported = rows(page, 'Operaciones').filter({ hasText: 'lista de marzo.xlsx' });
  await imported.getByText('1 pieza creada, 1 modificada · 1 atributo eliminado').click();
  const changes = rows(page, 'Cambios');
  await changes.filter({ hasText: 'DES-1' }).getByText('Pieza DES-1').waitFor();
  await page.getByLabel('Filtrar Qué cambió').selectOption('Atributos');
  await changes.filter({ hasText: 'Atributo eliminado Altura' }).waitFor();
  await page.getByRole('link', { name: 'Volver' }).click();
  await expect.poll(() => page.getByLabel('Filtrar Desde').inputValue()).toBe('import');
});

test('on a phone a removed part is selected by its check box', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Bolsillo');
  const client = await demo.client(maker);
  for (const code of ['TEL-1', 'TEL-2']) await client.call(api.parts.remove, { body: { id: await maker.store(code) } });
  const page = await open('/parts/trash', { as: maker, viewport: PHONE, hasTouch: true });
  const cards = page.locator('[data-row]');
  await cards.filter({ hasText: 'TEL-1' }).getByRole('checkbox', { name: 'Seleccionar TEL-1' }).tap();
  await page.getByRole('button', { name: 'Recuperar 1' }).tap();
  await page.getByText('Se recuperó 1 pieza').waitFor();
  await expect.poll(() => cards.count()).toBe(1);
});

test('an admin sees people and grants in the activity, a manufacturer does not', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Socios');
  await maker.store('SOC-1');
  await createPerson(demo, 'clients', 'Persona Registrada', [maker.brand]);
  const admin = await open('/activity', { as: 'admin' });
  await rows(admin, 'Operaciones').filter({ hasText: '1 persona creada' }).first().waitFor();
  await rows(admin, 'Operaciones').filter({ hasText: '1 asignación agregada' }).first().click();
  await rows(admin, 'Cambios')
    .filter({ hasText: `Persona Registrada: ${maker.brand}` })
    .waitFor();

  const page = await open('/activity', { as: maker });
  await rows(page, 'Operaciones').filter({ hasText: '1 pieza creada' }).waitFor();
  expect(await rows(page, 'Operaciones').allInnerTexts()).not.toContainEqual(
    expect.stringMatching(/persona|asignación/),
  );
});

test('a client has neither the trash nor the activity', async ({ open }) => {
  const page = await open('/parts/catalog', { as: 'cliente' });
  await press(page, 'Menú');
  await page.getByRole('menuitem', { name: 'Piezas' }).waitFor();
  for (const name of ['Papelera', 'Actividad']) expect(await page.getByRole('menuitem', { name }).count()).toBe(0);
  for (const path of ['/parts/trash', '/activity', '/activity/1', '/activity/undos/1']) {
    await page.goto(path);
    await page.waitForURL(/\/parts\/catalog/);
  }
});

const choose = (page: Page, name: string) => page.getByRole('radiogroup').getByText(name).click();

test('a manufacturer undoes an import, reads what became of each part, and undoes the undo', async ({ open, demo }) => {
  const maker = await createMaker(demo, 'Con Dudas');
  const { udid } = await importParts(demo, maker);
  const page = await open(`/import?file=${udid}`, { as: maker });
  await press(page, 'Deshacer importación');
  await dialog(page).getByText('Se desharían 2 piezas. 1 se conserva porque alguien la cambió después.').waitFor();
  await dialog(page).getByRole('button', { name: 'Deshacer', exact: true }).click();

  await page.waitForURL(/\/activity\/undos\/\d+$/);
  await expectEnded(page, 'Completado: 1 deshecha, 1 conservada, 1 imposible');
  await rows(page, 'Piezas').filter({ hasText: 'DES-2' }).filter({ hasText: 'La pieza se eliminó' }).waitFor();
  await choose(page, 'Conservadas');
  await rows(page, 'Piezas').filter({ hasText: 'DES-1' }).filter({ hasText: 'Administrador' }).waitFor();
  await choose(page, 'Imposibles');
  await rows(page, 'Piezas').filter({ hasText: 'DES-3' }).waitFor();
  expect(await rows(page, 'Piezas').count()).toBe(1);
  const file = await downloadFile(page, () => press(page, 'Descargar planilla'));
  expect(isWorkbook(file.content)).toBe(true);
  expect(await codesOf(demo, maker)).toEqual(['DES-1', 'DES-3']);

  await page.getByRole('link', { name: 'Volver' }).click();
  const undo = rows(page, 'Operaciones').filter({ hasText: 'Deshacer' });
  await undo.filter({ hasText: '1 pieza eliminada' }).click();
  await page.getByRole('heading', { name: '1 pieza eliminada' }).waitFor();
  await page.getByRole('link', { name: /^Importación · lista de marzo\.xlsx/ }).waitFor();
  await press(page, 'Deshacer');
  await dialog(page).getByText('Se desharía 1 pieza.').waitFor();
  await dialog(page).getByRole('button', { name: 'Deshacer', exact: true }).click();
  await expectEnded(page, 'Completado: 1 deshecha, 0 conservadas, 0 imposibles');
  expect(await codesOf(demo, maker)).toEqual(['DES-1', 'DES-2', 'DES-3']);
});
