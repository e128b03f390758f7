import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { soak } from '../../testing/soak.ts';
import { collect, sheetXml, stringsXml } from '../../testing/workbook.ts';
import { parseFormat } from './formats.ts';
import { LIMITS } from './limits.ts';
import { type Row, RowBatches } from './row-batches.ts';
import { RowScanner } from './scan.ts';
import { readSheet } from './sheet.ts';
import { readSharedStrings } from './strings.ts';

const SHARED = ['ñandú', 'W 712', '🚗', ''];
const book = {
  sharedStrings: { get: (index: number) => SHARED[index] },
  formats: ['General', '00000', 'dd/mm/yyyy'].map((code) => parseFormat(code, false)),
  strikes: [false, true],
};

async function* each(chunks: readonly Buffer[]) {
  yield* chunks;
}

const readChunks = (chunks: readonly Buffer[]) => collect(readSheet(each(chunks), book, LIMITS));

/** The rows, and the remarks about them. */
async function readRemarked(chunks: readonly Buffer[]) {
  const read = readSheet(each(chunks), book, LIMITS);
  const rows: Row[] = [];
  for (;;) {
    const { done, value } = await read.next();
    if (done) return { rows, remarks: value };
    rows.push(...value);
  }
}

async function readStrings(chunks: readonly Buffer[], count: number) {
  const strings = await readSharedStrings(each(chunks), LIMITS);
  return Array.from({ length: count + 1 }, (_, index) => strings.get(index));
}

/** Adds a comment at which the scanner gives up, so that the XML parser reads the whole document. */
const withoutScanner = (xml: string) =>
  xml.replace('<worksheet', '<!--<sheetData>--><worksheet').replace('<sst', '<!--<sst>--><sst');

const cut = (bytes: Buffer, positions: readonly number[]) =>
  [0, ...positions].map((start, index) => bytes.subarray(start, positions[index]));

describe('the scanner', () => {
  it.each([
    [
      'Excel',
      '<row r="1" spans="1:3" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c><c r="B1" s="2"><v>45413</v></c><c r="C1"><f>B1*2</f><v>90826</v></c></row><row r="2" spans="1:3" ht="15" customHeight="1"><c r="A2" t="str"><f t="shared" ref="A2:A3" si="0">A1&amp;""</f><v>ñ</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c></row>',
    ],
    [
      'LibreOffice',
      '<row r="1" customFormat="false" ht="12.8" hidden="false" customHeight="false" outlineLevel="0" collapsed="false"><c r="A1" s="0" t="s"><v>0</v></c><c r="B1" s="2" t="n"><v>45413</v></c><c r="C1" s="0" t="n"><f aca="false">B1*2</f><v>90826</v></c></row>',
    ],
    [
      'others',
      '<row r="1"><c r="A1" t="inlineStr"><is><t>ñandú &amp; Cía</t></is></c><c r="B1"><v>-1.5</v></c><c r="C1" t="inlineStr"><is><t xml:space="preserve"> a\n</t></is></c></row>\n<row>\n  <c>\n    <v>1</v>\n  </c>\n  <c/>\n</row>\n<row r="9"/>',
    ],
  ])('reads what %s write without the XML parser', (_, rows) => {
    const scanner = new RowScanner({}, book, new RowBatches(LIMITS), LIMITS);
    const bytes = Buffer.from(`${rows}</sheetData>\0`);
    expect(bytes.toString('utf8', scanner.scan(bytes, 0))).toBe('</sheetData>\0');
  });
});

const SHEET = sheetXml(
  '<row r="1" spans="1:9"><c r="A1" t="s"><v>0</v></c><c r="B1" s="1"><v>12</v></c><c r="C1" t="inlineStr"><is><t>día\r\n🚗 &amp; ñ_x0041_</t></is></c></row>' +
    '<row r="2"/><row r="3" ht="9"><c r="A3" t="str"><f>"ñ"</f><v>ñ</v></c><c r="B3" t="b"><v>1</v></c><c r="C3"><v>-1.25</v></c></row>' +
    '<row r="4"><c t="inlineStr" r="A4"><is><r><t>en </t></r><r><t>trozos</t></r></is></c><c r="C4" t="e"><v>#N/A</v></c></row>' +
    '<row r="7"><c r="A7" t="str"><v><![CDATA[<ñ>]]></v></c></row><row r="8"><c r="A8"><v>8</v></c></row>',
);
const STRINGS = stringsXml(
  '<si><t>día</t></si><si><t xml:space="preserve"> 🚗 </t></si><si><r><t>ñ</t></r><r><t>&lt;</t></r></si><si><t/></si><si><t>a_x0041_</t></si>',
);

describe('the position where an entry is cut', () => {
  it('makes no difference to the rows', async () => {
    const bytes = Buffer.from(SHEET);
    const rows = await readChunks([bytes]);
    expect(rows.map(({ number, cells }) => [number, ...cells])).toEqual([
      [1, 'ñandú', '00012', 'día\n🚗 & ñA'],
      [3, 'ñ', true, -1.25],
      [4, 'en trozos', null, { error: '#N/A' }],
      [7, '<ñ>'],
      [8, 8],
    ]);
    for (let at = 1; at < bytes.length; at++) {
      expect(await readChunks(cut(bytes, [at])), `cut at ${at}`).toEqual(rows);
    }
    expect(await readChunks(Array.from(bytes, (byte) => Buffer.from([byte])))).toEqual(rows);
  });

  it('makes no difference to a new column', async () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `<row r="${index + 10}"><c r="A${index + 10}"><v>1</v></c></row>`,
    );
    const opening = '<c r="B40"';
    // After the cut, the buffer still holds bytes of an earlier chunk, each time from another offset.
    for (let room = 0; room < 60; room++) {
      const last = `<row r="40">${' '.repeat(room)}${opening}><v>2</v></c></row>`;
      const bytes = Buffer.from(sheetXml(rows.join('') + last));
      const positions = [bytes.indexOf('<row r="35"'), bytes.indexOf(opening) + opening.length];
      const [row] = (await readChunks(cut(bytes, positions))).slice(-1);
      expect(row, `with room for ${room}`).toEqual({ number: 40, cells: [null, 2] });
    }
  });

  it('makes no difference to the shared strings', async () => {
    const bytes = Buffer.from(STRINGS);
    const strings = await readStrings([bytes], 5);
    expect(strings).toEqual(['día', ' 🚗 ', 'ñ<', '', 'aA', undefined]);
    for (let at = 1; at < bytes.length; at++) {
      expect(await readStrings(cut(bytes, [at]), 5), `cut at ${at}`).toEqual(strings);
    }
    expect(
      await readStrings(
        Array.from(bytes, (byte) => Buffer.from([byte])),
        5,
      ),
    ).toEqual(strings);
  });
});

/** Text as XML may contain it: escaped in several ways, or not escaped. */
const written = fc
  .array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => text.replace(/[<&>]/g, '+')),
      },
      fc.constantFrom('&amp;', '&lt;', '&gt;', '&quot;', '&apos;', '&#10;', '&#xF1;', '\r\n', '\r', ']]', '>'),
      fc.constantFrom('_x0041_', '_x005F_x0041_', '_x', '<![CDATA[<&]]>', '<!-- -->', '\ufffd', '\t', ' '),
    ),
    { maxLength: 4 },
  )
  .map((pieces) => pieces.join(''))
  // That would not be XML.
  .filter((text) => !text.replaceAll('<![CDATA[<&]]>', '').includes(']]>'));

const number = fc.oneof(
  fc.integer().map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
  fc.tuple(fc.integer(), fc.nat()).map(([whole, fraction]) => `${whole}.${fraction}`),
  fc.constantFrom(
    '',
    '0',
    '-0',
    '007',
    '1.',
    '.5',
    '1.50',
    '1E5',
    '1e-7',
    '+1',
    ' 1 ',
    '123456789012345',
    '1234567890123456',
    '0.1234567890123456',
  ),
);

const content = fc.oneof(
  fc.tuple(fc.constantFrom('', ' t="n"'), number).map(([type, text]) => [type, `<v>${text}</v>`] as const),
  fc.integer({ min: 0, max: SHARED.length - 1 }).map((index) => [' t="s"', `<v>${index}</v>`] as const),
  written.map((text) => [' t="str"', `<f a="1">1&amp;2</f><v>${text}</v>`] as const),
  written.map((text) => [' t="inlineStr"', `<is><t>${text}</t></is>`] as const),
  fc
    .tuple(written, written)
    .map(([a, b]) => [' t="inlineStr"', `<is><r><t>${a}</t></r><r><t xml:space="preserve">${b}</t></r></is>`] as const),
  fc.constantFrom('0', '1', 'true').map((flag) => [' t="b"', `<v>${flag}</v>`] as const),
  fc.constantFrom('2024-05-01', 'ayer').map((date) => [' t="d"', `<v>${date}</v>`] as const),
  fc.constant([' t="e"', '<f/><v>#REF!</v>'] as const),
  fc
    .tuple(
      fc.constantFrom('', ' t="n"', ' t="str"', ' t="b"'),
      fc.constantFrom('', '<f>A1</f>', '<f/>'),
      fc.constantFrom('', '<v/>', '<v></v>', '<v> </v>', '<extLst><v>1</v></extLst>'),
    )
    .map(([type, formula, value]) => [type, formula + value] as const),
);

const cell = fc
  .record({
    content,
    style: fc.constantFrom('', ' s="0"', ' s="1"', ' s="2"', ' s="99"', " s='1'"),
    skip: fc.constantFrom(0, 0, 0, 1, 30),
    reference: fc.constantFrom('first', 'first', 'first', 'last', 'none'),
    space: fc.constantFrom('', '', '', ' ', '\n  '),
    isOpen: fc.boolean(),
  })
  .map(({ content: [type, inside], style, skip, reference, space, isOpen }) => ({
    type,
    inside,
    style,
    skip,
    reference,
    space,
    isOpen,
  }));

const row = fc.record({
  cells: fc.array(cell, { maxLength: 8 }),
  attributes: fc.constantFrom(
    '',
    '',
    ' spans="1:9"',
    ' ht="15" x:y="z"',
    " hidden='1'",
    ' hidden="true"',
    ' hidden="0"',
    ' ph="&lt;"',
  ),
  skip: fc.constantFrom(0, 0, 0, 1, 1000),
  hasNumber: fc.constantFrom(true, true, true, false),
});

const columnName = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : columnName(Math.floor(column / 26) - 1) + columnName(column % 26);

const sheet = fc.array(row, { maxLength: 12 }).map((rows) => {
  let number = 0;
  const lines = rows.map(({ cells, attributes, skip, hasNumber }) => {
    number += 1 + (hasNumber ? skip : 0);
    let column = -1;
    const inside = cells.map(({ type, inside, style, skip, reference: position, space, isOpen }) => {
      column += 1 + (position === 'none' ? 0 : skip);
      const reference = ` r="${columnName(column)}${number}"`;
      const start =
        position === 'first' ? reference + style + type : style + type + (position === 'last' ? reference : '');
      return inside === '' && !isOpen
        ? `<c${start}/>${space}`
        : `<c${start}${space}>${space}${inside}${space}</c>${space}`;
    });
    return `<row${hasNumber ? ` r="${number}"` : ''}${attributes}>${inside.join('')}</row>`;
  });
  return sheetXml(lines.join(''));
});

const positions = fc.array(fc.nat({ max: 4_000 }), { maxLength: 5 });

const sorted = (positions: readonly number[], { length }: Buffer) =>
  positions.map((position) => position % (length + 1)).toSorted((a, b) => a - b);

describe('any sheet', () => {
  it('gives the same rows with the scanner and without', async () => {
    await fc.assert(
      fc.asyncProperty(sheet, positions, async (xml, at) => {
        const bytes = Buffer.from(xml);
        const scanned = await readRemarked(cut(bytes, sorted(at, bytes)));
        expect(scanned).toEqual(await readRemarked([Buffer.from(withoutScanner(xml))]));
      }),
      { numRuns: soak(100, 5_000) },
    );
  });

  it('gives the same shared strings with the scanner and without', async () => {
    const item = fc.tuple(written, written, fc.nat(3)).map(([text, more, form]) => {
      if (form === 0) return `<si><r><t>${text}</t></r><r><rPr/><t>${more}</t></r></si>`;
      return form === 1 ? `<si>\n<t xml:space="preserve">${text}</t></si>` : `<si><t>${text}</t></si>`;
    });
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 20 }), positions, async (items, at) => {
        const xml = stringsXml(items.join(''));
        const bytes = Buffer.from(xml);
        const scanned = await readStrings(cut(bytes, sorted(at, bytes)), items.length);
        expect(scanned).toEqual(await readStrings([Buffer.from(withoutScanner(xml))], items.length));
      }),
      { numRuns: soak(100, 5_000) },
    );
  });
});
