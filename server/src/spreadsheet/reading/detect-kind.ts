import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { type Encoding, findMark } from './csv-dialect.ts';
import { LIMITS, type Limits } from './limits.ts';
import { show, tooLarge, UnreadableWorkbook } from './unreadable.ts';
import type { Zip } from './zip.ts';

export type Kind = 'xlsx' | 'xls' | 'ods' | 'csv';

/*
 * Recognizes files by their content, whatever their name: users rename files, and other systems export anything as
 * .xls. For a file that is not a workbook, the message says what it is and what to do.
 */

const SAVE_AS = 'en Excel y guardalo como .xlsx';
const IMAGE = 'Es una imagen, no una planilla';
const ARCHIVE = 'Es un archivo comprimido, no una planilla: descomprimilo y subí el .xlsx que tiene adentro';
const OLD_EXCEL = 'Es de un Excel muy viejo: abrilo en uno más nuevo y guardalo como .xlsx';

/** The first bytes of known kinds of files. */
const MAGIC: readonly (readonly [bytes: string, sentence: string])[] = [
  ['%PDF', 'Es un PDF, no una planilla: subí el .xlsx'],
  ['{\\rtf', 'Es un documento de texto, no una planilla'],
  ['\x89PNG', IMAGE],
  ['\xff\xd8\xff', IMAGE],
  ['GIF8', IMAGE],
  ['RIFF', IMAGE],
  ['Rar!', ARCHIVE],
  ['7z\xbc\xaf', ARCHIVE],
  ['\x1f\x8b', ARCHIVE],
  ['PK\x05\x06', 'Es un archivo comprimido sin nada adentro, no una planilla'],
  ['\x09\x00\x04\x00', OLD_EXCEL],
  ['\x09\x02\x06\x00', OLD_EXCEL],
  ['\x09\x04\x06\x00', OLD_EXCEL],
];

/** A text could start with these too. */
const BINARY_MAGIC: typeof MAGIC = [
  ['MZ', 'Es un programa, no una planilla'],
  ['BM', IMAGE],
];

/** Zip entries that identify a file that is not a workbook. */
const INSIDE_ZIP: readonly (readonly [name: string, sentence: string])[] = [
  ['xl/workbook.bin', `Es un libro binario (.xlsb): abrilo ${SAVE_AS}`],
  ['word/document.xml', 'Es un documento de Word, no una planilla'],
  ['ppt/presentation.xml', 'Es una presentación, no una planilla'],
  ['index/document.iwa', 'Es de Numbers: abrilo ahí y exportalo como .xlsx'],
];

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';
const OPEN_SPREADSHEET = `${OPEN_DOCUMENT}spreadsheet`;

export const notAWorkbook = (sentence: string) => new UnreadableWorkbook('not-a-workbook', sentence);

const ACCEPTED = 'subí un archivo .xlsx, .xls, .ods o .csv';

export const unknownKind = () => notAWorkbook(`No es una planilla: ${ACCEPTED}`);

/** For a presumed text that contains NUL. */
export const binaryText = () =>
  notAWorkbook(`El archivo tiene datos que no son texto, y no se puede leer como CSV: ${ACCEPTED}`);

const ZIP = Buffer.from('PK\x03\x04');
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEAD_BYTES = 4_096;
const ZIP_HEADER_BYTES = 30;

/**
 * Returns the kind of workbook that a file may be, by its size and first bytes. Throws UnreadableWorkbook for any other file.
 * An .ods that does not begin with its type, as the standard recommends, looks like an .xlsx until it is opened.
 * `encoding` is that of a text, if it is known.
 */
export async function detectKind(path: string, limits: Limits = LIMITS, encoding?: Encoding): Promise<Kind> {
  const { head, size } = await readHead(path);
  const begins = (magic: Buffer) => head.subarray(0, magic.length).equals(magic);
  if (size === 0) throw new UnreadableWorkbook('empty', 'El archivo está vacío');
  if (begins(OLD_OFFICE)) {
    refuseLarger(size, limits.xlsFileBytes, 'abrilo en Excel y guardalo como .xlsx, o dividilo en varios');
    return 'xls';
  }
  if (!begins(ZIP)) refuseOther(head, size, encoding);
  refuseLarger(size, limits.fileBytes, 'dividilo en varios');
  if (!begins(ZIP)) return 'csv';
  return head.toString('latin1', ZIP_HEADER_BYTES).startsWith(`mimetype${OPEN_SPREADSHEET}`) ? 'ods' : 'xlsx';
}

function refuseLarger(size: number, max: number, advice: string) {
  if (size > max) throw tooLarge(`El archivo pesa más de ${show(max / 1024 / 1024)} MB: ${advice}`);
}

async function readHead(path: string): Promise<{ head: Buffer; size: number }> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return { head: buffer.subarray(0, bytesRead), size };
  } finally {
    await file.close();
  }
}

/** For a file that is neither a zip nor an old Office document. Throws unless it may be a CSV. `head` is its first bytes. */
function refuseOther(head: Buffer, size: number, encoding?: Encoding) {
  const bytes = head.toString('latin1');
  const text = decodeText(head, encoding);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what makes it no text; DOS programs end a text with the first
  const isText = !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text.replace(/\x1a$/, ''));
  const magic = [...MAGIC, ...(isText ? [] : BINARY_MAGIC)].find(([start]) => bytes.startsWith(start));
  if (magic) throw notAWorkbook(magic[1]);
  if (!isText) throw unknownKind();
  const other = describeText(text, size > head.length);
  if (other) throw notAWorkbook(other);
}

function decodeText(head: Buffer, encoding = findMark(head)?.encoding ?? 'windows-1252'): string {
  const text = encoding.startsWith('utf-16') ? new TextDecoder(encoding).decode(head) : head.toString('latin1');
  return text.replace(/^(?:\ufeff|\xef\xbb\xbf)/, '');
}

/** Returns a description of a text without a table, or null. */
function describeText(text: string, isLonger: boolean): string | null {
  if (/^\s*<(?:!doctype html|html|head|body|meta|table|style|div)\b/i.test(text)) {
    return `Es un HTML guardado como planilla: abrilo ${SAVE_AS}`;
  }
  if (/^\s*</.test(text)) return `Es un XML guardado como planilla: abrilo ${SAVE_AS}`;
  const isTable = isLonger || /[;,\t|]|\S\s*[\r\n]\s*\S/.test(text);
  return isTable ? null : `Es un archivo de texto, no una planilla: ${ACCEPTED}`;
}

/** Returns the kind of workbook that a zip may be. Throws when an entry identifies another document. */
export async function kindOfZip(zip: Zip): Promise<'xlsx' | 'ods'> {
  const known = INSIDE_ZIP.find(([name]) => zip.has(name));
  if (known) throw notAWorkbook(known[1]);
  const type = zip.has('mimetype') ? await readStart(zip, 'mimetype') : '';
  if (!type.startsWith(OPEN_DOCUMENT)) return 'xlsx';
  if (!type.startsWith(OPEN_SPREADSHEET)) throw notAWorkbook('Es un documento de LibreOffice, no una planilla');
  return 'ods';
}

export const justAZip = () => notAWorkbook(ARCHIVE);

async function readStart(zip: Zip, name: string): Promise<string> {
  for await (const chunk of zip.read(name)) return chunk.toString('latin1');
  return '';
}
