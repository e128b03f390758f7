import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@piezario/contract/api';
import { IMPORT_SHEETS } from '@piezario/contract/importer';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addBrand, addCategory, addProduct, addVehicle } from '../testing/catalogue.ts';
import { asFile, errorsOf, importFile, makeWorkbook, upload } from '../testing/imports.ts';
import { startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { relationsXml, sheetXml, workbookParts, zip } from '../testing/workbook.ts';

/* Hostile files. None of them changes anything, and other users are answered while one is read. */

const server = await startServer();
const { db } = server;
startJobs(server);
await addProduct(db, (await addCategory(db)).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const vehicle = await addVehicle(db);
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
const other = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const inlineRow = (row: number, texts: readonly string[]) =>
  `<row r="${row}">${texts.map((text, index) => `<c r="${'ABCD'[index]}${row}" t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;
const good = workbookParts(inlineRow(1, ['Marca']));
const MiB = 1024 * 1024;

/** A workbook whose last sheet has a byte changed in its compressed contents. */
async function damagedAtTheEnd(): Promise<Buffer> {
  const part = ['Ñandú', 'Pastillas', 'A-1'];
  const file = await makeWorkbook({
    Piezas: [['Ñandú', '', 'Pastillas', 'A-1']],
    Atributos: [[...part, 'Ancho', '1']],
    Equivalencias: [[...part, 'Fiat', '1']],
    Aplicaciones: [[...part, vehicle.id]],
  });
  const bytes = Buffer.from(await file.arrayBuffer());
  const name = 'xl/worksheets/sheet4.xml';
  const index = bytes.indexOf(name) + name.length + 60;
  bytes[index] = (bytes[index] ?? 0) ^ 0xff;
  return bytes;
}

test.each([
  [
    'a sheet that inflates to hundreds of times its size',
    () => zip({ ...good, 'xl/worksheets/sheet1.xml': Buffer.alloc(64 * MiB, ' ') }),
  ],
  [
    'shared strings that inflate to hundreds of times their size',
    () => zip({ ...good, 'xl/sharedStrings.xml': Buffer.alloc(64 * MiB, ' ') }),
  ],
  [
    'an entity that expands',
    () =>
      zip({
        ...good,
        'xl/worksheets/sheet1.xml': `<!DOCTYPE x [<!ENTITY a "${'a'.repeat(1000)}">]>${sheetXml('<row r="1"><c r="A1"><v>&a;</v></c></row>')}`,
      }),
  ],
  [
    'millions of unknown elements',
    () =>
      zip({
        ...good,
        'xl/worksheets/sheet1.xml': sheetXml('').replace('<sheetData>', `${'<x/>'.repeat(2_100_000)}$&`),
      }),
  ],
  ['too many columns', () => zip(workbookParts('<row r="1"><c r="XFD1"><v>1</v></c></row>'))],
  [
    'a row number beyond the last row of a sheet',
    () => zip(workbookParts('<row r="99999999"><c r="A99999999"><v>1</v></c></row>')),
  ],
  ['a fourth sheet that is damaged', damagedAtTheEnd],
  ['the signature of an .xlsx and nothing else', async () => Buffer.from('PK\x03\x04nada')],
  ['the signature of an .xls and nothing else', async () => Buffer.from('d0cf11e0a1b11ae1'.padEnd(4096, '0'), 'hex')],
])('a file with %s fails with an explanation, changes nothing and does not disturb other users', async (_, make) => {
  const { udid } = await upload(maker, asFile(await make(), 'malo.xlsx'));
  const answers: number[] = [];
  const { state, status_message, rows_total } = await vi.waitFor(
    async () => {
      answers.push((await other.send(api.brands.json, {})).code);
      const file = await maker.call(api.importer.show, { params: { udid } });
      expect(file.finished_at).not.toBeNull();
      return file;
    },
    { timeout: 200_000, interval: 20 },
  );
  expect({ state, rows_total }).toEqual({ state: 'failed', rows_total: null });
  expect(status_message).toMatch(/^Fallido: \p{Lu}?\p{Ll}.{10,}/u);
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await db.selectFrom('parts').select('id').execute()).toEqual([]);
});

test('no address in a file is requested', async () => {
  let visits = 0;
  const site = createServer((_, response) => {
    visits++;
    response.end();
  });
  await once(site.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void site.close());
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/x`;
  const part = ['Ñandú', 'Pastillas', url, url].map(
    (value, index) => `<c r="${'ABCD'[index]}2" t="str"><f>HYPERLINK("${url}")</f><v>${value}</v></c>`,
  );
  const titles = inlineRow(1, ['Marca', 'Producto', 'Código', 'Descripción']);
  const parts = workbookParts(`${titles}<row r="2">${part.join('')}</row>`);
  const link = relationsXml([['rId1', 'hyperlink', url]]).replace('/>', ' TargetMode="External"/>');
  const file = await zip({
    ...parts,
    'xl/worksheets/_rels/sheet1.xml.rels': link,
    'xl/externalLinks/externalLink1.xml': link,
  });
  const done = await importFile(maker, asFile(file, 'enlaces.xlsx'));
  expect(await errorsOf(maker, done)).toEqual([]);
  expect(done).toMatchObject({ state: 'done', rows_created: 1 });
  expect(visits).toBe(0);
});

test('texts that cannot be stored are errors of their cell, and the file of errors can be written', async () => {
  const codes = ['a_x0000_b', 'a_xD800_b', '_x001B_[31m'];
  const rows = codes.map((code, index) => inlineRow(index + 2, ['Ñandú', 'Pastillas', code]));
  const parts = workbookParts(inlineRow(1, ['Marca', 'Producto', 'Código']) + rows.join(''));
  const done = await importFile(maker, asFile(await zip(parts), 'textos.xlsx'));
  expect(done).toMatchObject({ state: 'done', rows_created: 0, errors_count: 3 });
  const response = await maker.fetch('GET', `/api/backend/importer/files/${done.udid}/errors.xlsx`);
  expect(response.status).toBe(200);
});

test('titles and sheet names that cannot be stored are shown with a replacement character', async () => {
  const rows = inlineRow(1, ['Marca', 'Producto', 'Código', 'a_x0000_b']) + inlineRow(2, ['Ñandú', 'Pastillas', 'T-1']);
  const done = await importFile(maker, asFile(await zip(workbookParts(rows)), 'títulos.xlsx'));
  expect(done).toMatchObject({
    state: 'done',
    rows_created: 1,
    warnings: [
      'Hoja «Piezas»: no se lee la columna «a\ufffdb», que no es del formato: los datos de una pieza van en la hoja «Atributos»',
    ],
  });
  const parts = workbookParts(rows);
  const half = `${'x'.repeat(49)}🚗 y más`;
  const book = String(parts['xl/workbook.xml']).replace('Piezas', half);
  const { udid, state } = await importFile(
    maker,
    asFile(await zip({ ...parts, 'xl/workbook.xml': book }), 'hojas.xlsx'),
  );
  expect(state).toBe('mapping');
  const { sheets } = await maker.call(api.workbookMappings.show, { params: { udid } });
  expect(sheets).toMatchObject([{ name: half, first: [{ cells: ['Marca', 'Producto', 'Código', 'a\ufffdb'] }, {}] }]);
});

test('the worst text in every cell takes about the time of a plain one', async () => {
  // Alternating classes of combining marks cost most to normalize.
  const worst = `a${'\u0316\u0301'.repeat(16_000)}`;
  const seconds = async (text: string) => {
    const rows = Object.fromEntries(
      Object.entries(IMPORT_SHEETS).map(([sheet, titles]) => [
        sheet,
        Array.from({ length: 5 }, (_, row) => titles.map(() => `${text}${row}`)),
      ]),
    );
    const file = await makeWorkbook(rows, `${crypto.randomUUID()}.xlsx`);
    const start = performance.now();
    expect(await importFile(maker, file)).toMatchObject({ state: 'done', rows_created: 0, errors_count: 20 });
    return (performance.now() - start) / 1000;
  };
  const plain = 'x'.repeat(worst.length);
  // The first file of a person starts a process, which the others share.
  await seconds(plain);
  // If texts were normalized before they are cut, each cell would take as long as a whole plain import.
  expect(await seconds(worst)).toBeLessThan(5 * (await seconds(plain)) + 2);
});
