import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { constants, deflateRawSync } from 'node:zlib';
import { CFB } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { soak } from '../../testing/soak.ts';
import {
  type Parts,
  readBytes,
  readParts,
  readRows,
  sheetXml,
  workbookParts,
  XML,
  zip,
} from '../../testing/workbook.ts';
import { type Limits, UnreadableWorkbook } from './read.ts';

const SHEET = 'xl/worksheets/sheet1.xml';
const code = workbookParts('<row r="1"><c r="A1" t="str"><v>W 712</v></c></row>');

/** The refusal of a file. Any other error, or none, fails the test. */
async function refusal(read: Promise<unknown>): Promise<UnreadableWorkbook> {
  const error = await read.then(
    () => 'it was read',
    (error: unknown) => error,
  );
  if (error instanceof UnreadableWorkbook) return error;
  throw error instanceof Error ? error : new Error(String(error));
}

const sentenceOf = async (bytes: Buffer | string) => (await refusal(readBytes(Buffer.from(bytes)))).message;

const container = (stream: string): Buffer => {
  const file = CFB.utils.cfb_new();
  CFB.utils.cfb_add(file, stream, Buffer.alloc(5_000));
  return CFB.write(file, { type: 'buffer' });
};

describe('a file that is not a workbook is described', () => {
  it.each<[string, string | Buffer]>([
    ['El archivo está vacío', ''],
    ['Es un HTML guardado como planilla', '<html><table><tr><td>1</td></tr></table></html>'],
    ['Es un HTML guardado como planilla', '\ufeff\n <!DOCTYPE html><p>'],
    ['Es un XML guardado como planilla', `${XML}<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>`],
    ['Es un archivo de texto', 'hola'],
    ['Es un archivo de texto', Buffer.from('\ufeffhola\n', 'utf16le').swap16()],
    ['Es un PDF', '%PDF-1.7\n%âãÏÓ\n'],
    ['Es un programa', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1')],
    ['Es una imagen', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['Es una imagen', Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF', 'latin1')],
    ['Es un archivo comprimido', Buffer.from('Rar!\x1a\x07\x01\0', 'latin1')],
    ['Es de un Excel muy viejo', Buffer.from('\x09\x04\x06\0\0\0\x10\0', 'latin1')],
    ['No es una planilla: subí un archivo .xlsx, .xls, .ods o .csv', Buffer.from([1, 2, 3, 4])],
    ['Es un documento de Word', container('WordDocument')],
    ['Es una presentación', container('PowerPoint Document')],
    ['No es una planilla: subí un archivo .xlsx, .xls, .ods o .csv', container('Otra cosa')],
    ['El archivo tiene clave', container('EncryptedPackage')],
    ['El archivo está dañado', container('Workbook')],
  ])('%s', async (sentence, bytes) => {
    expect(await sentenceOf(bytes)).toContain(sentence);
  });

  it.each<[string, Parts]>([
    ['Es un libro binario (.xlsb)', { '[Content_Types].xml': '', 'xl/workbook.bin': '' }],
    ['Es un documento de Word', { '[Content_Types].xml': '', 'word/document.xml': '<document/>' }],
    ['Es una presentación', { 'ppt/presentation.xml': '<presentation/>' }],
    ['Es de Numbers', { 'Index/Document.iwa': '' }],
    ['Es un documento de LibreOffice', { mimetype: 'application/vnd.oasis.opendocument.text' }],
    ['Es un archivo comprimido', { 'Lista de precios.xlsx': 'PK' }],
  ])('%s', async (sentence, parts) => {
    expect(await sentenceOf(await zip(parts))).toContain(sentence);
  });

  it('El archivo tiene clave, also an old one', async () => {
    const locked = await readFile(join(import.meta.dirname, 'samples', 'locked.xls'));
    expect(await sentenceOf(locked)).toContain('El archivo tiene clave');
  });
});

describe('a damaged workbook is refused', () => {
  const file = zip(workbookParts('<row r="1"><c r="A1" t="str"><v>W 712</v></c></row>'));
  const damaged = { reason: 'damaged', message: expect.stringContaining('dañado o incompleto') };

  it('cut off anywhere', async () => {
    const bytes = await file;
    for (let length = 4; length < bytes.length; length += 37) {
      expect(await refusal(readBytes(bytes.subarray(0, length)))).toMatchObject(damaged);
    }
  });

  it.each<[string, Parts]>([
    ['without its sheet', Object.fromEntries(Object.entries(code).filter(([name]) => name !== SHEET))],
    ['with another document as its sheet', { ...code, [SHEET]: String(code['xl/styles.xml']) }],
    ['with a sheet that ends too soon', { ...code, [SHEET]: String(code[SHEET]).slice(0, -20) }],
    ['with something after its sheet', { ...code, [SHEET]: `${code[SHEET]}<worksheet/>` }],
    ['with an empty sheet', { ...code, [SHEET]: '' }],
    ['with a broken list of sheets', { ...code, 'xl/workbook.xml': '<workbook><sheets></workbook>' }],
    [
      'with two sheets in one part',
      { ...code, 'xl/workbook.xml': String(code['xl/workbook.xml']).replace(/(<sheet .*\/>)/, '$1$1') },
    ],
    ['with broken styles', { ...code, 'xl/styles.xml': 'nada' }],
    ['with broken strings', { ...workbookParts('<row><c t="s"><v>0</v></c></row>'), 'xl/sharedStrings.xml': '<sst>' }],
  ])('%s', async (_, parts) => {
    expect(await refusal(readParts(parts))).toMatchObject(damaged);
  });

  it('with any DOCTYPE', async () => {
    const entities = '<!DOCTYPE worksheet [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';
    const bomb = sheetXml('<row r="1"><c r="A1" t="str"><v>&b;</v></c></row>').replace(XML, XML + entities);
    expect(await refusal(readParts({ ...code, [SHEET]: bomb }))).toMatchObject({
      reason: 'damaged',
      message: expect.stringContaining('DOCTYPE'),
    });
  });
});

describe('a forged zip is refused', () => {
  const END = Buffer.from('PK\x05\x06');
  const CENTRAL = Buffer.from('PK\x01\x02');

  /** The file with a change in the central directory's record of the sheet. */
  async function withRecord(change: (record: Buffer) => void): Promise<Buffer> {
    const bytes = await zip(code);
    for (let at = bytes.indexOf(CENTRAL); at !== -1; at = bytes.indexOf(CENTRAL, at + 4)) {
      if (bytes.subarray(at + 46).indexOf(SHEET) === 0) change(bytes.subarray(at));
    }
    return bytes;
  }

  it.each<[string, (record: Buffer) => void]>([
    ['with another checksum', (record) => record.writeUInt8(record.readUInt8(16) ^ 1, 16)],
    ['that declares less than it contains', (record) => record.writeUInt32LE(record.readUInt32LE(24) - 1, 24)],
    ['that declares more than it contains', (record) => record.writeUInt32LE(record.readUInt32LE(24) + 1, 24)],
    ['with a compressed size that is too small', (record) => record.writeUInt32LE(record.readUInt32LE(20) - 5, 20)],
    ['with overlapping entries', (record) => record.writeUInt32LE(0, 42)],
    ['with an entry outside of the file', (record) => record.writeUInt32LE(0x7fffffff, 42)],
    ['with an unknown compression', (record) => record.writeUInt16LE(14, 10)],
    ['with a path that leaves the zip', (record) => record.write('../', 46)],
  ])('%s', async (_, change) => {
    expect(await refusal(readBytes(await withRecord(change)))).toMatchObject({ reason: 'damaged' });
  });

  it('with an encrypted entry', async () => {
    const locked = await withRecord((record) => record.writeUInt16LE(record.readUInt16LE(8) | 1, 8));
    expect(await refusal(readBytes(locked))).toMatchObject({ reason: 'encrypted' });
  });

  it('with a directory outside of the file', async () => {
    const bytes = await zip(code);
    bytes.writeUInt32LE(0x7ffffff0, bytes.lastIndexOf(END) + 16);
    expect(await refusal(readBytes(bytes))).toMatchObject({ reason: 'damaged' });
  });

  it('with a directory at an offset that is not a safe integer', async () => {
    const bytes = await zip(code);
    const at = bytes.lastIndexOf(END);
    const locator = Buffer.concat([Buffer.from('PK\x06\x07'), Buffer.alloc(16, 0xff)]);
    const forged = Buffer.concat([bytes.subarray(0, at), locator, bytes.subarray(at)]);
    expect(await refusal(readBytes(forged))).toMatchObject({ reason: 'damaged' });
  });

  it('with two entries of the same name, also in another case', async () => {
    const twice = { ...code, 'XL/Worksheets/Sheet1.xml': String(code[SHEET]) };
    expect(await refusal(readParts(twice))).toMatchObject({ reason: 'damaged' });
  });

  it('with too many entries', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`xl/media/${index}.png`, '']));
    expect(await refusal(readParts({ ...code, ...many }))).toMatchObject({
      reason: 'too-large',
      message: 'El archivo tiene demasiadas partes adentro',
    });
  });
});

describe('a bomb is refused', () => {
  const TOO_MUCH = { reason: 'too-large', message: expect.stringContaining('se expande demasiado') };
  const MiB = 1024 * 1024;

  /** Spaces compressed to a thousandth of their size. */
  function packedSpaces(mebibytes: number): Buffer {
    const block = deflateRawSync(Buffer.alloc(MiB, ' '), { level: 9, finishFlush: constants.Z_FULL_FLUSH });
    return Buffer.concat([...Array.from({ length: mebibytes }, () => block), deflateRawSync('')]);
  }

  /** A workbook whose sheet has these compressed bytes and declares `size` bytes. */
  async function withSheet(packed: Buffer, size: number): Promise<Buffer> {
    const bytes = await zip(Object.fromEntries(Object.entries(code).filter(([name]) => name !== SHEET)));
    const at = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
    const directory = bytes.readUInt32LE(at + 16);
    const sizes = Buffer.alloc(18);
    sizes.writeUInt16LE(8, 0); // deflated
    sizes.writeUInt32LE(packed.length, 10);
    sizes.writeUInt32LE(size, 14);
    const name = Buffer.from(SHEET);
    const nameLength = Buffer.from([name.length, 0, 0, 0]);
    const local = [Buffer.from('PK\x03\x04\x14\0\0\0'), sizes, nameLength, name, packed];
    const offset = Buffer.alloc(14);
    offset.writeUInt32LE(directory, 10);
    const record = [Buffer.from('PK\x01\x02\x14\0\x14\0\0\0'), sizes, nameLength, offset, name];
    const end = Buffer.from(bytes.subarray(at));
    end.writeUInt16LE(end.readUInt16LE(8) + 1, 8);
    end.writeUInt16LE(end.readUInt16LE(10) + 1, 10);
    end.writeUInt32LE(directory + Buffer.concat(local).length, 16);
    return Buffer.concat([bytes.subarray(0, directory), ...local, bytes.subarray(directory, at), ...record, end]);
  }

  it.each([
    ['that declares its size', 3 * 1024, 3 * 1024 * MiB, TOO_MUCH],
    ['that declares less', 3 * 1024, 500, { reason: 'damaged' }],
    ['that expands a thousandfold', 20, 20 * MiB, TOO_MUCH],
  ])('%s', async (_, mebibytes, size, refused) => {
    const bytes = await withSheet(packedSpaces(mebibytes), size);
    expect(bytes.length).toBeLessThan(4 * MiB);
    expect(await refusal(readBytes(bytes))).toMatchObject(refused);
  });

  it('in its list of sheets, its styles and its relations', async () => {
    for (const part of ['xl/workbook.xml', 'xl/styles.xml', '_rels/.rels']) {
      const swollen = String(code[part]).replace('?>', `?>${' '.repeat(2 * MiB)}`);
      const read = readParts({ ...code, [part]: swollen }, { smallEntryBytes: MiB });
      expect(await refusal(read), part).toMatchObject(TOO_MUCH);
    }
  });

  it('by the size of all its entries together', async () => {
    const padded = `${code[SHEET]}${' '.repeat(5_000)}`;
    const total = Object.values({ ...code, [SHEET]: padded }).join('').length;
    expect(await readParts({ ...code, [SHEET]: padded }, { totalBytes: total })).toBeDefined();
    expect(await refusal(readParts({ ...code, [SHEET]: padded }, { totalBytes: 5_000 }))).toMatchObject(TOO_MUCH);
  });

  it.each([
    ['an endless text', `<v>${'a'.repeat(3 * MiB)}</v>`],
    ['an endless text in pieces', `<v>${'<![CDATA[aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa]]>'.repeat(100_000)}</v>`],
    ['an endless text in runs', `<is>${'<r><t>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa</t></r>'.repeat(100_000)}</is>`],
    ['an endless name', `<${'a'.repeat(3 * MiB)}/>`],
    ['an endless attribute', `<v x="${'a'.repeat(3 * MiB)}"/>`],
    ['endless attributes', `<v ${Array.from({ length: 300_000 }, (_, index) => `a${index}=""`).join(' ')}/>`],
    ['an endless comment', `<!--${'a'.repeat(3 * MiB)}-->`],
    ['endless nesting', '<a>'.repeat(1_000_000)],
    ['endless unknown elements', '<a/>'.repeat(2_100_000)],
  ])('of %s', async (_, content) => {
    const sheet = `<row r="1"><c r="A1" t="inlineStr">${content}</c></row>`;
    const { reason } = await refusal(readRows(workbookParts(sheet), { ratio: Number.POSITIVE_INFINITY }));
    expect(['damaged', 'too-large']).toContain(reason);
  });
});

describe('limits', () => {
  const limited = (rows: string, limits?: Partial<Limits>, strings?: string) =>
    refusal(readRows(workbookParts(rows, { ...(strings && { strings }) }), limits)).then(({ message }) => message);
  const cell = '<c><v>1</v></c>';

  it('are named in the message', async () => {
    expect(await limited(`<row r="1048577">${cell}</row>`)).toBe('La planilla tiene más de 1.048.576 filas');
    expect(await limited('<row r="1048577"/>')).toBe('La planilla tiene más de 1.048.576 filas');
    expect(await limited(`<row>${cell.repeat(257)}</row>`)).toBe('La fila 1 tiene datos más allá de la columna 256');
    expect(await limited(`<row>${cell.repeat(100_000)}</row>`)).toBe(
      'La fila 1 tiene datos más allá de la columna 256',
    );
    expect(await limited('<row r="5"><c r="IW5"><v>1</v></c></row>')).toBe(
      'La fila 5 tiene datos más allá de la columna 256',
    );
    expect(await limited(`<row>${cell}${cell}</row>`.repeat(3), { cells: 5 })).toBe(
      'La planilla tiene más de 5 celdas',
    );
    const long = 'ñ'.repeat(32_768);
    expect(await limited(`<row r="3"><c r="A3" t="str"><v>${long}</v></c></row>`)).toBe(
      'La fila 3 tiene un texto de más de 32.767 caracteres',
    );
    const shared = '<row><c t="s"><v>0</v></c></row>';
    expect(await limited(shared, {}, `<si><t>${long}</t></si>`)).toBe(
      'La planilla tiene un texto de más de 32.767 caracteres',
    );
    expect(await limited(shared, { sharedStrings: 1 }, '<si><t>a</t></si><si><r><t>b</t></r></si>')).toContain(
      'demasiado texto',
    );
    expect(await limited(shared, { sharedBytes: 3 }, '<si><t>ña</t></si><si><t>b</t></si>')).toContain(
      'demasiado texto',
    );
  });

  it('apply to the size of the file', async () => {
    const { message } = await refusal(readBytes(await zip(code), { fileBytes: 1024 }));
    expect(message).toContain('El archivo pesa más de');
    const old = await readFile(join(import.meta.dirname, 'samples', 'libreoffice.xls'));
    expect((await refusal(readBytes(old, { xlsFileBytes: 1024 }))).message).toContain('El archivo pesa más de');
  });

  it('allow what Excel allows', async () => {
    const long = 'ñ'.repeat(32_767);
    const [row] = await readRows(
      workbookParts(`<row><c t="str"><v>${long}</v></c><c t="s"><v>0</v></c></row>`, {
        strings: `<si><t>${long}</t></si>`,
      }),
    );
    expect(row?.cells).toEqual([long, long]);
    const wide = await readRows(workbookParts(`<row>${cell.repeat(256)}${'<c s="1"/>'.repeat(16_128)}</row>`));
    expect(wide[0]?.cells.length).toBe(256);
  });

  const MANY = soak(50_000, 1_048_575);

  it(`leave room for ${MANY} rows of empty, styled cells`, async () => {
    const rows = Array.from({ length: MANY }, (_, index) => `<row r="${index + 2}"><c r="A${index + 2}" s="1"/></row>`);
    expect(await readRows(workbookParts(`<row r="1">${cell}</row>${rows.join('')}`))).toEqual([
      { number: 1, cells: [1] },
    ]);
    const empty = Array.from({ length: MANY + 1 }, (_, index) => `<row r="${index + 1}"/>`);
    expect(await readRows(workbookParts(empty.join('')))).toEqual([]);
  });
});
