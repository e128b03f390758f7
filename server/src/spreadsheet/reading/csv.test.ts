import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collect, withWorkbook } from '../../testing/workbook.ts';
import type { Cell, Limits, TextFormat } from './read.ts';

/** The rows as «number, cells», and how the file was read. */
const read = (content: string | Buffer, limits?: Partial<Limits>, known?: Partial<TextFormat>) =>
  withWorkbook(
    Buffer.from(content),
    async ({ kind, text, notices, sheets }) => {
      const rows: Cell[][] = (await collect(sheets[0]?.rows())).map(({ number, cells }) => [number, ...cells]);
      return { kind, text, notices, names: sheets.map(({ name }) => name), rows };
    },
    limits,
    known,
  );

const rowsOf = async (content: string | Buffer) => (await read(content)).rows;
const separatorOf = async (content: string) => (await read(content)).text?.separator;

describe('a text', () => {
  it('is a workbook with one sheet of texts, whatever they look like', async () => {
    expect(await read('Código;Precio;Fecha;GTIN\n00123;12,50;01/05/2024;7791234567890123\n=1+1;1e5;TRUE;-0\n')).toEqual(
      {
        kind: 'csv',
        text: { encoding: 'utf-8', separator: ';' },
        notices: [],
        names: ['Hoja 1'],
        rows: [
          [1, 'Código', 'Precio', 'Fecha', 'GTIN'],
          [2, '00123', '12,50', '01/05/2024', '7791234567890123'],
          [3, '=1+1', '1e5', 'TRUE', '-0'],
        ],
      },
    );
  });

  it('has nothing merged, hidden or struck through', async () => {
    await withWorkbook(Buffer.from('a;b'), async ({ sheets: [sheet] }) => {
      expect(await sheet?.merged()).toEqual([]);
      expect(await sheet?.remarks()).toEqual({ hiddenRows: 0, struckRows: 0 });
    });
  });

  it('comes in batches of 1,000, again for each call', async () => {
    const lines = Array.from({ length: 2_500 }, (_, index) => `${index};x\n`);
    await withWorkbook(Buffer.from(lines.join('')), async ({ sheets: [sheet] }) => {
      const sizes: number[] = [];
      for await (const batch of sheet?.rows() ?? []) sizes.push(batch.length);
      expect(sizes).toEqual([1_000, 1_000, 500]);
      expect(await collect(sheet?.rows())).toHaveLength(2_500);
    });
  });
});

describe('the encoding', () => {
  const TEXT = 'Marca;Código\r\nÑandú «€» – “x”;1\r\n';
  const windows1252 = Buffer.from(
    TEXT.replace('€', '\x80').replace('–', '\x96').replace('“', '\x93').replace('”', '\x94'),
    'latin1',
  );
  const utf16 = () => Buffer.from(`\ufeff${TEXT}`, 'utf16le');
  const ROWS = [
    [1, 'Marca', 'Código'],
    [2, 'Ñandú «€» – “x”', '1'],
  ];

  it.each<[TextFormat['encoding'], string, Buffer]>([
    ['utf-8', 'without a mark', Buffer.from(TEXT)],
    ['utf-8', 'with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['utf-16le', 'with a mark', utf16()],
    ['utf-16be', 'with a mark', utf16().swap16()],
    ['windows-1252', 'as Excel writes it', windows1252],
    ['windows-1252', 'ended by a DOS program', Buffer.concat([windows1252, Buffer.from([0x1a])])],
  ])('is %s %s', async (encoding, _, bytes) => {
    expect(await read(bytes)).toMatchObject({ text: { encoding, separator: ';' }, notices: [], rows: ROWS });
  });

  it('is decided by the whole file', async () => {
    const ascii = 'a;b\n'.repeat(300_000);
    const late = await read(Buffer.concat([Buffer.from(ascii), Buffer.from('ñ;ú\n', 'latin1')]));
    expect([late.text?.encoding, late.rows.at(-1)]).toEqual(['windows-1252', [300_001, 'ñ', 'ú']]);
    expect((await read(`${ascii}ñ;ú\n`)).rows.at(-1)).toEqual([300_001, 'ñ', 'ú']);
  });

  it('is decoded the same wherever a chunk of the file ends', async () => {
    for (let shift = 0; shift < 6; shift++) {
      const text = `${'x'.repeat(shift)};${'ñ€🚗;'.repeat(60)}\r\n`.repeat(700);
      const rows = await rowsOf(text);
      expect(rows).toHaveLength(700);
      expect(rows.every((row) => row.slice(2).every((cell) => cell === 'ñ€🚗'))).toBe(true);
      expect(await rowsOf(Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual(rows);
    }
  });

  it('can be given', async () => {
    const known = { encoding: 'windows-1252' } as const;
    expect((await read('ñ;1\n', {}, known)).rows).toEqual([[1, 'Ã±', '1']]);
    const unmarked = Buffer.from(TEXT, 'utf16le');
    expect(await read(unmarked, {}, { encoding: 'utf-16le' })).toMatchObject({ rows: ROWS });
    expect(await read(windows1252, {}, { encoding: 'utf-8' })).toMatchObject({
      text: { encoding: 'utf-8' },
      notices: ['El archivo tiene signos que no son de UTF-8: se leen como «\ufffd»'],
    });
  });
});

describe('the separator', () => {
  const table = (separator: string) =>
    ['Código;Detalle;Medida', 'A1;Filtro, aceite;12,5', 'A2;Bujía | doble;13,5'].join('\n').replaceAll(';', separator);

  it.each([';', '\t', '|'])('is %j, with commas in the cells', async (separator) => {
    expect(await separatorOf(table(separator))).toBe(separator);
  });

  it.each([
    ['a comma', ',', 'Código,Detalle\nA1,Filtro\nA2,"Bujía; doble; larga"\n'],
    ['a comma between numbers', ',', '1,2,3\n4,5,6\n'],
    ['a comma, with lists in the cells', ',', 'Código,OEM,Nota\nA1,X1;X2;X3;X4,n\nA2,X1;X2;X3;X4,n\nA3,X5,n\n'],
    ['a semicolon, although every row has more decimal commas', ';', '12,5;13,5\n14,5;15,5\n'],
    ['a semicolon, although decimal commas are as regular', ';', 'A;12,50\nB;13,75\nC;14,00\n'],
    ['a semicolon, with titles above', ';', 'Lista de precios, otoño\n\nCód;Precio\nA;12,50\nB;13,75\n'],
    ['a semicolon, in rows without their last cells', ';', 'a;b;c;d;e\n1,5;2\n1,5;2;3\n1,5;2;3;4\n1,5\n'],
    ['a tab, with semicolons in quotes', '\t', '"a;b;c"\t1\n"d;e;f"\t2\n'],
    ['a semicolon in a file of one column', ';', 'A1\nA2\nFiltro, aceite\nA3\n'],
  ])('is %s', async (_, separator, content) => {
    expect(await separatorOf(content)).toBe(separator);
  });

  it.each(['sep=|\r\n', 'SEP=|\n', '\ufeffsep=|\r', '"sep=|"\n'])(
    'is given by the line %j, which is no row',
    async (line) => {
      expect(await read(`${line}a;b|c\n`)).toMatchObject({ text: { separator: '|' }, rows: [[1, 'a;b', 'c']] });
      const utf16 = Buffer.from(`\ufeff${line.replace('\ufeff', '')}a;b|c\n`, 'utf16le');
      expect((await read(utf16)).rows).toEqual([[1, 'a;b', 'c']]);
    },
  );

  it('can be given, and then overrides that of the file', async () => {
    expect((await read('sep=;\na;b,c\n', {}, { separator: ',' })).rows).toEqual([[1, 'a;b', 'c']]);
  });
});

describe('rows', () => {
  it.each([
    ['ended by LF', 'a;b\nc;d\n'],
    ['ended by CRLF', 'a;b\r\nc;d\r\n'],
    ['ended by CR', 'a;b\rc;d\r'],
    ['without a last end', 'a;b\nc;d'],
    ['with blank cells at their end', 'a;b;;\nc;d;  ;'],
    ['in quotes', '"a";"b"\r\n"c";"d"'],
  ])('are the same %s', async (_, content) => {
    expect(await rowsOf(content)).toEqual([
      [1, 'a', 'b'],
      [2, 'c', 'd'],
    ]);
  });

  it('may have quotes, separators and line breaks in quotes', async () => {
    expect(await rowsOf('"a;b";"dijo ""sí""";"x\r\ny\nz"\n"";"""";1/2"\n')).toEqual([
      [1, 'a;b', 'dijo "sí"', 'x\r\ny\nz'],
      [2, null, '"', '1/2"'],
    ]);
  });

  it('keep what follows a closing quote, as Excel does', async () => {
    expect(await rowsOf('"3/4" x 2;b\n')).toEqual([[1, '3/4 x 2', 'b']]);
  });

  it('may have any number of cells; blank ones are null and blank rows are left out', async () => {
    expect(await rowsOf('a;b;c\n\n;;\n;x\n1;2;3;4;5\n   ;\n')).toEqual([
      [1, 'a', 'b', 'c'],
      [4, null, 'x'],
      [5, '1', '2', '3', '4', '5'],
    ]);
  });

  it('are read back as they were written, wherever a chunk ends', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('a', 'ñ', '🚗', '"', ';', ',', '\n', '\r', ' ', '|'),
      maxLength: 6,
    });
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 }), async (table) => {
        // Long enough for several chunks, which end at different positions of a row.
        const padding = ['p'.repeat(20_000), 'q'];
        const all = [['inicio', 'fin'], ...Array.from({ length: 15 }, () => [padding, ...table]).flat()];
        const text = all.map((cells) => cells.map(quote).join(';')).join('\r\n');
        const expected = all.map((cells) => cells.map((value) => value.trim() && value));
        const { rows } = await read(text, {}, { separator: ';' });
        const found = new Map(rows.map(([number, ...cells]) => [number, cells]));
        for (const [index, cells] of expected.entries()) {
          const filled = cells.slice(0, cells.findLastIndex((value) => value !== '') + 1);
          expect(found.get(index + 1) ?? []).toEqual(filled.map((value) => value || null));
        }
      }),
      { numRuns: 15 },
    );
  });
});
