import { type Cell, isErrorText, UNCALCULATED } from './cells.ts';
import type { Format } from './formats.ts';
import { damaged, show, tooLarge } from './unreadable.ts';

/** The shared strings and formats that cells refer to. */
export type Book = {
  readonly sharedStrings: { get(index: number): string | undefined };
  /** By style; null for plain numbers. */
  readonly formats: readonly (Format | null)[];
  /** By style: whether its font is struck through. */
  readonly strikes: readonly boolean[];
};

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/**
 * Characters that XML cannot contain are escaped as _x000D_. An underscore that would look like an escape is _x005F_.
 */
export const unescapeText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Appends a piece of text, up to `max` characters. `owner` names the cell in the error. */
export function joinText(before: string, text: string, max: number, owner: string): string {
  const joined = before + text;
  if (joined.length > max) throw tooLarge(`${owner} tiene un texto de más de ${show(max)} caracteres`);
  return joined;
}

export const textValue = (text: string): Cell => unescapeText(text) || null;

export function numberValue(value: number, style: number, { formats }: Book): Cell {
  return formats[style]?.(value) ?? value;
}

/**
 * The value of a formula whose result is blank: Excel stores an empty text as such, and every other result has a text of
 * its own. `text` is null without <v>.
 */
export const blankResult = (type: string, text: string | null): Cell =>
  text === null || (text.trim() === '' && type !== 'str' && type !== 'inlineStr') ? UNCALCULATED : null;

/** The value of a cell from its type and the text of its <v>. */
export function readValue(type: string, text: string, style: number, book: Book): Cell {
  if (type === 'str' || type === 'inlineStr') return textValue(text);
  const trimmed = text.trim();
  if (trimmed === '') return null;
  if (type === 'n') return numberValue(readNumber(trimmed), style, book);
  if (type === 's') return sharedValue(trimmed, book);
  if (type === 'b') return readBoolean(trimmed);
  if (type === 'e') return { error: isErrorText(trimmed) ? trimmed : '#N/A' };
  if (type === 'd') return readIsoDate(trimmed);
  throw damaged(`a cell of type ${type}`);
}

export function readNumber(text: string): number {
  const value = NUMBER.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(value)) throw damaged(`${text} is no number`);
  return value;
}

function sharedValue(text: string, { sharedStrings }: Book): Cell {
  const shared = /^\d+$/.test(text) ? sharedStrings.get(Number(text)) : undefined;
  if (shared === undefined) throw damaged(`there is no shared string ${text}`);
  return shared || null;
}

export function readBoolean(text: string): boolean {
  if (/^(?:1|true)$/i.test(text)) return true;
  if (/^(?:0|false)$/i.test(text)) return false;
  throw damaged(`${text} is no boolean`);
}

/** An invalid date stays text. */
export function readIsoDate(text: string): Cell {
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)Z?)?$/.exec(text);
  const date = new Date(`${match?.[1]}T${match?.[2] ?? '00:00'}Z`);
  const isDate = match !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(match[1] ?? '-');
  return isDate ? date : text;
}
