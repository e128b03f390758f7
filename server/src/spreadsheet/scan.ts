import type { Cell } from './cells.ts';
import { Cursor, GREATER, isSpace, isUnknown, LESS, unknown } from './cursor.ts';
import type { Limits } from './limits.ts';
import type { Scanner } from './part.ts';
import type { Rows } from './rows.ts';
import { type Book, numberValue, readValue, textValue } from './values.ts';
import type { Tag } from './xml.ts';

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;
const EQUALS = 0x3d;
const A = 0x41;
const Z = 0x5a;
const LETTER_F = 0x66;
const LETTER_I = 0x69;
const LETTER_R = 0x72;
const LETTER_S = 0x73;
const LETTER_T = 0x74;
const LETTER_V = 0x76;

const ROW = Buffer.from('<row');
const ROW_NUMBER = Buffer.from(' r="');
const ROW_END = Buffer.from('</row>');
const CELL = Buffer.from('<c');
const CELL_END = Buffer.from('</c>');
const EMPTY_END = Buffer.from('/>');
const VALUE = Buffer.from('<v>');
const VALUE_END = Buffer.from('</v>');
const FORMULA = Buffer.from('<f');
const FORMULA_END = Buffer.from('</f>');
const INLINE = Buffer.from('<is>');
const INLINE_END = Buffer.from('</is>');
const STRING = Buffer.from('<si>');
const STRING_END = Buffer.from('</si>');
const TEXT = Buffer.from('<t');
const TEXT_END = Buffer.from('</t>');
const PRESERVE = Buffer.from(' xml:space="preserve"');

/** By the first letter, and longer names first. */
const TYPES = ['str', 's', 'n', 'inlineStr', 'b', 'e', 'd'].map((name) => ({ name, bytes: Buffer.from(name) }));

const MAX_COLUMN = 16_384;
const MAX_LETTERS = 3;
const ROW_DIGITS = 7;
const COUNT_DIGITS = 9;
/** More may not fit into a number exactly. */
const EXACT_DIGITS = 15;

/** The rows of a sheet. */
export class RowScanner implements Scanner {
  readonly container;
  readonly childEnd = '</row>';
  readonly #book: Book;
  readonly #rows: Rows;
  readonly #limits: Limits;
  readonly #cursor = new Cursor();
  /** What followed the number of the last row, up to its >. Most rows have the same. */
  #tail = Buffer.from('>');
  #isTailEmpty = false;
  #column = -1;
  #type = 'n';
  #style = 0;

  constructor(sheetData: Tag, book: Book, rows: Rows, limits: Limits) {
    this.container = { name: 'sheetData', tag: sheetData };
    this.#book = book;
    this.#rows = rows;
    this.#limits = limits;
  }

  scan(bytes: Buffer, at: number): number {
    return scanWhile(this.#cursor, bytes, at, () => this.#row());
  }

  #row() {
    const cursor = this.#cursor;
    cursor.expect(ROW);
    let number = this.#rows.last + 1;
    if (cursor.takes(ROW_NUMBER)) {
      number = cursor.someDigits(COUNT_DIGITS);
      if (cursor.byte !== QUOTE) unknown();
      cursor.at++;
    }
    const cells: Cell[] = [];
    let filled = 0;
    this.#column = -1;
    if (!this.#isEmptyRow()) {
      for (cursor.skipSpace(); !cursor.takes(ROW_END); cursor.skipSpace()) {
        const value = this.#cell(number);
        if (value === null) continue;
        if (this.#column >= this.#limits.columns) unknown();
        while (cells.length < this.#column) cells.push(null);
        cells.push(value);
        filled++;
      }
    }
    this.#rows.add(number, cells, filled);
  }

  /** Reads the other attributes. They do not matter, but they must be well formed. */
  #isEmptyRow(): boolean {
    const cursor = this.#cursor;
    if (cursor.takes(this.#tail)) return this.#isTailEmpty;
    const start = cursor.at;
    const { names, isSelfClosing } = cursor.attributes();
    if (names.includes('r')) unknown();
    this.#tail = Buffer.from(cursor.bytes.subarray(start, cursor.at));
    this.#isTailEmpty = isSelfClosing;
    return isSelfClosing;
  }

  #cell(row: number): Cell {
    const cursor = this.#cursor;
    cursor.expect(CELL);
    this.#cellAttributes(row);
    if (cursor.takes(EMPTY_END)) return null;
    if (cursor.byte !== GREATER) unknown();
    cursor.at++;
    let value: Cell = null;
    let isRead = false;
    for (cursor.skipSpace(); !cursor.takes(CELL_END); cursor.skipSpace()) {
      const letter = cursor.bytes[cursor.at + 1];
      if (letter === LETTER_F) {
        this.#formula();
        continue;
      }
      if (isRead) unknown();
      isRead = true;
      if (letter === LETTER_V && this.#type !== 'inlineStr') value = this.#value();
      else if (letter === LETTER_I && this.#type === 'inlineStr') value = this.#inlineText();
      else unknown();
    }
    return value;
  }

  /** r, s and t, each at most once, in any order. */
  #cellAttributes(row: number) {
    const cursor = this.#cursor;
    const { bytes } = cursor;
    let column = -1;
    let style = -1;
    let type = '';
    while (isSpace(cursor.byte)) {
      cursor.skipSpace();
      const letter = cursor.byte;
      if (letter === SLASH || letter === GREATER) break;
      const quote = bytes[cursor.at + 2];
      if (bytes[cursor.at + 1] !== EQUALS || (quote !== QUOTE && quote !== APOSTROPHE)) unknown();
      cursor.at += 3;
      if (letter === LETTER_R && column === -1) column = this.#reference(row);
      else if (letter === LETTER_S && style === -1) style = cursor.someDigits(COUNT_DIGITS);
      else if (letter === LETTER_T && type === '') type = this.#cellType();
      else unknown();
      if (cursor.byte !== quote) unknown();
      cursor.at++;
    }
    if (column === -1) column = this.#column + 1;
    if (column <= this.#column) unknown(); // out of order, or twice
    this.#column = column;
    this.#style = style === -1 ? 0 : style;
    this.#type = type || 'n';
  }

  #reference(row: number): number {
    const cursor = this.#cursor;
    let column = 0;
    for (let letters = 0; letters < MAX_LETTERS; letters++) {
      const letter = cursor.byte;
      if (letter < A || letter > Z) break;
      column = column * 26 + letter - A + 1;
      cursor.at++;
    }
    if (column === 0 || column > MAX_COLUMN || cursor.someDigits(ROW_DIGITS) !== row) unknown();
    return column - 1;
  }

  #cellType(): string {
    const type = TYPES.find(({ bytes }) => this.#cursor.takes(bytes));
    return type?.name ?? unknown();
  }

  #value(): Cell {
    const cursor = this.#cursor;
    cursor.expect(VALUE);
    const value = this.#number() ?? this.#otherValue();
    cursor.expect(VALUE_END);
    return value;
  }

  /** Whole numbers and shared strings, which most cells are. Null is something else, or blank. */
  #number(): Cell {
    if (this.#type !== 'n' && this.#type !== 's') return null;
    const cursor = this.#cursor;
    const start = cursor.at;
    const number = cursor.digits(EXACT_DIGITS);
    if (cursor.at > start && cursor.byte === LESS) {
      if (this.#type === 'n') return numberValue(number, this.#style, this.#book);
      const shared = this.#book.sharedStrings[number];
      if (shared) return shared;
    }
    cursor.at = start;
    return null;
  }

  #otherValue(): Cell {
    return readValue(this.#type, this.#short(this.#cursor.text()), this.#style, this.#book);
  }

  #inlineText(): Cell {
    const cursor = this.#cursor;
    cursor.expect(INLINE);
    const text = plainText(cursor);
    cursor.expect(INLINE_END);
    return textValue(this.#short(text));
  }

  #short(text: string): string {
    return text.length > this.#limits.textLength ? unknown() : text;
  }

  /** A formula's result is kept beside it. */
  #formula() {
    const cursor = this.#cursor;
    cursor.expect(FORMULA);
    if (cursor.attributes().isSelfClosing) return;
    cursor.text();
    cursor.expect(FORMULA_END);
  }
}

/** The shared strings. */
export class StringScanner implements Scanner {
  readonly container;
  readonly childEnd = '</si>';
  readonly #add: (text: string) => void;
  readonly #cursor = new Cursor();

  constructor(sst: Tag, add: (text: string) => void) {
    this.container = { name: 'sst', tag: sst };
    this.#add = add;
  }

  scan(bytes: Buffer, at: number): number {
    return scanWhile(this.#cursor, bytes, at, () => this.#string());
  }

  #string() {
    const cursor = this.#cursor;
    cursor.expect(STRING);
    const text = plainText(cursor);
    cursor.expect(STRING_END);
    this.#add(text);
  }
}

/** Reads one element after the other, and returns where the first begins that is unknown. */
function scanWhile(cursor: Cursor, bytes: Buffer, at: number, read: () => void): number {
  cursor.bytes = bytes;
  cursor.at = at;
  let start = at;
  try {
    for (;;) {
      cursor.skipSpace();
      start = cursor.at;
      read();
    }
  } catch (error) {
    if (isUnknown(error)) return start;
    throw error;
  }
}

/** One <t>, and nothing else but space around it. */
function plainText(cursor: Cursor): string {
  cursor.skipSpace();
  cursor.expect(TEXT);
  cursor.takes(PRESERVE);
  if (cursor.byte !== GREATER) unknown();
  cursor.at++;
  const text = cursor.text();
  cursor.expect(TEXT_END);
  cursor.skipSpace();
  return text;
}
