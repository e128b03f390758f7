import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import {
  applyReview,
  changesOf,
  errorsOf,
  finished,
  importFile,
  makeSheets,
  makeWorkbook,
  reviewFile,
} from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { readWorkbook } from '../testing/written-workbook.ts';
import { sweepImports } from './sweep.ts';

/* Cells that are corrected in the review, instead of in the file. */

const server = await startServer();
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const part = (code: string, ...more: string[]) => ['Ñandú', '', 'Pastillas', code, ...more];
type File = { readonly udid: string };
type Cells = { readonly column: string; readonly value: string }[];

const query = { page: 1, size: 200, filters: [], sort: [{ column: 'id', descending: false }] };
/** The first error of a row of a sheet. */
async function errorAt({ udid }: File, sheet: string, row: number): Promise<number> {
  const { data } = await maker.call(api.importer.errors, { params: { udid }, query });
  const error = data.find((one) => one.sheet === sheet && one.row === row);
  expect(error).toBeDefined();
  return error?.id ?? 0;
}
async function correct(file: File, sheet: string, row: number, cells: Cells) {
  const body = { udid: file.udid, id: await errorAt(file, sheet, row), cells };
  return finished(maker, await maker.call(api.importCorrections.store, { body }));
}
const correctionsOf = ({ udid }: File) => maker.call(api.importCorrections.list, { params: { udid } });
async function firstCorrection(file: File): Promise<number> {
  const [first] = await correctionsOf(file);
  return first?.id ?? 0;
}
async function uncorrect(file: File) {
  const body = { udid: file.udid, id: await firstCorrection(file) };
  return finished(maker, await maker.call(api.importCorrections.remove, { body }));
}
const FLAG = 'Tiene que ser SI o NO';

test('a corrected cell is read instead of that of the file, in the review and when it is applied', async () => {
  const workbook = await makeWorkbook({
    Piezas: [part('C-1'), part('C-2', 'Una', 'quizás', 'tal vez'), part('C-3', '', 'quizás')],
    Atributos: [['Ñandú', 'Pastillas', 'C-2', 'Ancho', '10', 'mm']],
  });
  const file = await reviewFile(maker, workbook);
  const row = await maker.call(api.importCorrections.row, {
    params: { udid: file.udid, id: await errorAt(file, 'Piezas', 3) },
  });
  expect(row).toMatchObject({ sheet: 'Piezas', row: 3 });
  expect(row.cells.filter(({ reason }) => reason !== null)).toEqual([
    { column: 'Habilitada', title: null, value: 'quizás', reason: FLAG },
    { column: 'Discontinuada', title: null, value: 'tal vez', reason: FLAG },
  ]);

  const half = await correct(file, 'Piezas', 3, [
    { column: 'Habilitada', value: 'NO' },
    { column: 'Discontinuada', value: 'quién sabe' },
  ]);
  expect(await errorsOf(maker, half)).toEqual([
    `Piezas 3 Discontinuada «quién sabe»: ${FLAG}`,
    `Piezas 4 Habilitada «quizás»: ${FLAG}`,
    'Atributos 2 Código «C-2»: Su pieza no entró: mirá la fila 3 de la hoja «Piezas»',
  ]);

  const whole = await correct(half, 'Piezas', 3, [{ column: 'Discontinuada', value: '' }]);
  expect(whole).toMatchObject({ state: 'review', rows_created: 3, errors_count: 1 });
  expect(await changesOf(maker, whole)).toContainEqual(expect.stringMatching(/^Atributos 2 C-2 created/));
  expect(await correctionsOf(whole)).toMatchObject([
    { sheet: 'Piezas', row: 3, column: 'Habilitada', before: 'quizás', after: 'NO' },
    { sheet: 'Piezas', row: 3, column: 'Discontinuada', before: 'tal vez', after: '' },
  ]);
  const errors = await maker.fetch('GET', `/api/backend/importer/files/${file.udid}/errors.xlsx`);
  expect(readWorkbook(Buffer.from(await errors.arrayBuffer())).Correcciones).toEqual([
    ['Hoja', 'Fila', 'Columna', 'Antes', 'Ahora'],
    ['Piezas', 3, 'Habilitada', 'quizás', 'NO'],
    ['Piezas', 3, 'Discontinuada', 'tal vez', null],
  ]);

  expect(await applyReview(maker, whole)).toMatchObject({ state: 'done', rows_created: 3, errors_count: 1 });
  const stored = await db
    .selectFrom('parts')
    .where('code', '=', 'C-2')
    .select(['enabled', 'discontinued', 'observation'])
    .executeTakeFirst();
  expect(stored).toEqual({ enabled: false, discontinued: false, observation: 'Una' });
});

test('a correction is removed: the row is as in the file again', async () => {
  const file = await reviewFile(maker, await makeWorkbook({ Piezas: [part('Q-1'), part('Q-2', '', 'quizás')] }));
  const corrected = await correct(file, 'Piezas', 3, [{ column: 'Habilitada', value: 'SI' }]);
  expect(corrected).toMatchObject({ rows_created: 2, errors_count: 0 });
  const again = await uncorrect(corrected);
  expect(again).toMatchObject({ state: 'review', rows_created: 1, errors_count: 1, operation_id: null });
  expect(await errorsOf(maker, again)).toEqual([`Piezas 3 Habilitada «quizás»: ${FLAG}`]);
  expect(await correctionsOf(again)).toEqual([]);

  // Removes a correction that left an error.
  const wrong = await correct(again, 'Piezas', 3, [{ column: 'Habilitada', value: 'no sé' }]);
  expect(await errorsOf(maker, wrong)).toEqual([`Piezas 3 Habilitada «no sé»: ${FLAG}`]);
  expect(await errorsOf(maker, await uncorrect(wrong))).toEqual([`Piezas 3 Habilitada «quizás»: ${FLAG}`]);
});

test('corrected rows of a file that was saved without a review are reviewed, and their corrections stay', async () => {
  const file = await importFile(
    maker,
    await makeWorkbook({ Piezas: [part('D-1'), part('D-2', '', '', '', 'BORRAR')] }),
  );
  expect(file).toMatchObject({ state: 'done', rows_created: 1, errors_count: 1 });
  const removing = await correct(file, 'Piezas', 3, [
    { column: 'Acción', value: 'QUITAR' },
    { column: 'Código', value: 'D-1' },
  ]);
  // The same code as an earlier row.
  expect(await errorsOf(maker, removing)).toEqual([
    'Piezas 3 Código «D-1»: Está repetida: dice otra cosa que la fila 2',
  ]);
  const created = await correct(removing, 'Piezas', 3, [
    { column: 'Acción', value: '' },
    { column: 'Código', value: 'D-2' },
  ]);
  expect(created).toMatchObject({ state: 'review', rows_created: 2, errors_count: 0 });
  expect(await correctionsOf(created)).toMatchObject([{ is_removable: false }]);
  const removal = { udid: created.udid, id: await firstCorrection(created) };
  expect(await maker.send(api.importCorrections.remove, { body: removal })).toMatchObject({
    code: 409,
    message: 'Una parte del archivo ya entró: dejá afuera el cambio, o corregí la pieza',
  });
  expect(await applyReview(maker, created)).toMatchObject({ state: 'done', rows_created: 2, errors_count: 0 });
});

test('a file of another format is corrected in its own columns', async () => {
  const file = await importFile(
    maker,
    await makeSheets(
      {
        Lista: [
          ['Artículo', 'Activo'],
          ['M-1', 'si'],
          ['M-2', 'eh'],
          ['M-3', 'no'],
        ],
      },
      'lista.xlsx',
    ),
  );
  const { mapping } = await maker.call(api.workbookMappings.show, { params: { udid: file.udid } });
  const [sheet] = mapping.sheets;
  const constants = { brand: 'Ñandú', product: 'Pastillas' };
  const sheets = sheet ? [{ ...sheet, constants }] : [];
  const body = { udid: file.udid, mapping: { ...mapping, sheets } };
  const reviewed = await finished(maker, await maker.call(api.workbookMappings.apply, { body }));
  expect(await errorsOf(maker, reviewed)).toEqual([`Lista 3 Activo «eh»: ${FLAG}`]);
  const corrected = await correct(reviewed, 'Lista', 3, [{ column: 'Habilitada', value: 'no' }]);
  expect(corrected).toMatchObject({ state: 'review', rows_created: 3, errors_count: 0 });
  expect(await correctionsOf(corrected)).toMatchObject([
    { sheet: 'Lista', row: 3, column: 'Activo', before: 'eh', after: 'no' },
  ]);
  expect(await applyReview(maker, corrected)).toMatchObject({ rows_created: 3 });
});

test('invalid corrections are refused with a message', async () => {
  const file = await reviewFile(maker, await makeWorkbook({ Piezas: [part('R-1'), part('R-2', '', 'quizás')] }));
  const other = await reviewFile(maker, await makeWorkbook({ Piezas: [part('R-3', '', 'quizás')] }));
  const id = await errorAt(file, 'Piezas', 3);
  const sending = (cells: Cells, { udid }: File = file) =>
    maker.send(api.importCorrections.store, { body: { udid, id, cells } });
  const flag = (value: string) => [{ column: 'Habilitada', value }];
  expect(await sending(flag('a\0b'))).toMatchObject({ code: 422 });
  expect(await sending(flag('\ud800'))).toMatchObject({ code: 422 });
  expect(await sending(flag('x'.repeat(10_001)))).toMatchObject({ code: 422 });
  expect(await sending(flag('quizás'))).toMatchObject({ code: 422, message: 'No cambiaste ninguna celda' });
  expect(await sending([{ column: 'Precio', value: '1' }])).toMatchObject({
    code: 422,
    message: 'La hoja «Piezas» no tiene la columna «Precio»',
  });
  expect(await sending([])).toMatchObject({ code: 422 });
  // The error is of another file.
  expect(await sending(flag('SI'), other)).toMatchObject({ code: 404 });
  await correct(file, 'Piezas', 3, flag('tampoco'));
  const correction = await firstCorrection(file);
  const foreign = { udid: other.udid, id: correction };
  expect(await maker.send(api.importCorrections.remove, { body: foreign })).toMatchObject({ code: 404 });
  await maker.call(api.importer.cancel, { body: { udid: file.udid } });
  const late = { udid: file.udid, id: await errorAt(file, 'Piezas', 3), cells: flag('SI') };
  expect(await maker.send(api.importCorrections.store, { body: late })).toMatchObject({
    code: 409,
    message: 'La importación se canceló o falló, y ya no se corrige: subí el archivo de nuevo',
  });
});

test('a discarded correction of an applied file leaves its row out, and other errors can be corrected', async () => {
  const rows = [part('S-1'), part('S-2', '', 'quizás'), part('S-3', '', 'tal vez')];
  const file = await importFile(maker, await makeWorkbook({ Piezas: rows }));
  expect(file).toMatchObject({ state: 'done', rows_created: 1, errors_count: 2 });
  const review = await correct(file, 'Piezas', 3, [{ column: 'Habilitada', value: 'SI' }]);
  expect(review).toMatchObject({ state: 'review', rows_created: 2, errors_count: 1 });
  expect(await maker.call(api.importer.cancel, { body: { udid: file.udid } })).toMatchObject({
    ...{ state: 'done', rows_created: 1, rows_left_out: 1, errors_count: 1 },
    status_message: 'Completado con 1 error: 1 nueva, 0 modificadas, 0 sin cambios, 1 quedó afuera',
  });
  expect(await changesOf(maker, review)).toHaveLength(1);
  const later = await correct(file, 'Piezas', 4, [{ column: 'Habilitada', value: 'SI' }]);
  expect(later).toMatchObject({ state: 'review', rows_created: 2, errors_count: 0 });
  // Its review expires.
  await db
    .updateTable('jobs')
    .set({ finished_at: new Date(Date.now() - 8 * 24 * 60 * 60_000) })
    .where('id', '=', later.id)
    .execute();
  await sweepImports(db, server.files, 90);
  expect(await maker.call(api.importer.show, { params: { udid: file.udid } })).toMatchObject({
    ...{ state: 'done', rows_created: 1, rows_left_out: 2, errors_count: 0 },
  });
});
