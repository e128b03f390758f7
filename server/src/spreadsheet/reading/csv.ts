import { isUtf8 as isValidUtf8 } from 'node:buffer';
import { type FileHandle, open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import type { Cell } from './cells.ts';
import { detectSeparator, type Encoding, findMark, findSeparatorLine, type TextFormat } from './csv-dialect.ts';
import { binaryText } from './detect-kind.ts';
import type { Limits } from './limits.ts';
import { type Row, RowBatches, tooWide } from './row-batches.ts';
import { show, tooLarge, UnreadableWorkbook } from './unreadable.ts';
import { joinText } from './values.ts';
import { readRange } from './zip.ts';

const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
/** DOS programs end a text with it. */
const END_OF_TEXT = 0x1a;
const MARK_BYTES = 3;
/** A UTF-16 code unit takes up to three bytes in UTF-8, and a doubled quote two. */
const MAX_BYTES_PER_UNIT = 4;

/** The characters of the bytes 0x80–0x9F. Node 20 decodes them as Latin-1. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

export type Csv = {
  readonly text: TextFormat;
  readonly notices: readonly string[];
  rows(): AsyncGenerator<readonly Row[]>;
  close(): Promise<void>;
};

/** Opens a CSV and detects what `options` leaves open. Throws UnreadableWorkbook when the file is no text. */
export async function openCsv(path: string, limits: Limits, options: Partial<TextFormat>): Promise<Csv> {
  const file = await open(path);
  try {
    const { text, start, end, isValid } = await inspect(file, options);
    async function* rows() {
      const batches = new RowBatches(limits);
      const parser = new CsvParser(text.separator.charCodeAt(0), batches, limits);
      for await (const chunk of readUtf8(file, start, end, text.encoding)) {
        parser.write(chunk);
        yield* batches.take();
      }
      parser.end();
      yield* batches.takeAll();
    }
    const notices = isValid ? [] : ['El archivo tiene signos que no son de UTF-8: se leen como «\ufffd»'];
    return { text, notices, rows, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

type Inspected = {
  readonly text: TextFormat;
  /** The bytes of the rows. */
  readonly start: number;
  readonly end: number;
  /** False when the file is read as UTF-8 and has other bytes. */
  readonly isValid: boolean;
};

/** Reads the whole file: bytes that are not UTF-8 may come late. */
async function inspect(file: FileHandle, options: Partial<TextFormat>): Promise<Inspected> {
  const { size } = await file.stat();
  const head = await readBytes(file, 0, MARK_BYTES);
  const mark = findMark(head);
  const known = options.encoding ?? mark?.encoding;
  const start = mark && mark.encoding === known ? mark.bytes : 0;
  const isUtf16 = known === 'utf-16le' || known === 'utf-16be';
  const [last] = await readBytes(file, size - 1, 1);
  const end = last === END_OF_TEXT && !isUtf16 ? size - 1 : size;
  let sample: string | undefined;
  let isUtf8 = true;
  let unchecked: Buffer = Buffer.alloc(0);
  for await (const chunk of readUtf8(file, start, end, isUtf16 ? known : 'utf-8')) {
    if (chunk.includes(0)) throw binaryText();
    sample ??= chunk.toString('latin1');
    const bytes = unchecked.length === 0 ? chunk : Buffer.concat([unchecked, chunk]);
    const end = bytes.length - unfinishedBytes(bytes);
    isUtf8 &&= isValidUtf8(bytes.subarray(0, end));
    unchecked = bytes.subarray(end);
  }
  isUtf8 &&= unchecked.length === 0;
  const encoding = known ?? (isUtf8 ? 'utf-8' : 'windows-1252');
  const line = findSeparatorLine(sample ?? '');
  const separator = options.separator ?? line.separator ?? detectSeparator((sample ?? '').slice(line.length));
  return {
    text: { encoding, separator },
    start: start + line.length * (isUtf16 ? 2 : 1),
    end,
    isValid: encoding !== 'utf-8' || isUtf8,
  };
}

async function readBytes(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, Math.max(position, 0));
  return buffer.subarray(0, bytesRead);
}

/** Returns the number of bytes at the end that belong to a cut UTF-8 character. */
function unfinishedBytes(bytes: Buffer): number {
  for (let count = 1; count < 4; count++) {
    const byte = bytes.at(-count) ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return count < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? count : 0;
  }
  return 0;
}

async function* readUtf8(file: FileHandle, start: number, end: number, encoding: Encoding): AsyncGenerator<Buffer> {
  const convert = converterOf(encoding);
  for await (const chunk of readRange(file, start, end)) yield convert(chunk);
}

/** Converts chunks to UTF-8. A character may span two of them. */
function converterOf(encoding: Encoding): (chunk: Buffer) => Buffer {
  if (encoding === 'utf-8') return (chunk) => chunk;
  if (encoding === 'windows-1252') return (chunk) => Buffer.from(decodeWindows1252(chunk));
  const decoder = new TextDecoder(encoding, { ignoreBOM: true });
  return (chunk) => Buffer.from(decoder.decode(chunk, { stream: true }));
}

const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replace(/[\x80-\x9f]/g, (sign) => WINDOWS_1252[sign.charCodeAt(0) - 0x80] ?? sign);

/**
 * Reads records from UTF-8 in chunks of any size, as RFC 4180 defines them and Excel reads them: a quote inside a plain
 * cell is text, and so is what follows a closing quote. Every cell is text; a blank one is null.
 */
class CsvParser {
  readonly #separator: number;
  readonly #rows: RowBatches;
  readonly #limits: Limits;
  /** The beginning of a cell whose end has not been read. */
  #left: Buffer = Buffer.alloc(0);
  #number = 1;
  #column = 0;
  #cells: Cell[] = [];
  #filled = 0;
  /** True when the last chunk ended inside a CRLF. */
  #isAfterReturn = false;

  constructor(separator: number, rows: RowBatches, limits: Limits) {
    this.#separator = separator;
    this.#rows = rows;
    this.#limits = limits;
  }

  write(chunk: Buffer) {
    const bytes = this.#left.length === 0 ? chunk : Buffer.concat([this.#left, chunk]);
    const end = this.#read(bytes, false);
    this.#left = bytes.subarray(end);
    if (this.#left.length > this.#limits.textLength * MAX_BYTES_PER_UNIT) throw this.#tooLong();
  }

  end() {
    this.#read(this.#left, true);
    if (this.#column > 0) this.#endRow();
  }

  /** Reads complete cells, and returns where the first incomplete one begins. At the end of the file there is none. */
  #read(bytes: Buffer, isLast: boolean): number {
    const { length } = bytes;
    let at = 0;
    if (this.#isAfterReturn && length > 0) {
      if (bytes[0] === LINE_FEED) at++;
      this.#isAfterReturn = false;
    }
    while (at < length) {
      const isQuoted = bytes[at] === QUOTE;
      const close = isQuoted ? closingQuote(bytes, at + 1) : at;
      if (close === -1 && isLast) throw this.#unclosed();
      if (close === -1 || (close === length - 1 && isQuoted && !isLast)) return at;
      const end = this.#cellEnd(bytes, isQuoted ? close + 1 : at);
      if (end === length && !isLast) return at;
      if (end > at) this.#add(isQuoted ? unquote(bytes, at, close, end) : bytes.toString('utf8', at, end));
      this.#column++;
      at = end + 1;
      if (bytes[end] === this.#separator) continue;
      this.#endRow();
      if (bytes[end] !== RETURN) continue;
      if (at === length) this.#isAfterReturn = true;
      else if (bytes[at] === LINE_FEED) at++;
    }
    return length;
  }

  #cellEnd(bytes: Buffer, from: number): number {
    const separator = this.#separator;
    const { length } = bytes;
    let at = from;
    for (; at < length; at++) {
      const byte = bytes[at];
      if (byte === separator || byte === LINE_FEED || byte === RETURN) break;
    }
    return at;
  }

  #add(text: string) {
    if (text.trim() === '') return;
    const column = this.#column;
    if (column >= this.#limits.columns) throw tooWide(this.#number, this.#limits);
    while (this.#cells.length < column) this.#cells.push(null);
    this.#cells.push(joinText('', text, this.#limits.textLength, `La fila ${this.#number}`));
    this.#filled++;
  }

  #endRow() {
    this.#rows.add(this.#number++, this.#cells, this.#filled);
    this.#cells = [];
    this.#filled = 0;
    this.#column = 0;
  }

  #tooLong(): UnreadableWorkbook {
    const { textLength } = this.#limits;
    const isQuoted = this.#left[0] === QUOTE;
    return tooLarge(
      `La fila ${this.#number} tiene ${isQuoted ? 'comillas que no se cierran, o ' : ''}un texto de más de ${show(textLength)} caracteres`,
    );
  }

  #unclosed(): UnreadableWorkbook {
    const message = `La fila ${this.#number} tiene comillas que no se cierran: corregila y volvé a subir el archivo`;
    return new UnreadableWorkbook('damaged', message);
  }
}

/** The index of the quote that ends a cell, or -1. A doubled quote is text. */
function closingQuote(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(QUOTE, from); at !== -1; at = bytes.indexOf(QUOTE, at + 2)) {
    if (bytes[at + 1] !== QUOTE) return at;
  }
  return -1;
}

const unquote = (bytes: Buffer, start: number, close: number, end: number): string =>
  bytes.toString('utf8', start + 1, close).replaceAll('""', '"') + bytes.toString('utf8', close + 1, end);
