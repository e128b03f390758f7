import type { Cell } from './cells.ts';
import { Cursor, GREATER, isSpace, LESS, leaveToParser } from './cursor.ts';
import type { Limits } from './limits.ts';
import type { RowBatches } from './row-batches.ts';
import type { Scanner } from './scanning-parser.ts';
import { type Book, blankResult, numberValue, readValue, textValue } from './values.ts';
import type { Tag } from './xml.ts';

const QUOTE = 0x22;
const MINUS = 0x2d;
const POINT = 0x2e;
const EQUALS = 0x3d;
const A = 0x41;
const Z = 0x5a;
const LETTER_S = 0x73;
const LETTER_T = 0x74;

const ROW = Buffer.from('<row');
const NUMBER = Buffer.from(' r="');
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

/** Names before their prefixes: `str` before `s`. */
const TYPES = ['str', 's', 'n', 'inlineStr', 'b', 'e', 'd'].map((name) => ({ name, bytes: Buffer.from(name) }));

const MAX_COLUMN = 16_384;
const MAX_LETTERS = 3;
const ROW_DIGITS = 7;
const COUNT_DIGITS = 9;
/** Decimal digits that a number holds exactly, also after dividing by a power of ten. */
const EXACT_DIGITS = 15;
const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS + 1 }, (_, exponent) => 10 ** exponent);

/** The bytes of a cell after its reference: the rest of <c …>, and <v> if it follows at once. */
type Opening = {
  readonly bytes: Buffer;
  readonly type: string;
  readonly style: number;
  readonly holds: 'nothing' | 'value' | 'more';
};

/** This byte occurs in no UTF-8 text, so it never matches. */
const NEW_COLUMN: Opening = { bytes: Buffer.from([0xff]), type: '', style: 0, holds: 'nothing' };

/** Scans the rows of a sheet. */
export class RowScanner implements Scanner {
  readonly container;
  readonly childEnd = '</row>';
  readonly #book: Book;
  readonly #rows: RowBatches;
  readonly #limits: Limits;
  readonly #cursor = new Cursor();
  /** The rest of the last <row …> tag after its number. Most rows have the same. */
  #tail = Buffer.from('>');
  #isTailEmpty = false;
  #isTailHidden = false;
  /** The opening of the last cell of each column. Most cells of a column have the same. */
  readonly #openings: Opening[] = [];
  #column = -1;
  /** The style of the last cell. */
  #style = 0;

  constructor(sheetData: Tag, book: Book, rows: RowBatches, limits: Limits) {
    this.container = { name: 'sheetData', tag: sheetData };
    this.#book = book;
    this.#rows = rows;
    this.#limits = limits;
  }

  scan(bytes: Buffer, at: number): number {
    return this.#cursor.scan(bytes, at, () => this.#row());
  }

  #row() {
    const cursor = this.#cursor;
    cursor.expect(ROW);
    let number = this.#rows.last + 1;
    if (cursor.takes(NUMBER)) {
      number = cursor.someDigits(COUNT_DIGITS);
      cursor.expectByte(QUOTE);
    }
    const cells: Cell[] = [];
    let filled = 0;
    let isStruck = false;
    this.#column = -1;
    if (!this.#isEmptyRow()) {
      for (cursor.skipSpace(); !cursor.takes(ROW_END); cursor.skipSpace()) {
        const value = this.#cell(number);
        if (value === null) continue;
        if (this.#column >= this.#limits.columns) leaveToParser();
        while (cells.length < this.#column) cells.push(null);
        cells.push(value);
        if (filled === 0) isStruck = this.#book.strikes[this.#style] === true;
        filled++;
      }
    }
    this.#rows.add(number, cells, filled, this.#isTailHidden, isStruck);
  }

  /** Reads the other attributes, which must be well formed. All but `hidden` are ignored. */
  #isEmptyRow(): boolean {
    const cursor = this.#cursor;
    if (cursor.takes(this.#tail)) return this.#isTailEmpty;
    const start = cursor.at;
    const { names, text, isSelfClosing } = cursor.attributes();
    if (names.includes('r')) leaveToParser();
    this.#tail = Buffer.from(cursor.bytes.subarray(start, cursor.at));
    this.#isTailEmpty = isSelfClosing;
    this.#isTailHidden = names.includes('hidden') && /\shidden=["'](?:1|true)["']/.test(text);
    return isSelfClosing;
  }

  #cell(row: number): Cell {
    const cursor = this.#cursor;
    cursor.expect(CELL);
    const column = cursor.takes(NUMBER) ? this.#reference(row) : this.#column + 1;
    if (column <= this.#column) leaveToParser(); // out of order, or repeated
    this.#column = column;
    let opening = this.#openings[column] ?? NEW_COLUMN;
    if (!cursor.takes(opening.bytes)) {
      opening = this.#opening();
      this.#openings[column] = opening;
    }
    this.#style = opening.style;
    if (opening.holds === 'nothing') return null;
    return opening.holds === 'value' ? this.#value(opening) : this.#content(opening);
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
    if (column === 0 || column > MAX_COLUMN || cursor.someDigits(ROW_DIGITS) !== row) leaveToParser();
    cursor.expectByte(QUOTE);
    return column - 1;
  }

  /** Reads the attributes s and t, each at most once. */
  #opening(): Opening {
    const cursor = this.#cursor;
    const start = cursor.at;
    let style = -1;
    let type = '';
    while (isSpace(cursor.byte)) {
      cursor.skipSpace();
      const letter = cursor.byte;
      if (cursor.bytes[cursor.at + 1] !== EQUALS || cursor.bytes[cursor.at + 2] !== QUOTE) break;
      cursor.at += 3;
      if (letter === LETTER_S && style === -1) style = cursor.someDigits(COUNT_DIGITS);
      else if (letter === LETTER_T && type === '')
        type = TYPES.find(({ bytes }) => cursor.takes(bytes))?.name ?? leaveToParser();
      else leaveToParser();
      cursor.expectByte(QUOTE);
    }
    const isEmpty = cursor.takes(EMPTY_END);
    if (!isEmpty) cursor.expectByte(GREATER);
    const holds = isEmpty ? 'nothing' : cursor.takes(VALUE) ? 'value' : 'more';
    const bytes = Buffer.from(cursor.bytes.subarray(start, cursor.at));
    return { bytes, type: type || 'n', style: Math.max(style, 0), holds };
  }

  /** The content of a cell that does not start with <v>. */
  #content(opening: Opening): Cell {
    const cursor = this.#cursor;
    const isText = opening.type === 'inlineStr';
    let isFormula = false;
    for (;;) {
      cursor.skipSpace();
      if (cursor.takes(CELL_END)) return isFormula ? blankResult(opening.type, null) : null;
      if (cursor.takes(FORMULA)) isFormula = this.#formula();
      else if (isText && cursor.takes(INLINE)) return this.#inlineText();
      else if (cursor.takes(VALUE)) return isFormula ? this.#result(opening) : this.#value(opening);
      else leaveToParser();
    }
  }

  /** Skips a formula; its result follows it. */
  #formula(): true {
    const cursor = this.#cursor;
    if (cursor.attributes().isSelfClosing) return true;
    cursor.text();
    cursor.expect(FORMULA_END);
    return true;
  }

  /** The stored result of a formula. */
  #result(opening: Opening): Cell {
    const value = this.#value(opening);
    // A blank shared text is a result: only other blank results mean that the formula was not calculated.
    return value === null && opening.type !== 's' ? blankResult(opening.type, '') : value;
  }

  #inlineText(): Cell {
    const cursor = this.#cursor;
    cursor.openText();
    const text = this.#short(cursor.text());
    cursor.closeText();
    cursor.expect(INLINE_END);
    this.#endCell();
    return textValue(text);
  }

  /** Reads from after <v> to the end of the cell. */
  #value({ type, style }: Opening): Cell {
    const value =
      type === 's' ? this.#sharedText() : type === 'n' ? this.#number(style) : this.#otherValue(type, style);
    this.#cursor.expect(VALUE_END);
    this.#endCell();
    return value;
  }

  #endCell() {
    this.#cursor.skipSpace();
    this.#cursor.expect(CELL_END);
  }

  #sharedText(): Cell {
    const text = this.#book.sharedStrings.get(this.#cursor.someDigits(EXACT_DIGITS)) ?? leaveToParser();
    return text || null;
  }

  #number(style: number): Cell {
    const cursor = this.#cursor;
    const start = cursor.at;
    const number = this.#decimal();
    if (number !== null && cursor.byte === LESS) return numberValue(number, style, this.#book);
    cursor.at = start;
    return this.#otherValue('n', style);
  }

  /** A decimal in its usual form. Both operands of the division are exact, so the result is the nearest number. */
  #decimal(): number | null {
    const cursor = this.#cursor;
    const isNegative = cursor.byte === MINUS;
    if (isNegative) cursor.at++;
    const start = cursor.at;
    let value = cursor.digits(EXACT_DIGITS);
    const length = cursor.at - start;
    if (length === 0) return null;
    if (cursor.byte === POINT) {
      cursor.at++;
      const fraction = cursor.digits(EXACT_DIGITS - length);
      const power = POWERS_OF_TEN[cursor.at - start - length - 1] ?? 1;
      if (power === 1) return null;
      value = (value * power + fraction) / power;
    }
    return isNegative ? -value : value;
  }

  #otherValue(type: string, style: number): Cell {
    return readValue(type, this.#short(this.#cursor.text()), style, this.#book);
  }

  #short(text: string): string {
    return text.length > this.#limits.textLength ? leaveToParser() : text;
  }
}
