import { utils, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { collect, odsParts, readBytes, readParts, withWorkbook, XML, zip } from '../../testing/workbook.ts';
import type { Cell, Limits } from './read.ts';

const sheet = (rows: string, name = 'Piezas', attributes = '') =>
  `<table:table table:name="${name}"${attributes}>${rows}</table:table>`;
const row = (cells: string, attributes = '') => `<table:table-row${attributes}>${cells}</table:table-row>`;
const text = (value: string, attributes = '') =>
  `<table:table-cell office:value-type="string"${attributes}><text:p>${value}</text:p></table:table-cell>`;
const blank = (times: number) => `<table:table-cell table:number-columns-repeated="${times}"/>`;
const repeated = (times: number) => ` table:number-rows-repeated="${times}"`;
const cell = (attributes: string, content = '') => `<table:table-cell ${attributes}>${content}</table:table-cell>`;

/** The rows of the first sheet, as «number, cells». */
async function read(rows: string, styles?: string, limits?: Partial<Limits>): Promise<Cell[][]> {
  const { kind, sheets } = await readParts(odsParts(sheet(rows), styles), limits);
  expect(kind).toBe('ods');
  return (sheets[0]?.rows ?? []).map(({ number, cells }) => [number, ...cells]);
}

const cellOf = async (cells: string, styles?: string) => (await read(row(cells), styles))[0]?.[1] ?? null;
const messageOf = (reading: Promise<unknown>) =>
  reading.then(
    () => 'it was read',
    (error: Error) => `${error.name}: ${error.message}`,
  );

describe('values', () => {
  it.each<[string, string, Cell]>([
    ['a number', 'office:value-type="float" office:value="7501234567890"', 7501234567890],
    ['a decimal', 'office:value-type="float" office:value="-10.5"', -10.5],
    ['a currency', 'office:value-type="currency" office:currency="ARS" office:value="1234.5"', 1234.5],
    ['true', 'office:value-type="boolean" office:boolean-value="true"', true],
    ['false', 'office:value-type="boolean" office:boolean-value="false"', false],
    ['a day', 'office:value-type="date" office:date-value="2024-05-01"', new Date('2024-05-01')],
    ['a moment', 'office:value-type="date" office:date-value="2024-05-01T18:00:00"', new Date('2024-05-01T18:00Z')],
    ['a day that does not exist', 'office:value-type="date" office:date-value="2024-02-31"', '2024-02-31'],
    ['a time', 'office:value-type="time" office:time-value="PT08H30M00S"', '08:30'],
    ['a duration', 'office:value-type="time" office:time-value="PT36H05M07.2S"', '36:05:07'],
    ['a text in an attribute', 'office:value-type="string" office:string-value="W 712"', 'W 712'],
    ['a formula without a result', 'table:formula="of:=1+1"', { error: '#SIN CALCULAR' }],
    ['a formula with a result', 'table:formula="of:=1+1" office:value-type="float" office:value="2"', 2],
    ['a formula whose result is blank', 'table:formula="of:=&quot;&quot;" office:value-type="string"', null],
  ])('of %s', async (_, attributes, expected) => {
    expect(await cellOf(cell(attributes))).toEqual(expected);
  });

  it('of an error', async () => {
    const error = (shown: string) =>
      cell('office:value-type="string" calcext:value-type="error"', `<text:p>${shown}</text:p>`);
    expect(await cellOf(error('#DIV/0!'))).toEqual({ error: '#DIV/0!' });
    expect(await cellOf(error('Err:502'))).toEqual({ error: '#N/A' });
  });

  it.each([
    ['paragraphs', 'uno</text:p><text:p>dos</text:p><text:p/><text:p>tres', 'uno\ndos\n\ntres'],
    ['spaces', '<text:s text:c="2"/>a<text:s/> b<text:tab/>c<text:line-break/>d', '  a  b\tc\nd'],
    ['indentation', '\n   Filtro de\n     aceite', 'Filtro de aceite'],
    ['runs and links', '<text:span>W <text:span>712</text:span></text:span>/<text:a>75</text:a>', 'W 712/75'],
    ['entities', 'Ñandú &amp; Cía &lt;1&gt;', 'Ñandú & Cía <1>'],
    ['leading zeros', '00123', '00123'],
  ])('of a text with %s', async (_, content, expected) => {
    expect(await cellOf(text(content))).toBe(expected);
  });

  it('do not include annotations', async () => {
    const note = '<office:annotation><text:p>una nota</text:p></office:annotation>';
    expect(await cellOf(cell('office:value-type="string"', `${note}<text:p>W 712</text:p>`))).toBe('W 712');
    expect(await read(row(cell('', note)))).toEqual([]);
  });

  it('that are not of their type are refused', async () => {
    for (const attributes of [
      'office:value-type="float" office:value="mucho"',
      'office:value-type="float"',
      'office:value-type="boolean" office:boolean-value="quizás"',
      'office:value-type="otro"',
      'table:number-columns-repeated="0"',
      'table:number-columns-repeated="-1"',
      'table:number-columns-repeated="1e3"',
    ]) {
      expect(await messageOf(read(row(cell(attributes))))).toContain('dañado');
    }
  });
});

describe('numbers are shown in the format of their style', () => {
  const number = (value: number, style = 'ce1') =>
    cell(`office:value-type="float" office:value="${value}" table:style-name="${style}"`);
  const styled = (numberStyle: string, name = 'ce1') =>
    `${numberStyle}<style:style style:name="${name}" style:family="table-cell" style:data-style-name="N1"/>`;
  const style = (content: string) => styled(`<number:number-style style:name="N1">${content}</number:number-style>`);

  it.each<[string, string, number, Cell]>([
    ['General', '<number:number number:min-integer-digits="1"/>', 10.5, 10.5],
    ['00000', '<number:number number:decimal-places="0" number:min-integer-digits="5"/>', 123, '00123'],
    ['0.00', '<number:number number:decimal-places="2" number:min-integer-digits="1"/>', 10.5, '10,50'],
    [
      '#,##0.00',
      '<number:number number:decimal-places="2" number:min-integer-digits="1" number:grouping="true"/>',
      1234.5,
      '1.234,50',
    ],
    ['0 "mm"', '<number:number number:min-integer-digits="1"/><number:text> mm</number:text>', 54, 54],
    ['"AB-"000', '<number:text>AB-</number:text><number:number number:min-integer-digits="3"/>', 12, 'AB-012'],
    [
      '00-00000000-0',
      '<number:number number:min-integer-digits="11"><number:embedded-text number:position="1">-</number:embedded-text><number:embedded-text number:position="9">-</number:embedded-text></number:number>',
      30712345671,
      '30-71234567-1',
    ],
    ['0.00E+00', '<number:scientific-number number:decimal-places="2"/>', 12345, 12345],
  ])('%s', async (_, content, value, expected) => {
    expect(await cellOf(number(value), style(content))).toEqual(expected);
  });

  it('also a percentage, a date and a time that are stored as numbers', async () => {
    const percentage =
      '<number:number number:decimal-places="2" number:min-integer-digits="1"/><number:text>%</number:text>';
    const percent = styled(`<number:percentage-style style:name="N1">${percentage}</number:percentage-style>`);
    const attributes = 'office:value-type="percentage" office:value="0.125"';
    expect(await cellOf(cell(`${attributes} table:style-name="ce1"`), percent)).toBe('12,50%');
    expect(await cellOf(cell(attributes, '<text:p>12,5%</text:p>'))).toBe('12,5%');
    const date = styled('<number:date-style style:name="N1"><number:day/></number:date-style>');
    expect(await cellOf(number(45413), date)).toEqual(new Date('2024-05-01'));
    expect(await cellOf(number(0.5), styled('<number:time-style style:name="N1"/>'))).toBe('12:00');
  });

  it('with a condition, as the sections of Excel', async () => {
    const decimals = '<number:number number:decimal-places="2" number:min-integer-digits="1"/>';
    const styles = styled(
      `<number:number-style style:name="P1">${decimals}</number:number-style><number:number-style style:name="N1">` +
        `<number:text>-</number:text>${decimals}<style:map style:condition="value()&gt;=0" style:apply-style-name="P1"/></number:number-style>`,
    );
    expect(await cellOf(number(1.5), styles)).toBe('1,50');
    expect(await cellOf(number(-1.5), styles)).toBe(-1.5);
  });

  it('of the cell, the row, the column or the parent of the style', async () => {
    const zeros = style('<number:number number:min-integer-digits="5"/>');
    const parent = `${zeros}<style:style style:name="ce2" style:family="table-cell" style:parent-style-name="ce1"/>`;
    expect(await cellOf(number(7, 'ce2'), parent)).toBe('00007');
    const plain = cell('office:value-type="float" office:value="7"');
    const columns =
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:default-cell-style-name="ce1" table:number-columns-repeated="16000"/>';
    expect(await read(columns + row(plain.repeat(3)), zeros)).toEqual([[1, 7, 7, '00007']]);
    expect(await read(row(plain, ' table:default-cell-style-name="ce1"'), zeros)).toEqual([[1, '00007']]);
    const stylesXml = `${XML}<office:document-styles xmlns:office="o" xmlns:style="s" xmlns:number="n"><office:styles>${zeros}</office:styles></office:document-styles>`;
    const { sheets } = await readParts({ ...odsParts(sheet(row(number(7)))), 'styles.xml': stylesXml });
    expect(sheets[0]?.rows).toEqual([{ number: 1, cells: ['00007'] }]);
  });
});

describe('rows', () => {
  it('and cells are repeated', async () => {
    const rows =
      row(text('a') + blank(2) + text('b', ' table:number-columns-repeated="3"') + blank(16_000)) +
      row(blank(16_384), repeated(5)) +
      row(text('c'), repeated(2));
    expect(await read(rows)).toEqual([
      [1, 'a', null, null, 'b', 'b', 'b'],
      [7, 'c'],
      [8, 'c'],
    ]);
  });

  it('may be in groups and headers', async () => {
    const rows =
      `<table:table-header-rows>${row(text('a'))}</table:table-header-rows><table:table-row-group>${row(text('b'))}` +
      `<table:table-row-group><table:table-rows>${row(text('c'))}</table:table-rows></table:table-row-group></table:table-row-group>${row(text('d'))}`;
    expect(await read(rows)).toEqual(['a', 'b', 'c', 'd'].map((value, index) => [index + 1, value]));
  });

  it('come in batches of 1,000, also those that are repeated', async () => {
    await withWorkbook(await zip(odsParts(sheet(row(text('a'), repeated(2_500))))), async ({ sheets: [first] }) => {
      const sizes: number[] = [];
      for await (const batch of first?.rows() ?? []) sizes.push(batch.length);
      expect(sizes).toEqual([1_000, 1_000, 500]);
      expect((await collect(first?.rows())).at(-1)).toEqual({ number: 2_500, cells: ['a'] });
    });
  });

  it('that are hidden or struck through are counted, and merged cells are known', async () => {
    const styles =
      '<style:style style:name="ce1" style:family="table-cell"><style:text-properties style:text-line-through-style="solid"/></style:style>' +
      '<style:style style:name="ce2" style:family="table-cell"><style:text-properties style:text-line-through-style="none"/></style:style>';
    const struck = ' table:style-name="ce1"';
    const rows = [
      row(text('a', ' table:number-rows-spanned="3" table:number-columns-spanned="1"') + text('b', struck)),
      row(`<table:covered-table-cell/>${text('c', struck)}`, ' table:visibility="collapse"'),
      row(text('d', ' table:style-name="ce2"'), ' table:visibility="filter"'),
      row(text('e', struck), repeated(4)),
      row(blank(3), ` table:visibility="collapse"${repeated(1_000)}`),
      row(blank(2) + text('f', ' table:number-rows-spanned="2"')),
      row(text('g', ' table:number-columns-spanned="2"')),
    ];
    await withWorkbook(await zip(odsParts(sheet(rows.join('')), styles)), async ({ sheets: [first] }) => {
      expect(await first?.remarks()).toEqual({ hiddenRows: 2, struckRows: 5 });
      expect(await first?.merged()).toEqual([
        { column: 0, first: 1, last: 3 },
        { column: 2, first: 1_008, last: 1_009 },
      ]);
    });
    const many = row(text('a', ' table:number-rows-spanned="2"')).repeat(3);
    await withWorkbook(
      await zip(odsParts(sheet(many))),
      async ({ sheets: [first] }) => expect(await first?.merged()).toBeNull(),
      { mergedRanges: 2 },
    );
  });
});

describe('sheets', () => {
  it('are listed in order, the hidden ones marked, without copies of linked files', async () => {
    const styles =
      '<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>' +
      '<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const fake = `<!-- ${sheet(row(text('no')), 'Comentario')} -->`;
    const tables = [
      sheet(row(text('a')), 'Una &amp; otra', ' table:style-name="ta1"'),
      fake,
      '<table:table table:name="Vacía"/>',
      sheet(row(text('b')), 'Oculta', ' table:style-name="ta2"'),
      sheet(row(text('x')), 'file', ' table:style-name="ta_extref"'),
      sheet(row(text('<![CDATA[<table:table >]]>')), 'Última'),
    ];
    const { sheets } = await readParts(odsParts(tables.join(''), styles));
    expect(sheets.map(({ name, hidden, rows }) => [name, hidden, rows[0]?.cells[0]])).toEqual([
      ['Una & otra', false, 'a'],
      ['Vacía', false, undefined],
      ['Oculta', true, 'b'],
      ['Última', false, '<table:table >'],
    ]);
  });

  it('are read as SheetJS writes them', async () => {
    const first = utils.aoa_to_sheet([
      ['Ñandú', 'a  b\nc', 1.5],
      [null, true, '00123'],
    ]);
    const book = utils.book_new(first, 'Piezas');
    utils.book_append_sheet(book, utils.aoa_to_sheet([['x']]), 'Otra');
    expect(await readBytes(write(book, { type: 'buffer', bookType: 'ods' }))).toEqual({
      kind: 'ods',
      sheets: [
        {
          name: 'Piezas',
          hidden: false,
          rows: [
            { number: 1, cells: ['Ñandú', 'a  b\nc', 1.5] },
            { number: 2, cells: [null, true, '00123'] },
          ],
        },
        { name: 'Otra', hidden: false, rows: [{ number: 1, cells: ['x'] }] },
      ],
    });
  });

  it('are the same wherever the entry is cut', async () => {
    for (let shift = 0; shift < 8; shift++) {
      const padding = row(text('p'.repeat(30_000 + shift)));
      const tables = ['Uno', 'Dos', 'Tres'].map((name) => sheet(padding.repeat(20) + row(text(name)), name));
      const { sheets } = await readParts(odsParts(tables.join('')), { ratio: Number.POSITIVE_INFINITY });
      expect(sheets.map(({ rows }) => [rows.length, rows.at(-1)?.cells[0]])).toEqual([
        [21, 'Uno'],
        [21, 'Dos'],
        [21, 'Tres'],
      ]);
    }
  });
});
