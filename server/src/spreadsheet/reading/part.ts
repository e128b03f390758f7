import { isUtf8 } from 'node:buffer';
import { type Tag, XmlParser } from './xml.ts';

/** Knows the usual form of one element by heart, and no other: it reads its bytes many times faster than a parser. */
export type Scanner = {
  /** The element that holds those which it reads. */
  readonly container: { readonly name: string; readonly tag: Tag };
  /** How each of them ends. */
  readonly childEnd: string;
  /**
   * Reads whole children from `at` on, and returns where the first begins that it does not know or that is not whole.
   * Up to there the bytes are valid UTF-8, and after the last comes a zero.
   */
  scan(bytes: Buffer, at: number): number;
};

/** How far the container's opening may be from the beginning, and a child's end from its own, to be waited for. */
const PATIENCE_BYTES = 1024 * 1024;

/**
 * Parses a part of a workbook, given in pieces. The scanner reads what it knows. The parser reads everything else: what
 * comes before and after, and each child that the scanner leaves to it. So nothing is accepted that the parser alone
 * would not accept, and what the scanner does not know costs time, never a value.
 */
export class PartParser {
  readonly #xml: XmlParser;
  readonly #scanner: Scanner;
  #mode: 'before' | 'scanning' | 'parsing' = 'before';
  /** What is still to be read is from #start to #end. There is a zero at #end. */
  #bytes = Buffer.alloc(1);
  #start = 0;
  #end = 0;

  constructor(root: string, tag: Tag, scanner: Scanner) {
    this.#xml = new XmlParser(root, tag);
    this.#scanner = scanner;
  }

  write(chunk: Buffer) {
    if (this.#mode === 'parsing') return this.#xml.write(chunk);
    this.#append(chunk);
    if (this.#mode === 'before') this.#enter();
    if (this.#mode === 'scanning') this.#scan();
  }

  end() {
    this.#parse(this.#end);
    this.#xml.end();
  }

  #append(chunk: Buffer) {
    const left = this.#end - this.#start;
    const end = left + chunk.length;
    const target = end < this.#bytes.length ? this.#bytes : Buffer.allocUnsafe(2 * end + 1);
    this.#bytes.copy(target, 0, this.#start, this.#end);
    chunk.copy(target, left);
    target[end] = 0;
    this.#bytes = target;
    this.#start = 0;
    this.#end = end;
  }

  #enter() {
    const { name, tag } = this.#scanner.container;
    const opening = this.#find(`<${name}`, this.#start);
    const end = opening === -1 ? -1 : this.#find('>', opening);
    if (end === -1 && this.#end < PATIENCE_BYTES) return;
    this.#parse(end + 1);
    // It may have been in a comment, or empty.
    const isEntered = this.#xml.isInside(tag) && this.#xml.isUsual();
    if (isEntered) this.#mode = 'scanning';
    else this.#parseOnly();
  }

  #scan() {
    const { container, childEnd } = this.#scanner;
    const whole = this.#bytes.subarray(this.#start, this.#bytes.lastIndexOf('>', this.#end) + 1);
    if (!isUtf8(whole)) return this.#parseOnly();
    for (;;) {
      this.#start = this.#scanner.scan(this.#bytes, this.#start);
      const end = this.#find(childEnd, this.#start);
      if (end === -1) {
        if (this.#isClosing() || this.#end - this.#start > PATIENCE_BYTES) this.#parseOnly();
        return;
      }
      const child = this.#bytes.subarray(this.#start, end);
      // What looks like a child may be in a comment.
      if (child.includes('<!') || child.includes('<?')) return this.#parseOnly();
      this.#parse(end + childEnd.length);
      if (!this.#xml.isInside(container.tag)) return this.#parseOnly();
    }
  }

  #parseOnly() {
    this.#mode = 'parsing';
    this.#parse(this.#end);
  }

  #parse(end: number) {
    this.#xml.write(this.#bytes.subarray(this.#start, end));
    this.#start = end;
  }

  #find(text: string, from: number): number {
    return this.#bytes.subarray(0, this.#end).indexOf(text, from);
  }

  #isClosing(): boolean {
    return this.#bytes.toString('latin1', this.#start, this.#start + 2) === '</';
  }
}
