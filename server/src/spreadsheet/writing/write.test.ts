import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { expectValid, openInLibreOffice, readWorkbook } from '../../testing/written-workbook.ts';
import { type Sheet, writeWorkbook } from './write.ts';
import type { Cell } from './write-cells.ts';

const columns = [
  { header: 'Código', width: 20 },
  { header: 'Valor', width: 12 },
];
const sheetOf = (rows: Sheet['rows'], name = 'Piezas'): Sheet => ({ name, columns, rows });
const write = (...sheets: Sheet[]) => buffer(writeWorkbook(sheets));

const AWKWARD = [
  '00123',
  '0012345678901234567890',
  '=HYPERLINK("http://malo.example";"clic")',
  '+1',
  '-1',
  '@x',
  '\tcon tabulador',
  '\rcon retorno',
  'dos\nrenglones',
  'tres\r\nrenglones\r\n',
  '  con espacios  ',
  'a & b < c > "d" \'e\'',
  ']]>',
  '_x000D_',
  '_x000d_ y _x005F_x000D_',
  '_x12_',
  'campana \u0007, escape \u001b[31m',
  '\ufffe\uffff',
  '\u0085\u2028\u00a0',
  'ñandú 🚗 日本語 👨‍👩‍👧',
  '(vacío)',
  'TRUE',
  '1e5',
  '31/12/2025',
  '#¡REF!',
  "'apóstrofo",
  'ñ'.repeat(5000),
];

test('text is read back unchanged, and none of it is a formula', async () => {
  const bytes = await write(sheetOf([AWKWARD.map((text) => [text, text.length])]));
  // The reader used by the tests normalizes line endings.
  const read = AWKWARD.map((text) => [text.replaceAll('\r\n', '\n'), text.length]);
  expect(readWorkbook(bytes)).toEqual({ Piezas: [['Código', 'Valor'], ...read] });
  await expectValid(bytes);
});

test('numbers are numbers, dates are days of Buenos Aires, and blanks are blank', async () => {
  // In Buenos Aires this is still 31 December.
  const night = new Date('2026-01-01T02:59:59Z');
  const rows: Cell[][] = [
    ['a', 1.5],
    ['b', night],
    [null, -3],
    ['', 0],
    ['c', null],
    ['d', Number.NaN],
  ];
  const bytes = await write(sheetOf([rows]));
  expect(readWorkbook(bytes).Piezas?.slice(1)).toEqual([
    ['a', 1.5],
    ['b', new Date('2025-12-31T00:00:00Z')],
    [null, -3],
    [null, 0],
    ['c', null],
    ['d', null],
  ]);
  await expectValid(bytes);
});

test('a text that is too long for a cell is cut and ends with a notice', async () => {
  const bytes = await write(sheetOf([[['🚗'.repeat(20_000), null]]]));
  const text = String(readWorkbook(bytes).Piezas?.[1]?.[0]);
  expect(text).toMatch(/^(🚗)+… \(texto cortado\)$/u);
  expect(text.length).toBeGreaterThan(32_760);
  expect(text.length).toBeLessThanOrEqual(32_767);
});

test('a full sheet continues in another one with the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, index) => [`C${index}`, index]);
  const sheets = [sheetOf([rows.slice(0, 2), [], rows.slice(2)], 'Aplicaciones'), sheetOf([rows.slice(0, 3)])];
  const bytes = await buffer(writeWorkbook(sheets, { maxRows: 4 }));
  const header = ['Código', 'Valor'];
  expect(readWorkbook(bytes)).toEqual({
    Aplicaciones: [header, ...rows.slice(0, 3)],
    'Aplicaciones (2)': [header, ...rows.slice(3, 6)],
    'Aplicaciones (3)': [header, ...rows.slice(6)],
    Piezas: [header, ...rows.slice(0, 3)],
  });
  await expectValid(bytes);
});

test('a sheet without rows has its header', async () => {
  const bytes = await write(sheetOf([]));
  expect(readWorkbook(bytes)).toEqual({ Piezas: [['Código', 'Valor']] });
  await expectValid(bytes);
});

test('the same rows give the same bytes', async () => {
  const sheet = sheetOf([AWKWARD.map((text) => [text, 1])]);
  expect((await write(sheet)).equals(await write(sheet))).toBe(true);
});

test('rows are requested on demand, and their generator is closed when the reader stops', async () => {
  let [asked, ended] = [0, false];
  async function* endless() {
    try {
      for (;;) yield Array.from({ length: 1000 }, () => [`C${Math.random()}`, ++asked]);
    } finally {
      ended = true;
    }
  }
  let bytes = 0;
  for await (const chunk of writeWorkbook([sheetOf(endless())])) {
    bytes += chunk.length;
    if (bytes > 1_000_000) break;
  }
  expect(ended).toBe(true);
  // A megabyte of the file has about as many rows; more are not generated ahead.
  expect(asked).toBeLessThan(100_000);
});

test('an error in a generator of rows fails the file and closes the generator', async () => {
  async function* failing() {
    yield [['a', 1]];
    throw new Error('The database is gone');
  }
  await expect(write(sheetOf(failing()))).rejects.toThrow('The database is gone');
});

test('LibreOffice opens it and sees the same text', async () => {
  const visible = AWKWARD.filter((text) => !/[\p{Cc}\ufffe\uffff]/u.test(text));
  const shown = await openInLibreOffice(await write(sheetOf([visible.map((text) => [text, 1])])));
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = [`"Código","Valor"`, ...visible.map((text) => `${quote(text)},1`)];
  expect(shown.Piezas?.split('\n').slice(0, -1)).toEqual(lines);
});
