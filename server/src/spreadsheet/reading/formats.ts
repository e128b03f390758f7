import { type Cell, clock, DIGITS, isImprecise } from './cells.ts';

/** Turns a number into the value that its number format shows. */
export type Format = (value: number) => Cell;

type Token = { readonly kind: 'literal' | 'bracket' | 'sign'; readonly text: string };

const DAY_MS = 86_400_000;
const DAY_SECONDS = 86_400;
const EPOCH = Date.UTC(1899, 11, 30);
const BETWEEN_EPOCHS = 1_462; // days between the calendars that start in 1900 and in 1904
const LAST_DAY = 2_958_465; // 31/12/9999

const MAX_LENGTH = 255; // Excel's limit

/** Formats that files refer to by id. Other ids show plain numbers. */
const BUILT_IN_DATES = [14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58];
const BUILT_IN_TIMES = [18, 19, 20, 21, 32, 33, 45, 47];
const BUILT_IN_NUMBERS = [
  [1, '0'],
  [2, '0.00'],
  [3, '#,##0'],
  [4, '#,##0.00'],
  [9, '0%'],
  [10, '0.00%'],
] as const;
const BUILT_IN = new Map<number, string>([
  ...BUILT_IN_DATES.map((id) => [id, 'd/m/yyyy'] as const),
  ...BUILT_IN_TIMES.map((id) => [id, 'h:mm'] as const),
  [46, '[h]:mm'] as const,
  ...BUILT_IN_NUMBERS,
]);

export const builtInFormat = (id: number): string => BUILT_IN.get(id) ?? 'General';

/** Returns null when the number is shown as it is. Currencies, units and exponents are ignored. */
export function parseFormat(code: string, date1904: boolean): Format | null {
  if (code.length > MAX_LENGTH) return null;
  const [tokens = [], ...others] = sectionsOf(code);
  const signs = tokens.map(({ kind, text }) => (kind === 'sign' ? text.toLowerCase() : '')).join('');
  const isElapsed = tokens.some(({ kind, text }) => kind === 'bracket' && /^\[(h+|m+|s+)\]$/i.test(text));
  if (isElapsed) return (value) => (value < 0 ? value : clock(Math.round(value * DAY_SECONDS)));
  if (/[dy]/.test(signs) || (signs.includes('m') && !/[hs]/.test(signs))) return (value) => toDate(value, date1904);
  if (/[hs]/.test(signs)) return (value) => (value < 0 ? value : clock(Math.round(value * DAY_SECONDS) % DAY_SECONDS));
  const decimals = parseDecimals(tokens);
  // Other sections apply to negative numbers and zero.
  if (decimals && others.length > 0) return (value) => (value > 0 ? decimals(value) : value);
  return decimals ?? parseMask(tokens);
}

/** A format has sections for positive numbers, negative numbers, zero and text. Codes and dates use the first. */
function sectionsOf(code: string): Token[][] {
  let tokens: Token[] = [];
  const sections = [tokens];
  for (const [text] of code.matchAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|./gsu)) {
    if (text === ';') {
      tokens = [];
      sections.push(tokens);
    } else if (text.startsWith('[')) tokens.push({ kind: 'bracket', text });
    else if (text.startsWith('"') && text.length > 1) tokens.push({ kind: 'literal', text: text.slice(1, -1) });
    else if (text.startsWith('\\') && text.length > 1) tokens.push({ kind: 'literal', text: text.slice(1) });
    else if (!/^[_*]./su.test(text)) tokens.push({ kind: 'sign', text }); // _ and * are padding
  }
  return sections;
}

/** A day that does not exist stays a number: one before 1900, or 29/02/1900, which only Excel has. */
function toDate(value: number, date1904: boolean): Cell {
  const serial = date1904 ? value + BETWEEN_EPOCHS : value;
  if (serial < 1 || serial >= LAST_DAY + 1 || Math.floor(serial) === 60) return value;
  const days = serial < 60 ? serial + 1 : serial;
  return new Date(EPOCH + Math.round(days * DAY_MS));
}

/** Without brackets that only set a color or a language. */
const shownOf = (tokens: readonly Token[]) =>
  tokens.filter(({ kind, text }) => kind !== 'bracket' || !/^\[(\$-|[a-z]+\d*\])/i.test(text));

/** `0`, `0.00`, `#,##0.00`, `0%`: a fixed number of decimals, formatted for Argentina. */
function parseDecimals(tokens: readonly Token[]): Format | null {
  const shown = shownOf(tokens);
  const code = shown.map(({ text }) => text).join('');
  const [found, whole, decimals = '', percent = ''] = /^ *(0|#,##0)(?:\.(0+))?(%)? *$/.exec(code) ?? [];
  if (found === undefined || decimals.length > DIGITS || shown.some(({ kind }) => kind !== 'sign')) return null;
  const { format } = new Intl.NumberFormat('es-AR', {
    minimumFractionDigits: decimals.length,
    maximumFractionDigits: decimals.length,
    useGrouping: whole === '0' ? false : 'always',
  });
  return (value) => {
    if (isImprecise(value)) return value;
    // As a decimal string: a half in decimal is rarely exact in binary, so a number would round wrongly.
    const [digits, exponent] = value.toExponential(DIGITS - 1).split('e');
    const exact = `${Number(digits)}e${Number(exponent) + (percent ? 2 : 0)}` as `${number}`;
    return format(exact) + percent;
  };
}

/** `00000`, `00-000`, `"AB-"000`: formats that turn a number into a code. */
function parseMask(tokens: readonly Token[]): Format | null {
  const shown = shownOf(tokens);
  const isMask = shown.every(({ kind, text }) => kind === 'literal' || (kind === 'sign' && /[0#/ ()+:-]/.test(text)));
  if (!isMask || !shown.some(isDigit) || !makesCode(shown)) return null;
  return (value) => (Number.isInteger(value) && Math.abs(value) < 1e15 ? fillMask(shown, value) : value);
}

const isDigit = ({ kind, text }: Token) => kind === 'sign' && /[0#]/.test(text);

/** A unit after the number or a currency before it does not turn it into a code. */
function makesCode(tokens: readonly Token[]): boolean {
  const first = tokens.findIndex(isDigit);
  const inside = tokens.slice(first, tokens.findLastIndex(isDigit) + 1);
  const prefix = tokens.slice(0, first).map(({ text }) => text);
  return (
    inside.filter(({ text }) => text === '0').length > 1 || !inside.every(isDigit) || /[\p{L}\d]/u.test(prefix.join(''))
  );
}

/** Fills digits from the right; the first placeholder takes the remaining ones. */
function fillMask(tokens: readonly Token[], value: number): string {
  const first = tokens.findIndex(isDigit);
  let digits = value === 0 ? '' : String(Math.abs(value));
  let text = '';
  for (const [index, token] of [...tokens.entries()].reverse()) {
    if (!isDigit(token)) {
      text = token.text + text;
      continue;
    }
    const taken = index === first ? digits : digits.slice(-1);
    digits = digits.slice(0, digits.length - taken.length);
    text = (taken || (token.text === '0' ? '0' : '')) + text;
  }
  return `${value < 0 ? '-' : ''}${text}`;
}
