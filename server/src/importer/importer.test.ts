import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { expect, test } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import { asFile, errorsOf, importFile, makeSheets, makeWorkbook, upload } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { expectValid, readWorkbook } from '../testing/written-workbook.ts';

/** The first server runs imports; the second one only receives files. */
const [server, idle] = [await startServer(), await startServer()];
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db, 'Frenos')).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const waiting = await enrol(idle, 'manufacturer');

const bytes = (text: string) => Buffer.from(text, 'latin1');
const xlsx = (text: string, name = 'piezas.xlsx') => asFile(bytes(`PK\x03\x04${text}`), name);
const kept = () => readdir(join(idle.dataDir, 'files', 'imports')).catch(() => []);
const everyFile = { page: 1, size: 50, filters: [], sort: [{ column: 'id', descending: false }] };

test('an uploaded file is listed and shown with its owner', async () => {
  const file = xlsx('recibido', 'Lista ñ.xlsx');
  const { is_queued, ...received } = await upload(waiting, file);
  expect(is_queued).toBe(0);
  expect(received).toMatchObject({
    name: 'Lista ñ.xlsx',
    bytes: file.size,
    user: 'Persona manufacturer',
    state: 'queued',
    status_message: 'En cola',
    rows_total: null,
    rows_done: 0,
    errors_count: 0,
    warnings: [],
    finished_at: null,
  });
  expect(await waiting.call(api.importer.show, { params: { udid: received.udid } })).toEqual(received);
  const { data } = await waiting.call(api.importer.list, { query: everyFile });
  expect(data).toEqual([received]);
});

const CHOOSE = 'Elegí una planilla: un archivo .xlsx, .xls, .xlsm, .ods, .csv o .tsv';

test.each([
  ['piezas.xlsb', 'PK\x03\x04', CHOOSE],
  ['piezas.csv.exe', 'Marca;Código', CHOOSE],
  ['xlsx', 'PK\x03\x04', CHOOSE],
  ['piezas.xlsx', '', 'El archivo está vacío'],
  ['piezas.xls', '<html><table>', /HTML/],
  ['piezas.ods', 'hola', /archivo de texto/],
  ['piezas.csv', '\x01\x02\x03\0', /No es una planilla/],
  ['piezas.xlsx', 'MZ\x90\0\x03', /programa/],
  ['piezas.xlsx', '%PDF-1.7', /PDF/],
])('%s that starts with %j is an error of its field, and is not stored', async (name, content, message) => {
  const before = await kept();
  const answer = await waiting.send(api.importer.store, { body: { attachment: asFile(bytes(content), name) } });
  const said = typeof message === 'string' ? message : expect.stringMatching(message);
  expect(answer).toMatchObject({ code: 422, message: said, result: { errors: { attachment: said } } });
  expect(await kept()).toEqual(before);
});

test('uploading the same file again, also many times at once, returns the same import', async () => {
  const before = (await kept()).length;
  const answers = await Promise.all(Array.from({ length: 8 }, () => upload(waiting, xlsx('doble clic'))));
  expect(new Set(answers.map(({ udid }) => udid)).size).toBe(1);
  expect(await kept()).toHaveLength(before + 1);
  const other = await enrol(idle, 'manufacturer');
  expect((await upload(other, xlsx('doble clic'))).udid).not.toBe(answers[0]?.udid);
  await waiting.call(api.importer.cancel, { body: { udid: answers[0]?.udid ?? '' } });
  expect((await upload(waiting, xlsx('doble clic'))).udid).not.toBe(answers[0]?.udid);
});

test.each([
  ['..\\..\\etc\\passwd.xlsx', 'passwd.xlsx'],
  ['/etc/../lista.xlsx', 'lista.xlsx'],
  ['<img src=x onerror=alert(1)>.xlsx', '<img src=x onerror=alert(1)>.xlsx'],
  ['\u001b[31mrojo\u202e.xlsx', '[31mrojo.xlsx'],
  [`${'ñ'.repeat(300)}.xlsx`, `${'ñ'.repeat(195)}.xlsx`],
])('the name %j is stored as %j', async (name, stored) => {
  expect((await upload(waiting, xlsx(crypto.randomUUID(), name))).name).toBe(stored);
});

test('a manufacturer sees and changes only its own files; administration and staff see all', async () => {
  const other = await enrol(idle, 'manufacturer');
  const { udid } = await upload(waiting, xlsx('de otro'));
  const missing = await other.request('GET', `/api/backend/importer/files/${crypto.randomUUID()}`);
  for (const path of ['', '/errors', '/errors.xlsx']) {
    expect(await other.request('GET', `/api/backend/importer/files/${udid}${path}`)).toEqual(missing);
  }
  for (const call of [api.importer.cancel, api.importer.remove]) {
    expect(await other.send(call, { body: { udid } })).toMatchObject({ code: 404 });
  }
  expect((await other.call(api.importer.list, { query: everyFile })).total).toBe(0);
  for (const role of ['admin', 'staff'] as const) {
    const boss = await enrol(idle, role);
    expect(await boss.call(api.importer.show, { params: { udid } })).toMatchObject({ state: 'queued' });
  }
});

test('files are found and sorted by every column of the list', async () => {
  const owner = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  const names = ['zócalo.xlsx', 'Ámbar.xlsx'];
  for (const [index, name] of names.entries()) {
    const wrong = index > 0 ? [['Ñandú', '', 'Nada', 'L-9']] : [];
    const rows = [['Ñandú', '', 'Pastillas', `L-${index}`], ...wrong];
    await importFile(owner, await makeWorkbook({ Piezas: rows }, name));
  }
  const found = async (query: string) => {
    const { result } = await owner.request('GET', `/api/backend/importer/files/?${query}`);
    return (result as { data: { name: string }[] }).data.map(({ name }) => name);
  };
  const [older, newer] = names;
  expect(await found('')).toEqual([newer, older]);
  expect(await found('sort=name')).toEqual([newer, older]);
  expect(await found('sort=-errors_count')).toEqual([newer, older]);
  expect(await found('sort=rows_total')).toEqual([older, newer]);
  expect(await found('filter[contains-name]=AMBAR')).toEqual([newer]);
  expect(await found('filter[matches-errors_count]=0')).toEqual([older]);
  expect(await found('filter[contains-status_message]=errores')).toEqual([]);
  expect(await found('filter[matches-user]=nadie')).toEqual([]);
  for (const column of Object.keys(api.importer.list.columns)) {
    expect((await found(`sort=-${column}`)).sort(), column).toEqual([...names].sort());
  }
});

test('a queued import can be canceled once', async () => {
  const { udid } = await upload(waiting, xlsx('cancelado'));
  expect(await waiting.call(api.importer.cancel, { body: { udid } })).toMatchObject({
    state: 'cancelled',
    status_message: 'Cancelado: no cambió nada',
    finished_at: expect.any(String),
  });
  expect(await waiting.send(api.importer.cancel, { body: { udid } })).toMatchObject({
    code: 409,
    message: 'La importación ya terminó',
  });
});

test('an import that is taken off the list is canceled, loses its file, and is not found by any call', async () => {
  const { udid } = await upload(waiting, xlsx('quitado'));
  const before = (await kept()).length;
  expect(await waiting.send(api.importer.remove, { body: { udid } })).toMatchObject({
    code: 200,
    message: 'Importación quitada de la lista',
  });
  expect(await kept()).toHaveLength(before - 1);
  for (const path of ['', '/errors', '/errors.xlsx']) {
    expect(await waiting.request('GET', `/api/backend/importer/files/${udid}${path}`)).toMatchObject({ code: 404 });
  }
  for (const call of [api.importer.cancel, api.importer.remove]) {
    expect(await waiting.send(call, { body: { udid } })).toMatchObject({ code: 404 });
  }
  const { data } = await waiting.call(api.importer.list, { query: everyFile });
  expect(data.map((file) => file.udid)).not.toContain(udid);
  // Its row stays for the history of changes, and its job runs no more.
  const { rows } = await idle.sql<{ state: string; errors: number }>(`select state,
    (select count(*)::int from import_errors where import_id = imports.id) as errors
    from imports join jobs using (id) where udid = '${udid}' and removed_at is not null`);
  expect(rows).toEqual([{ state: 'cancelled', errors: 0 }]);
  expect((await upload(waiting, xlsx('quitado'))).udid).not.toBe(udid);
});

const download = async (path: string) => {
  const response = await maker.fetch('GET', path);
  return { response, content: Buffer.from(await response.arrayBuffer()) };
};

test('the file of errors has the failed rows with reasons, and can be imported once corrected', async () => {
  const bad = ['Ñandú', '', 'Pastillas', '00-9', ' Una ñ\ncon renglones ', 'quizás', ''];
  const file = await makeWorkbook(
    {
      Piezas: [['Ñandú', 'Frenos', 'Pastillas', 'E-1'], bad],
      Atributos: [['Ñandú', 'Pastillas', '009', 'Ancho', 17.5, 'mm']],
      Equivalencias: [['Ñandú', 'Pastillas', 'E-1', 'Fiat', '1']],
    },
    'Mi lista ñ.xlsx',
  );
  const { udid } = await importFile(maker, file);
  const { response, content } = await download(`/api/backend/importer/files/${udid}/errors.xlsx`);
  expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''errores_Mi%20lista%20%C3%B1.xlsx");
  await expectValid(content);
  expect(readWorkbook(content)).toEqual({
    Piezas: [
      [...IMPORT_SHEETS.Piezas, 'Motivo'],
      [
        'Ñandú',
        null,
        'Pastillas',
        '00-9',
        ' Una ñ\ncon renglones ',
        'quizás',
        null,
        null,
        null,
        'Habilitada: Tiene que ser SI o NO',
      ],
    ],
    Atributos: [
      [...IMPORT_SHEETS.Atributos, 'Motivo'],
      [
        ...['Ñandú', 'Pastillas', '009', 'Ancho', '17,5', 'mm', null],
        'Código: Su pieza no entró: mirá la fila 3 de la hoja «Piezas»',
      ],
    ],
  });

  const corrected = readWorkbook(content);
  const [titles = [], row = []] = corrected.Piezas ?? [];
  const again = await makeSheets({
    ...corrected,
    Piezas: [titles, row.map((cell) => (cell === 'quizás' ? 'NO' : cell))],
  });
  const done = await importFile(maker, again);
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(done).toMatchObject({ state: 'done', rows_created: 2, warnings: [] });
});

test('without errors the file of errors has an empty sheet of parts', async () => {
  const { udid } = await importFile(maker, await makeWorkbook({ Piezas: [['Ñandú', '', 'Pastillas', 'F-1']] }));
  const { content } = await download(`/api/backend/importer/files/${udid}/errors.xlsx`);
  expect(readWorkbook(content)).toEqual({ Piezas: [[...IMPORT_SHEETS.Piezas, 'Motivo']] });
});

test('the template has the titles of the format and a sheet of help, and importing it changes nothing', async () => {
  const { content } = await download('/api/backend/importer/template.xlsx');
  await expectValid(content);
  const { Ayuda = [], ...sheets } = readWorkbook(content);
  expect(sheets).toEqual(
    Object.fromEntries(Object.entries(IMPORT_SHEETS).map(([name, titles]) => [name, [[...titles]]])),
  );
  const explained = Ayuda.map(([sheet, column]) => `${sheet} ${column}`);
  const columns = Object.entries(IMPORT_SHEETS).flatMap(([sheet, titles]) =>
    titles.map((title) => `${sheet} ${title}`),
  );
  expect(explained).toEqual(expect.arrayContaining(columns));
  const { state, status_message } = await importFile(maker, asFile(content, 'modelo.xlsx'));
  expect({ state, status_message }).toEqual({
    state: 'failed',
    status_message: 'Fallido: el archivo no tiene filas debajo de los títulos',
  });
});
