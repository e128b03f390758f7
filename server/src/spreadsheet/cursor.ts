/*
 * Reads tokens of XML off its bytes, in the form in which Excel, LibreOffice and the usual libraries write them. Whatever
 * is not exactly that form is left to the XML parser, errors included: nothing here explains what is wrong with a file.
 * The bytes end in a zero, which fits nowhere, so no loop runs past them.
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
const BEYOND_ASCII = 0x80;

const MAX_ATTRIBUTES = 1_000;

/** Attributes without entities or anything beyond ASCII. */
const ATTRIBUTES = /^(?:[ \t\r\n]+[A-Za-z_][\w:.-]*=(?:"[ !#-%'-;=-~]*"|'[ -%(-;=-~]*'))*[ \t\r\n]*$/;
const NAMES = /[\w:.-]+(?==["'])/g;

const UNKNOWN = new Error('left to the XML parser');

export function unknown(): never {
  throw UNKNOWN;
}

/** Whether the rest is left to the XML parser. Any other error is one. */
export const isUnknown = (error: unknown) => error === UNKNOWN;

export class Cursor {
  bytes: Buffer = Buffer.alloc(1);
  at = 0;

  /** The byte that comes next. */
  get byte(): number {
    return this.bytes[this.at] ?? 0;
  }

  skipSpace(): void {
    const { bytes } = this;
    let at = this.at;
    while (isSpace(bytes[at] ?? 0)) at++;
    this.at = at;
  }

  /** Steps over these bytes, if they come next. */
  takes(expected: Buffer): boolean {
    const { bytes, at } = this;
    const { length } = expected;
    for (let index = 0; index < length; index++) if (bytes[at + index] !== expected[index]) return false;
    this.at = at + length;
    return true;
  }

  expect(expected: Buffer): void {
    if (!this.takes(expected)) unknown();
  }

  /** As many digits as there are up to `max`; none are 0. */
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

  /** The same, where there must be one. */
  someDigits(max: number): number {
    const start = this.at;
    const value = this.digits(max);
    return this.at === start ? unknown() : value;
  }

  /** The text up to the next tag, as an XML parser would hand it out. */
  text(): string {
    const { bytes } = this;
    const start = this.at;
    let at = start;
    let isAscii = true;
    let hasEntities = false;
    let hasReturns = false;
    for (; ; at++) {
      const byte = bytes[at] ?? 0;
      if (byte === LESS) break;
      if (byte >= BEYOND_ASCII) isAscii = false;
      else if (byte === AMPERSAND) hasEntities = true;
      else if (byte === RETURN) hasReturns = true;
      else if (byte < SPACE && byte !== LINE_FEED && byte !== TAB) unknown();
      else if (byte === GREATER && bytes[at - 1] === BRACKET) unknown(); // ]]> is an error
    }
    this.at = at;
    if (at === start) return '';
    let text = isAscii ? bytes.toString('latin1', start, at) : decode(bytes, start, at);
    if (hasReturns) text = text.replace(/\r\n?/g, '\n');
    return hasEntities ? withoutEntities(text) : text;
  }

  /** The attributes and the end of a tag, which is the rest of it, checked as an XML parser would. */
  attributes(): { names: string[]; isSelfClosing: boolean } {
    const { bytes, at } = this;
    const end = bytes.indexOf(GREATER, at);
    if (end === -1 || end - at > MAX_ATTRIBUTES) unknown();
    const isSelfClosing = bytes[end - 1] === SLASH;
    const text = bytes.toString('latin1', at, isSelfClosing ? end - 1 : end);
    if (!ATTRIBUTES.test(text)) unknown();
    const names = text.replace(/"[^"]*"|'[^']*'/g, '""').match(NAMES) ?? [];
    if (new Set(names).size < names.length) unknown();
    this.at = end + 1;
    return { names, isSelfClosing };
  }
}

export const isSpace = (byte: number): boolean =>
  byte === SPACE || byte === LINE_FEED || byte === RETURN || byte === TAB;

/** U+FFFD stands for bytes that mean nothing; its neighbours are not allowed in XML. */
function decode(bytes: Buffer, start: number, end: number): string {
  const text = bytes.toString('utf8', start, end);
  return /[\ufffd-\uffff]/.test(text) ? unknown() : text;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** An ampersand that begins no entity is an error. */
const withoutEntities = (text: string): string =>
  text.replace(/&(?:(amp|lt|gt|quot|apos);)?/g, (_, name) => ENTITIES[name] ?? unknown());
