import { UnreadableWorkbook } from './unreadable.ts';
import type { Zip } from './zip.ts';

/*
 * What a file is, when it is no workbook: people rename files, and systems export anything as .xls. The sentence says
 * what to do about it.
 */

const SAVE_AS = 'abrilo en Excel y guardalo como .xlsx';

const MAGIC: readonly (readonly [bytes: string, sentence: string])[] = [
  ['%PDF', 'Es un PDF: subí la planilla en .xlsx'],
  ['MZ', 'Es un programa de Windows, no una planilla'],
  ['\x7fELF', 'Es un programa, no una planilla'],
  ['\x89PNG', 'Es una imagen, no una planilla'],
  ['\xff\xd8\xff', 'Es una imagen, no una planilla'],
  ['GIF8', 'Es una imagen, no una planilla'],
  ['BM', 'Es una imagen, no una planilla'],
  ['RIFF', 'Es una imagen o un video, no una planilla'],
  ['Rar!', 'Es un archivo comprimido: descomprimilo y subí la planilla que tiene adentro'],
  ['7z\xbc\xaf', 'Es un archivo comprimido: descomprimilo y subí la planilla que tiene adentro'],
  ['\x1f\x8b', 'Es un archivo comprimido: descomprimilo y subí la planilla que tiene adentro'],
  ['{\\rtf', 'Es un documento de texto, no una planilla'],
  ['\x09\x00\x04\x00', `Es una planilla de un Excel muy viejo: ${SAVE_AS}`],
  ['\x09\x02\x06\x00', `Es una planilla de un Excel muy viejo: ${SAVE_AS}`],
  ['\x09\x04\x06\x00', `Es una planilla de un Excel muy viejo: ${SAVE_AS}`],
];

/** By a name inside a zip. */
const INSIDE_ZIP: readonly (readonly [name: string, sentence: string])[] = [
  ['xl/workbook.bin', `Es una planilla binaria (.xlsb): ${SAVE_AS}`],
  ['word/document.xml', 'Es un documento de Word, no una planilla'],
  ['ppt/presentation.xml', 'Es una presentación, no una planilla'],
  ['index/document.iwa', 'Es una planilla de Numbers: exportala como .xlsx'],
];

const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument.';

const notAWorkbook = (sentence: string) => new UnreadableWorkbook('not-a-workbook', sentence);

/** For a file that is neither a zip nor an old Office document; `head` is its beginning. */
export function describeOther(head: Buffer): UnreadableWorkbook {
  const bytes = head.toString('latin1');
  const magic = MAGIC.find(([start]) => bytes.startsWith(start));
  return notAWorkbook(magic?.[1] ?? describeText(decodeText(head)));
}

function decodeText(head: Buffer): string {
  const isUtf16 = head[0] === 0xff && head[1] === 0xfe;
  return head.toString(isUtf16 ? 'utf16le' : 'latin1').replace(/^(\ufeff|\xef\xbb\xbf)/, '');
}

function describeText(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: text has none of them
  if (/[\0-\x08\x0e-\x1a]/.test(text)) return 'No es una planilla de Excel: subí un archivo .xlsx o .xls';
  if (/^\s*<(?:!doctype html|html|head|body|meta|table|style)\b/i.test(text)) {
    return `Es una página web (HTML) guardada como planilla: ${SAVE_AS}`;
  }
  if (/^\s*<\?xml/i.test(text)) return `Es un XML, no una planilla .xlsx: ${SAVE_AS}`;
  const [line = ''] = text.split(/\r?\n/);
  return /[;,\t]/.test(line)
    ? `Es un CSV guardado como planilla: ${SAVE_AS}`
    : 'Es un archivo de texto, no una planilla: subí un archivo .xlsx o .xls';
}

/** For a zip that holds no workbook. */
export async function describeZip(zip: Zip): Promise<UnreadableWorkbook> {
  const known = INSIDE_ZIP.find(([name]) => zip.has(name));
  if (known) return notAWorkbook(known[1]);
  const type = zip.has('mimetype') ? await readStart(zip, 'mimetype') : '';
  if (type.startsWith(`${OPEN_DOCUMENT}spreadsheet`)) {
    return notAWorkbook('Es una planilla de LibreOffice (.ods): abrila y guardala como .xlsx');
  }
  if (type.startsWith(OPEN_DOCUMENT)) return notAWorkbook('Es un documento de LibreOffice, no una planilla');
  return notAWorkbook('Es un archivo comprimido (.zip), no una planilla: descomprimilo y subí el .xlsx');
}

async function readStart(zip: Zip, name: string): Promise<string> {
  for await (const chunk of zip.read(name, 1024)) return chunk.toString('latin1');
  return '';
}
