import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import {
  type Limits,
  openWorkbook,
  type Row,
  type TextFormat,
  type WorkbookReader,
} from '../spreadsheet/reading/read.ts';

/** Contents of entries by their path inside the zip. */
export type Parts = Readonly<Record<string, string | Buffer>>;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

export const sheetXml = (rows: string) => `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

export const stringsXml = (items: string) => `${XML}<sst xmlns="${MAIN}">${items}</sst>`;

/** `formats` are the codes of the styles from 1 on; style 0 is General. A number is a built-in format. */
export function stylesXml(formats: readonly (string | number)[]): string {
  const quote = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const custom = formats.map((code, index) =>
    typeof code === 'number' ? '' : `<numFmt numFmtId="${164 + index}" formatCode="${quote(code)}"/>`,
  );
  const xfs = formats.map((code, index) => `<xf numFmtId="${typeof code === 'number' ? code : 164 + index}"/>`);
  return (
    `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${custom.join('')}</numFmts>` +
    `<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>${xfs.join('')}</cellXfs></styleSheet>`
  );
}

export const relationsXml = (relations: readonly (readonly [id: string, type: string, target: string])[]) =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${relations
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`)
    .join('')}</Relationships>`;

/** The parts of a workbook with one sheet, «Piezas». */
export function workbookParts(rows: string, { strings = '', formats = [] as (string | number)[] } = {}): Parts {
  return {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"/>`,
    '_rels/.rels': relationsXml([['rId1', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml':
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>` +
      '<sheet name="Piezas" sheetId="1" r:id="rId1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationsXml([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'styles', 'styles.xml'],
      ['rId3', 'sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/worksheets/sheet1.xml': sheetXml(rows),
    'xl/styles.xml': stylesXml(formats),
    'xl/sharedStrings.xml': stringsXml(strings),
  };
}

const ODF = 'urn:oasis:names:tc:opendocument:xmlns';
const ODF_NAMES = ['office', 'style', 'text', 'table', 'manifest'].map((name) => `xmlns:${name}="${ODF}:${name}:1.0"`);
const ODF_SPACES = `${ODF_NAMES.join(' ')} xmlns:number="${ODF}:datastyle:1.0" xmlns:calcext="calcext"`;

/** The parts of an .ods with these tables and styles. */
export const odsParts = (tables: string, styles = ''): Parts => ({
  mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
  'META-INF/manifest.xml': `${XML}<manifest:manifest ${ODF_SPACES}/>`,
  'content.xml':
    `${XML}<office:document-content ${ODF_SPACES}><office:automatic-styles>${styles}</office:automatic-styles>` +
    `<office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
});

/** The parts of a workbook with macros. */
export function withMacros(parts: Parts): Parts {
  const relations = 'xl/_rels/workbook.xml.rels';
  const type = 'http://schemas.microsoft.com/office/2006/relationships/vbaProject';
  const macros = `<Relationship Id="rIdMacros" Type="${type}" Target="vbaProject.bin"/>`;
  return {
    ...parts,
    '[Content_Types].xml':
      `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>` +
      '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    [relations]: String(parts[relations]).replace('</Relationships>', `${macros}</Relationships>`),
    'xl/vbaProject.bin': 'macros',
  };
}

export function zip(parts: Parts): Promise<Buffer> {
  const file = new ZipFile();
  for (const [name, content] of Object.entries(parts)) {
    // A compressor for each of ten thousand files would take seconds.
    file.addBuffer(Buffer.from(content), name, { compress: content.length > 100 });
  }
  file.end();
  return buffer(file.outputStream);
}

/** All the sheets of a file, with all their rows. */
export async function readAll(path: string, limits?: Partial<Limits>) {
  const workbook = await openWorkbook(path, limits);
  try {
    const sheets: { name: string; hidden: boolean; rows: Row[] }[] = [];
    for (const { name, hidden, rows } of workbook.sheets) sheets.push({ name, hidden, rows: await collect(rows()) });
    return { kind: workbook.kind, sheets };
  } finally {
    await workbook.close();
  }
}

export async function collect(batches: AsyncIterable<readonly Row[]> | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const batch of batches ?? []) rows.push(...batch);
  return rows;
}

/** Runs with the bytes as an open workbook. */
export const withWorkbook = <T>(
  bytes: Buffer,
  use: (workbook: WorkbookReader) => Promise<T>,
  limits: Partial<Limits> = {},
  text: Partial<TextFormat> = {},
): Promise<T> =>
  withFile(bytes, async (path) => {
    const workbook = await openWorkbook(path, limits, text);
    try {
      return await use(workbook);
    } finally {
      await workbook.close();
    }
  });

/** Runs with the bytes in a file, which is deleted afterwards. */
export async function withFile<T>(bytes: Buffer, run: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'workbook-'));
  try {
    const path = join(folder, 'file');
    await writeFile(path, bytes);
    return await run(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export const readBytes = (bytes: Buffer, limits?: Partial<Limits>) => withFile(bytes, (path) => readAll(path, limits));

export const readParts = async (parts: Parts, limits?: Partial<Limits>) => readBytes(await zip(parts), limits);

/** The rows of the first sheet. */
export async function readRows(parts: Parts, limits?: Partial<Limits>): Promise<Row[]> {
  const { sheets } = await readParts(parts, limits);
  return sheets[0]?.rows ?? [];
}
