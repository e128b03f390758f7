import { Cursor, leaveToParser } from './cursor.ts';
import type { Limits } from './limits.ts';
import { type Scanner, ScanningParser } from './scanning-parser.ts';
import { tooLarge } from './unreadable.ts';
import { joinText, unescapeText } from './values.ts';
import type { Tag } from './xml.ts';

const STRING = Buffer.from('<si>');
const STRING_END = Buffer.from('</si>');

const BLOCK_BYTES = 1024 * 1024;
const RECENT = 4_096;

/**
 * The texts that cells refer to by index. There may be millions, most of them used once, so they are kept as UTF-8 and
 * decoded on demand.
 */
export class SharedStrings {
  readonly #limits: Limits;
  /** No text spans two blocks. */
  readonly #blocks: Buffer[] = [];
  /** The end of each text, counted through all blocks. */
  #ends = new Uint32Array(1024);
  #count = 0;
  #end = 0;
  /** Texts whose bytes in the file are not the text. */
  readonly #others = new Map<number, string>();
  #otherCharacters = 0;
  /** Recently used texts, by index modulo RECENT: a brand is on every row. */
  readonly #recent = Array.from({ length: RECENT }, () => ({ index: -1, text: '' }));

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get(index: number): string | undefined {
    if (index >= this.#count) return undefined;
    const recent = this.#recent[index % RECENT];
    if (recent?.index === index) return recent.text;
    const text = this.#others.get(index) ?? this.#decode(index);
    if (recent) {
      recent.index = index;
      recent.text = text;
    }
    return text;
  }

  #decode(index: number): string {
    const end = this.#ends[index] ?? 0;
    const block = Math.max(Math.ceil(end / BLOCK_BYTES) - 1, 0);
    const offset = block * BLOCK_BYTES;
    const start = Math.max(this.#ends[index - 1] ?? 0, offset);
    return this.#blocks[block]?.toString('utf8', start - offset, end - offset) ?? '';
  }

  add(text: string) {
    this.#others.set(this.#count, unescapeText(text));
    this.#otherCharacters += text.length;
    this.#finish();
  }

  /** Adds a text whose bytes are the text. */
  addBytes(bytes: Buffer, start: number, end: number) {
    const length = end - start;
    const left = this.#blocks.length * BLOCK_BYTES - this.#end;
    if (left < length) {
      this.#end += left;
      this.#blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
    }
    bytes.copy(this.#blocks.at(-1) ?? bytes, this.#end % BLOCK_BYTES, start, end);
    this.#end += length;
    this.#finish();
  }

  #finish() {
    if (this.#count === this.#ends.length) {
      const larger = new Uint32Array(2 * this.#count);
      larger.set(this.#ends);
      this.#ends = larger;
    }
    this.#ends[this.#count++] = this.#end;
    if (this.#count > this.#limits.sharedStrings || this.#end + this.#otherCharacters > this.#limits.sharedBytes) {
      throw tooLarge('La planilla tiene demasiado texto: dividila en varias');
    }
  }
}

class StringScanner implements Scanner {
  readonly container;
  readonly childEnd = '</si>';
  readonly #strings: SharedStrings;
  readonly #limits: Limits;
  readonly #cursor = new Cursor();

  constructor(sst: Tag, strings: SharedStrings, limits: Limits) {
    this.container = { name: 'sst', tag: sst };
    this.#strings = strings;
    this.#limits = limits;
  }

  scan(bytes: Buffer, at: number): number {
    return this.#cursor.scan(bytes, at, () => this.#string());
  }

  #string() {
    const cursor = this.#cursor;
    cursor.expect(STRING);
    cursor.openText();
    const start = cursor.at;
    const isAsWritten = cursor.skipText();
    const end = cursor.at;
    if (!isAsWritten || end - start > this.#limits.textLength) leaveToParser();
    cursor.closeText();
    cursor.expect(STRING_END);
    this.#strings.addBytes(cursor.bytes, start, end);
  }
}

export async function readSharedStrings(part: AsyncIterable<Buffer>, limits: Limits): Promise<SharedStrings> {
  const strings = new SharedStrings(limits);
  const tag = stringsTag(strings, limits);
  const parser = new ScanningParser('sst', tag, new StringScanner(tag, strings, limits));
  for await (const chunk of part) parser.write(chunk);
  parser.end();
  return strings;
}

function stringsTag(strings: SharedStrings, limits: Limits): Tag {
  let text = '';
  const si = richText(
    () => {
      text = '';
    },
    (run) => {
      text = joinText(text, run, limits.textLength, 'La planilla');
    },
    () => strings.add(text),
  );
  return { children: { si } };
}

/** A text, whole or in runs. Phonetic hints (rPh) are ignored. */
export function richText(open: () => void, text: (text: string) => void, close?: () => void): Tag {
  const t: Tag = { text };
  return { open, children: { t, r: { children: { t } } }, ...(close && { close }) };
}
