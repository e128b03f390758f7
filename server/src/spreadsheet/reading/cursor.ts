/*
 * Reads XML tokens from bytes, in the form that Excel, LibreOffice and the usual libraries write. Any other form is
 * left to the XML parser, and so are errors: nothing here reports what is wrong with a file. The bytes are valid UTF-8
 * and end in a zero, which matches no token, so that no loop runs past the end.
 */

const TAB = 0x09;
const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const SPACE = 0x20;
const AMPERSAND = 0x26;
const SLASH = 0x2f;
const ZERO = 0x30;
const NINE = 0x39;
export const LESS = 0x3c;
export const GREATER = 0x3e;
const BRACKET = 0x5d;
const UNDERSCORE = 0x5f;
const LETTER_X = 0x78;

const TEXT = Buffer.from('<t');
const TEXT_END = Buffer.from('</t>');
const PRESERVE = Buffer.from(' xml:space="preserve"');

const MAX_ATTRIBUTES = 1_000;

/** ASCII attributes without entities. */
const ATTRIBUTES = /^(?:[ \t\r\n]+[A-Za-z_][\w:.-]*=(?:"[ !#-%'-;=-~]*"|'[ -%(-;=-~]*'))*[ \t\r\n]*$/;
const NAMES = /[\w:.-]+(?==["'])/g;

const UNKNOWN = new Error('left to the XML parser');

export function leaveToParser(): never {
  throw UNKNOWN;
}

export class Cursor {
  bytes: Buffer = Buffer.alloc(1);
  at = 0;

  /** Reads elements from `at` on, and returns where the first unknown one begins. */
  scan(bytes: Buffer, at: number, readElement: () => void): number {
    this.bytes = bytes;
    this.at = at;
    let start = at;
    try {
      for (;;) {
        this.skipSpace();
        start = this.at;
        readElement();
      }
    } catch (error) {
      if (error !== UNKNOWN) throw error;
      return start;
    }
  }

  get byte(): number {
    return this.bytes[this.at] ?? 0;
  }

  skipSpace(): void {
    const { bytes } = this;
    let at = this.at;
    while (isSpace(bytes[at] ?? 0)) at++;
    this.at = at;
  }

  /** Skips these bytes if they come next. Returns true when they did. */
  takes(expected: Buffer): boolean {
    const { bytes, at } = this;
    const { length } = expected;
    for (let index = 0; index < length; index++) if (bytes[at + index] !== expected[index]) return false;
    this.at = at + length;
    return true;
  }

  expect(expected: Buffer): void {
    if (!this.takes(expected)) leaveToParser();
  }

  expectByte(byte: number): void {
    if (this.bytes[this.at] !== byte) leaveToParser();
    this.at++;
  }

  /** The number written in up to `max` digits; 0 when there is none. */
  digits(max: number): number {
    const { bytes } = this;
    const end = this.at + max;
    let at = this.at;
    let value = 0;
    for (; at < end; at++) {
      const byte = bytes[at] ?? 0;
      if (byte < ZERO || byte > NINE) break;
      value = value * 10 + byte - ZERO;
    }
    this.at = at;
    return value;
  }

  /** Like `digits`, but leaves the element to the parser when there is no digit. */
  someDigits(max: number): number {
    const start = this.at;
    const value = this.digits(max);
    return this.at === start ? leaveToParser() : value;
  }

  /**
   * Skips the text up to the next tag. Returns true when its bytes are the text: without entities, escapes or carriage
   * returns.
   */
  skipText(): boolean {
    const { bytes } = this;
    let at = this.at;
    let isAsWritten = true;
    for (; ; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === LESS) break;
      if (byte > GREATER) {
        if (byte === UNDERSCORE) isAsWritten &&= bytes[at + 1] !== LETTER_X;
        else if (byte === 0xef && bytes[at + 1] === 0xbf && (bytes[at + 2] ?? 0) > 0xbd) leaveToParser(); // U+FFFE, U+FFFF
      } else if (byte === AMPERSAND || byte === RETURN) isAsWritten = false;
      else if (byte < SPACE && byte !== LINE_FEED && byte !== TAB) leaveToParser();
      else if (byte === GREATER && bytes[at - 1] === BRACKET) leaveToParser(); // ]]> is an error
    }
    this.at = at;
    return isAsWritten;
  }

  /** The text up to the next tag, decoded as an XML parser would. */
  text(): string {
    const start = this.at;
    const isAsWritten = this.skipText();
    if (this.at === start) return '';
    const text = this.bytes.toString('utf8', start, this.at);
    return isAsWritten ? text : withoutEntities(text.replace(/\r\n?/g, '\n'));
  }

  /** Expects <t>, with optional space before it. */
  openText(): void {
    this.skipSpace();
    this.expect(TEXT);
    this.takes(PRESERVE);
    this.expectByte(GREATER);
  }

  closeText(): void {
    this.expect(TEXT_END);
    this.skipSpace();
  }

  /** The attributes and the end of a tag, checked as an XML parser would. */
  attributes(): { names: string[]; text: string; isSelfClosing: boolean } {
    const { bytes, at } = this;
    const end = bytes.indexOf(GREATER, at);
    if (end === -1 || end - at > MAX_ATTRIBUTES) leaveToParser();
    const isSelfClosing = bytes[end - 1] === SLASH;
    const text = bytes.toString('latin1', at, isSelfClosing ? end - 1 : end);
    if (!ATTRIBUTES.test(text)) leaveToParser();
    const names = text.replace(/"[^"]*"|'[^']*'/g, '""').match(NAMES) ?? [];
    if (new Set(names).size < names.length) leaveToParser();
    this.at = end + 1;
    return { names, text, isSelfClosing };
  }
}

export const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An ampersand without an entity is an error. */
const withoutEntities = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos);)?/g, (_, name) => ENTITIES[name] ?? leaveToParser());
