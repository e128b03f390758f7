import { isUtf8 } from 'node:buffer';
import { type Tag, XmlParser } from './xml.ts';

/** Reads the usual form of one element many times faster than an XML parser, and no other form. */
export type Scanner = {
  /** The parent of the elements that it reads. */
  readonly container: { readonly name: string; readonly tag: Tag };
  /** The closing tag of these elements. */
  readonly childEnd: string;
  /**
   * Reads complete elements from `at` on, and returns where the first begins that is unknown or incomplete. The bytes
   * up to there are valid UTF-8, and a zero follows the last byte.
   */
  scan(bytes: Buffer, at: number): number;
};

/** Bytes that are buffered at most, while waiting for the opening of the container or the end of a child. */
const MAX_PENDING_BYTES = 1024 * 1024;

/**
 * Parses an XML entry of a workbook, given in chunks. The scanner reads the elements that it knows. The XML parser
 * reads everything else: what precedes and follows them, and each element that the scanner does not know. So a file
 * that the parser alone would refuse is refused, and unknown forms cost time, but never a value.
 */
export class ScanningParser {
  readonly #xml: XmlParser;
  readonly #scanner: Scanner;
  #mode: 'before' | 'scanning' | 'parsing' = 'before';
  /** The unread bytes are from #start to #end. There is a zero at #end. */
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
    if (end === -1 && this.#end < MAX_PENDING_BYTES) return;
    this.#parse(end + 1);
    // The opening may be inside a comment, or the container may be empty.
    const isInContainer = this.#xml.isInside(tag) && this.#xml.isPlainUtf8();
    if (isInContainer) this.#mode = 'scanning';
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
        if (this.#isClosing() || this.#end - this.#start > MAX_PENDING_BYTES) this.#parseOnly();
        return;
      }
      const child = this.#bytes.subarray(this.#start, end);
      // The element may be inside a comment.
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
