import { writeFile } from 'node:fs/promises';
import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import {
  collect,
  type Parts,
  readBytes,
  readParts,
  readRows,
  relationsXml,
  sheetXml,
  withFile,
  workbookParts,
  XML,
  zip,
} from '../../testing/workbook.ts';
import { openWorkbook } from './read.ts';

const CODE = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>7</v></c></row>';
const STRINGS = '<si><t>ñandú</t></si>';
const CODE_ROWS = [{ number: 1, cells: ['ñandú', 7] }];
const code = workbookParts(CODE, { strings: STRINGS });
const SHEET = 'xl/worksheets/sheet1.xml';

const rowsOf = (rows: string) => readRows(workbookParts(rows));

describe('rows', () => {
  it('come with their numbers, without the blank ones', async () => {
    const rows = await rowsOf(
      '<row r="2"><c r="A2"><v>1</v></c></row><row r="3"/><row r="9"><c r="A9"><v>2</v></c></row>',
    );
    expect(rows).toEqual([
      { number: 2, cells: [1] },
      { number: 9, cells: [2] },
    ]);
  });

  it('have a null where a cell is missing', async () => {
    expect(await rowsOf('<row r="1"><c r="B1"><v>1</v></c><c r="E1"><v>2</v></c><c r="F1" s="0"/></row>')).toEqual([
      { number: 1, cells: [null, 1, null, null, 2] },
    ]);
  });

  it('follow the previous row or cell when they have no reference', async () => {
    const rows = await rowsOf(
      '<row><c><v>1</v></c><c/><c><v>2</v></c></row><row/><row><c r="C3"><v>3</v></c><c><v>4</v></c></row>' +
        '<row r="7"><c><v>5</v></c></row><row><c r="B9"><v>6</v></c></row>',
    );
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 1, null, 2],
      [3, null, null, 3, 4],
      [7, 5],
      [9, null, 6],
    ]);
  });

  it('may have their cells in any order', async () => {
    expect(await rowsOf('<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>')).toEqual([
      { number: 1, cells: [1, null, 3] },
    ]);
  });

  it('are only read inside sheetData', async () => {
    const fake = '</row><row r="2"><c r="A2"><v>2</v></c></row>';
    const rows = await rowsOf(
      `<row r="1"><c r="A1"><v>1</v></c></row><!-- ${fake} --><?x ${fake} ?>` +
        `<row r="3"><c r="A3" t="str"><v><![CDATA[</v></c>${fake}]]></v></c></row>`,
    );
    expect(rows).toEqual([
      { number: 1, cells: [1] },
      { number: 3, cells: [`</v></c>${fake}`] },
    ]);
  });

  it.each([
    ['a cell twice', '<row r="1"><c r="A1"><v>3</v></c><c r="A1"><v>1</v></c></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>3</v></c></row>'],
    ['a row twice', '<row r="1"><c r="A1"><v>3</v></c></row><row r="1"><c r="A1"><v>3</v></c></row>'],
    ['rows out of order', '<row r="2"><c r="A2"><v>3</v></c></row><row r="1"><c r="A1"><v>3</v></c></row>'],
    ['a row 0', '<row r="0"><c r="A0"><v>3</v></c></row>'],
    ['an invalid reference', '<row r="1"><c r="1A"><v>3</v></c></row>'],
    ['a column that does not exist', '<row r="1"><c r="XFE1"><v>3</v></c></row>'],
    ['a tag that is not closed', '<row r="1"><c r="A1"><v>3</v></row>'],
    ['an attribute twice', '<row r="1" ht="1" ht="1"><c r="A1"><v>3</v></c></row>'],
    ['an unknown entity', '<row r="1"><c r="A1" t="str"><v>&nbsp;</v></c></row>'],
    ['a control character', '<row r="1"><c r="A1" t="str"><v>\u0001</v></c></row>'],
    ['an invalid character', '<row r="1"><c r="A1" t="str"><v>\uffff</v></c></row>'],
  ])('are refused with %s', async (_, rows) => {
    await expect(rowsOf(rows)).rejects.toMatchObject({ name: 'UnreadableWorkbook', reason: 'damaged' });
  });

  it('come in batches of 1,000, again for each call', async () => {
    const many = Array.from({ length: 2_500 }, (_, index) => `<row><c><v>${index}</v></c></row>`);
    await withFile(await zip(workbookParts(many.join(''))), async (path) => {
      const workbook = await openWorkbook(path);
      const sizes: number[] = [];
      for await (const batch of workbook.sheets[0]?.rows() ?? []) sizes.push(batch.length);
      expect(sizes).toEqual([1_000, 1_000, 500]);
      const again = await collect(workbook.sheets[0]?.rows());
      expect(again.map(({ cells }) => cells[0])).toEqual(many.map((_, index) => index));
      await workbook.close();
    });
  });

  it('can be left half read without leaking', async () => {
    const many = Array.from({ length: 100_000 }, (_, index) => `<row><c><v>${index}</v></c></row>`);
    await withFile(await zip(workbookParts(many.join(''))), async (path) => {
      const workbook = await openWorkbook(path);
      for await (const batch of workbook.sheets[0]?.rows() ?? []) {
        expect(batch[0]?.cells).toEqual([0]);
        break;
      }
      await workbook.close();
    });
  });
});

describe('a sheet is read the same', () => {
  const spread = XML.replace('UTF-8', 'utf-8');
  it.each<[string, string | Buffer]>([
    [
      'with a prefix',
      sheetXml(CODE)
        .replaceAll(/<(\/?)(\w)/g, '<$1x:$2')
        .replace('xmlns=', 'xmlns:x='),
    ],
    ['spread over lines', sheetXml(CODE).replaceAll('><', '>\r\n  <')],
    ['with its attributes in another order', sheetXml(CODE).replace('r="A1" t="s"', 't = \'s\'\n cm="1" r="A1"')],
    ['with comments and instructions', sheetXml(CODE).replaceAll('><', '><!-- <row r="1"> --><?x <v>?><')],
    [
      'with elements before and after its rows',
      sheetXml(CODE)
        .replace('<sheetData>', '<sheetViews><sheetView/></sheetViews><cols/><sheetData>')
        .replace('</sheetData>', '</sheetData><extLst><ext><x14:row xmlns:x14="x"/></ext></extLst>'),
    ],
    [
      'with more attributes of its rows',
      sheetXml(CODE).replace('<row r="1"', '<row r="1" spans="1:2" ht="15.75" customHeight="1" x14ac:dyDescent="0.25"'),
    ],
    ['with a byte order mark', `\ufeff${sheetXml(CODE)}`],
    ['without a declaration', sheetXml(CODE).replace(XML, '')],
    ['in UTF-16', Buffer.from(`\ufeff${sheetXml(CODE)}`, 'utf16le')],
    ['in big-endian UTF-16', Buffer.from(`\ufeff${sheetXml(CODE)}`, 'utf16le').swap16()],
    ['in UTF-16 without a mark', Buffer.from(sheetXml(CODE).replace('UTF-8', 'UTF-16'), 'utf16le')],
    ['in UTF-8 that is declared as UTF-16', sheetXml(CODE).replace('UTF-8', 'utf-16')],
    ['with its encoding in lower case', sheetXml(CODE).replace(XML, spread)],
  ])('%s', async (_, sheet) => {
    expect(await readRows({ ...code, [SHEET]: sheet })).toEqual(CODE_ROWS);
  });

  it('in ISO-8859-1', async () => {
    const sheet = sheetXml('<row r="1"><c r="A1" t="str"><v>ñandú</v></c></row>').replace('UTF-8', 'ISO-8859-1');
    expect(await readRows({ ...code, [SHEET]: Buffer.from(sheet, 'latin1') })).toEqual([
      { number: 1, cells: ['ñandú'] },
    ]);
  });

  it('but not with bytes that are invalid in its encoding, nor in an unknown encoding', async () => {
    const sheet = sheetXml('<row r="1"><c r="A1" t="str"><v>ñandú</v></c></row>');
    await expect(readRows({ ...code, [SHEET]: Buffer.from(sheet, 'latin1') })).rejects.toMatchObject({
      reason: 'damaged',
    });
    const klingon = sheet.replace('UTF-8', 'x-klingon');
    await expect(readRows({ ...code, [SHEET]: klingon })).rejects.toMatchObject({ reason: 'unsupported' });
  });
});

describe('a workbook is read', () => {
  const withRelations = (targets: readonly [string, string, string][]): Parts => ({
    ...code,
    'xl/_rels/workbook.xml.rels': relationsXml(targets),
  });

  it.each<[string, Parts]>([
    ['with its strings before its sheets', Object.fromEntries(Object.entries(code).reverse())],
    [
      'with absolute targets',
      withRelations([
        ['rId1', 'worksheet', '/xl/worksheets/sheet1.xml'],
        ['rId3', 'sharedStrings', '/xl/sharedStrings.xml'],
      ]),
    ],
    [
      'with targets that are not normalized',
      withRelations([
        ['rId1', 'worksheet', '../xl/./worksheets/sheet1.xml'],
        ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    ],
    [
      'with backslashes in its targets',
      withRelations([
        ['rId1', 'worksheet', 'worksheets\\sheet1.xml'],
        ['rId3', 'sharedStrings', 'sharedStrings.xml'],
      ]),
    ],
    [
      'with names in another case',
      withRelations([
        ['rId1', 'worksheet', 'Worksheets/Sheet1.xml'],
        ['rId3', 'sharedStrings', 'SharedStrings.xml'],
      ]),
    ],
    ['without styles', Object.fromEntries(Object.entries(code).filter(([name]) => !name.includes('styles')))],
    [
      'without the relations of the package',
      Object.fromEntries(Object.entries(code).filter(([name]) => name !== '_rels/.rels')),
    ],
  ])('%s', async (_, parts) => {
    expect(await readRows(parts)).toEqual(CODE_ROWS);
  });

  it('with its sheets in order, the hidden ones marked, and without its charts', async () => {
    const sheets = ['visible', 'hidden', 'veryHidden'].map(
      (state, index) => `<sheet name="${state} &amp; ${index}" sheetId="${index}" state="${state}" r:id="s${index}"/>`,
    );
    const { sheets: read } = await readParts({
      ...code,
      'xl/workbook.xml': String(code['xl/workbook.xml']).replace(
        /<sheets>.*<\/sheets>/,
        `<sheets>${sheets.join('')}<sheet name="Gráfico" sheetId="9" r:id="c"/></sheets>`,
      ),
      'xl/_rels/workbook.xml.rels': relationsXml([
        ['s0', 'worksheet', 'worksheets/sheet2.xml'],
        ['s1', 'worksheet', 'worksheets/sheet1.xml'],
        ['s2', 'worksheet', 'worksheets/sheet3.xml'],
        ['c', 'chartsheet', 'chartsheets/sheet1.xml'],
        ['t', 'sharedStrings', 'sharedStrings.xml'],
      ]),
      'xl/worksheets/sheet2.xml': sheetXml(''),
      'xl/worksheets/sheet3.xml': sheetXml('').replace('<sheetData></sheetData>', '<sheetData/>'),
    });
    expect(read.map(({ name, hidden, rows }) => [name, hidden, rows.length])).toEqual([
      ['visible & 0', false, 0],
      ['hidden & 1', true, 1],
      ['veryHidden & 2', true, 0],
    ]);
  });

  it('of Excel 95, accents included', async () => {
    const book = utils.book_new(utils.aoa_to_sheet([['?and?', 7]]), 'Piezas');
    const bytes: Buffer = write(book, { type: 'buffer', bookType: 'biff5' });
    bytes.write('ñandú', bytes.indexOf('?and?'), 'latin1');
    expect(await readBytes(bytes)).toEqual({
      kind: 'xls',
      sheets: [{ name: 'Piezas', hidden: false, rows: CODE_ROWS }],
    });
  });

  it('or fails with the error of the disk, or as damaged when the file has shrunk', async () => {
    await expect(openWorkbook('/nowhere/at/all.xlsx')).rejects.toMatchObject({ code: 'ENOENT' });
    await withFile(await zip(code), async (path) => {
      const workbook = await openWorkbook(path);
      await writeFile(path, Buffer.alloc(10));
      await expect(collect(workbook.sheets[0]?.rows())).rejects.toMatchObject({ reason: 'damaged' });
      await workbook.close();
    });
  });
});
