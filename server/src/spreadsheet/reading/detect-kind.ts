import { open } from 'node:fs/promises';
import { LIMITS, type Limits } from './limits.ts';
import { show, tooLarge, UnreadableWorkbook } from './unreadable.ts';
import type { Zip } from './zip.ts';

/*
 * Recognises files that are not workbooks: users rename files, and other systems export anything as .xls. The message
 * says what the file is and what to do.
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

export const notAWorkbook = (sentence: string) => new UnreadableWorkbook('not-a-workbook', sentence);

export const unknownKind = () => notAWorkbook('No es una planilla de Excel: subí un archivo .xlsx o .xls');

const ZIP = Buffer.from('PK\x03\x04');
const OLD_OFFICE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const HEAD_BYTES = 4_096;

/**
 * Which kind of workbook a file may be, by its size and its first bytes. Throws UnreadableWorkbook for any other file.
 */
export async function detectKind(path: string, limits: Limits = LIMITS): Promise<'xlsx' | 'xls'> {
  const { head, size } = await readHead(path);
  const begins = (magic: Buffer) => head.subarray(0, magic.length).equals(magic);
  if (size === 0) throw new UnreadableWorkbook('empty', 'El archivo está vacío');
  if (begins(OLD_OFFICE)) {
    refuseLarger(size, limits.xlsFileBytes, 'abrilo en Excel y guardalo como .xlsx, o dividilo en varios');
    return 'xls';
  }
  if (!begins(ZIP)) throw describeFile(head);
  refuseLarger(size, limits.fileBytes, 'dividilo en varios');
  return 'xlsx';
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

/** For a file that is neither a zip nor an old Office document. `head` is its first bytes. */
function describeFile(head: Buffer): UnreadableWorkbook {
  const bytes = head.toString('latin1');
  const text = decodeText(head);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what makes it no text
  const isText = !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text);
  const magic = [...MAGIC, ...(isText ? [] : BINARY_MAGIC)].find(([start]) => bytes.startsWith(start));
  if (magic) return notAWorkbook(magic[1]);
  return isText ? notAWorkbook(describeText(text)) : unknownKind();
}

function decodeText(head: Buffer): string {
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe;
  return head.toString(isUtf16 ? 'utf16le' : 'latin1').replace(/^(?:\ufeff|\xef\xbb\xbf)/, '');
}

function describeText(text: string): string {
  if (/^\s*<(?:!doctype html|html|head|body|meta|table|style|div)\b/i.test(text)) {
    return `Es un HTML guardado como planilla: abrilo ${SAVE_AS}`;
  }
  if (/^\s*</.test(text)) return `Es un XML guardado como planilla: abrilo ${SAVE_AS}`;
  const [line = ''] = text.trimStart().split(/[\r\n]/);
  return /[;,\t]/.test(line)
    ? `Es un CSV guardado como planilla: abrilo ${SAVE_AS}`
    : 'Es un archivo de texto, no una planilla: subí un archivo .xlsx o .xls';
}

/** Null when the zip may be a workbook. */
export async function describeZip(zip: Zip): Promise<UnreadableWorkbook | null> {
  const known = INSIDE_ZIP.find(([name]) => zip.has(name));
  if (known) return notAWorkbook(known[1]);
  const type = zip.has('mimetype') ? await readStart(zip, 'mimetype') : '';
  if (!type.startsWith(OPEN_DOCUMENT)) return null;
  return notAWorkbook(
    type.startsWith('spreadsheet', OPEN_DOCUMENT.length)
      ? 'Es de LibreOffice (.ods): abrilo ahí y guardalo como .xlsx'
      : 'Es un documento de LibreOffice, no una planilla',
  );
}

export const justAZip = () => notAWorkbook(ARCHIVE);

async function readStart(zip: Zip, name: string): Promise<string> {
  for await (const chunk of zip.read(name)) return chunk.toString('latin1');
  return '';
}
