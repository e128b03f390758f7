import { api } from '@piezario/contract/api';
import type { WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { expect, test } from 'vitest';
import type { Row } from '../../spreadsheet/writing/write-cells.ts';
import { addBrand, addCategory, addProduct } from '../../testing/catalogue.ts';
import { applyReview, asFile, errorsOf, finished, makeSheets } from '../../testing/imports.ts';
import { startJobs } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';
import { zip } from '../../testing/workbook.ts';

/* Odd and hostile files: each ends with the exact parts, or with a sentence that says what is wrong. */

const server = await startServer();
startJobs(server);
const { db } = server;
const filters = await addCategory(db, 'Filtros');
await addProduct(db, filters.id, 'Filtro de aceite');
await addProduct(db, filters.id, 'Filtro de aire');

const sheet = (...rows: readonly Row[]) => makeSheets({ Hoja1: rows }, 'lista.xlsx');
const text = (content: string, encoding: BufferEncoding, name = 'lista.csv') =>
  asFile(Buffer.from(content, encoding), name);
const OIL = 'Filtro de aceite';
const AIR = 'Filtro de aire';

type Case = readonly [name: string, file: () => Promise<File> | File, ends: readonly string[]];
const CASES: readonly Case[] = [
  ['a sheet without cells', () => sheet(), ['Fallido: el archivo no tiene una hoja «Piezas». Tiene: «Hoja1»']],
  [
    'titles alone',
    () => text('Código;Descripción;Precio\n', 'utf8'),
    ['Fallido: el archivo no tiene filas debajo de los títulos'],
  ],
  [
    'UTF-16 with tabs',
    () =>
      text(`\ufeffCódigo\tRubro\tDetalle\n00123\t${OIL}\tCon ñandú\n0E12\t${AIR}\tÓptimo\n`, 'utf16le', 'lista.txt'),
    ['00123 · Con ñandú', '0E12 · Óptimo'],
  ],
  [
    'Latin-1 with quotes and line breaks',
    () =>
      text(
        `"Cód.";"Línea";"Denominación"\n"W 712";"${OIL}";"Uno; con ""comillas""\ny renglón"\n"00045";"${AIR}";"Año"\n`,
        'latin1',
      ),
    ['00045 · Año', 'W 712 · Uno; con "comillas"\ny renglón'],
  ],
  [
    'formulas as texts',
    () =>
      sheet(
        ['Código', 'Producto', 'Descripción'],
        ["=cmd|'/c calc'!A1", OIL, '=HYPERLINK("http://malo","x")'],
        ['+54-11', OIL, '@SUM(1)'],
        ['-9', AIR, '<script>alert(1)</script>'],
      ),
    ['+54-11 · @SUM(1)', '-9 · <script>alert(1)</script>', '=cmd|\'/c calc\'!A1 · =HYPERLINK("http://malo","x")'],
  ],
  [
    'a brand called Total, and totals',
    () =>
      sheet(
        ['Proveedor', 'Código', 'Rubro', 'Detalle'],
        ['TOTAL', 'TQ-9000', OIL, 'Uno'],
        ['TOTAL', '21376', AIR, 'Dos'],
        ['TOTAL', null, null, 2],
      ),
    ['21376 · Dos', 'TQ-9000 · Uno'],
  ],
  [
    'HTML as .xls',
    () => asFile(Buffer.from('<html><body><table><tr><td>A1</td></tr></table></body></html>'), 'lista.xls'),
    ['Es un HTML guardado como planilla: abrilo en Excel y guardalo como .xlsx'],
  ],
  [
    'another zip',
    async () => asFile(await zip({ 'hola.txt': 'hola' }), 'lista.xlsx'),
    ['Fallido: es un archivo comprimido, no una planilla: descomprimilo y subí el .xlsx que tiene adentro'],
  ],
  [
    'thousands of columns',
    () => sheet(['Código', ...Array.from({ length: 2_000 }, (_, index) => `C${index}`)], ['A-1']),
    ['Fallido: la fila 1 tiene datos más allá de la columna 256'],
  ],
  [
    'codes that became dates and numbers',
    () => sheet(['Artículo', 'Rubro'], [new Date('2026-08-05T12:00Z'), OIL], [7.79e15, OIL], ['OK-1', AIR]),
    [
      'Hoja1 2 Artículo «05/08/2026»: La planilla lo convirtió en una fecha: poné la columna como texto y escribí el código de nuevo',
      expect.stringMatching(/^Hoja1 3 Artículo «7790000000000000»: El número tiene más de 15 cifras/),
      'OK-1 · ',
    ],
  ],
  [
    'rows that repeat and contradict each other',
    () =>
      sheet(
        ['Código', 'Rubro', 'Detalle'],
        ['A-1', OIL, 'Uno'],
        ['A-1', OIL, 'Dos'],
        ['A-2', AIR, 'Tres'],
        ['a2', AIR, 'Tres'],
      ),
    ['Hoja1 3 Código «A-1»: Está repetida: dice otra cosa que la fila 2', 'A-1 · Uno', 'A-2 · Tres'],
  ],
  [
    'invisible characters and half an emoji',
    () =>
      sheet(
        ['\u200bCódigo\u202e', 'Rubro 🚗', 'Detalle'],
        ['A\u00ad-1\u200b', OIL, '👨‍👩‍👧 \ud83d'],
        ['B-2', AIR, 'e\u0301'],
      ),
    ['A-1 · 👨‍👩‍👧 \ufffd', 'B-2 · é'],
  ],
  [
    'a cell of a megabyte',
    () => text(`Código;Rubro;Detalle\nA-1;${OIL};${'x'.repeat(1_000_000)}\nA-2;${AIR};corto\n`, 'utf8'),
    ['Fallido: la fila 2 tiene un texto de más de 32.767 caracteres'],
  ],
  [
    'parts as columns',
    () => sheet(['Código', 'A-1', 'A-2'], ['Rubro', OIL, AIR], ['Alto (mm)', 10, 11]),
    ['¿Qué producto son? Elegí la columna, los grupos, el nombre de la hoja o escribí el producto'],
  ],
];

test.each(CASES)('%s', async (name, make, ends) => {
  const brand = await addBrand(db, name === 'a brand called Total, and totals' ? 'Total' : `Marca ${name}`);
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
  expect(await outcomeOf()).toEqual(ends);

  async function outcomeOf(): Promise<string[]> {
    const sent = await maker.send(api.importer.store, { body: { attachment: await make() } });
    if (sent.code !== 200) return [sent.message];
    const { udid } = sent.result;
    const file = await finished(maker, { udid });
    if (file.state === 'failed') return [file.status_message];
    const { mapping } = await maker.call(api.workbookMappings.show, { params: { udid } });
    const sheets = mapping.sheets.map((one) => ({ ...one, constants: { ...one.constants, brand: brand.name } }));
    const answered: WorkbookMapping = { version: 1, sheets };
    await maker.call(api.workbookMappings.preview, { body: { udid, mapping: answered } });
    const read = await maker.send(api.workbookMappings.apply, { body: { udid, mapping: answered, name: '' } });
    if (read.code !== 200) return [read.message];
    await finished(maker, { udid });
    const errors = await errorsOf(maker, { udid });
    await applyReview(maker, { udid });
    const parts = await db
      .selectFrom('parts')
      .where('part_brand_id', '=', brand.id)
      .select(['code', 'observation'])
      .orderBy('code_bare')
      .execute();
    return [...errors, ...parts.map(({ code, observation }) => `${code} · ${observation}`)];
  }
});
