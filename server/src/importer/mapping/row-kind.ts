import type { RowKind, Target } from '@piezario/contract/workbook-mappings';
import { plain } from './titles.ts';

/** What a row is judged by. */
export type SheetShape = {
  /** The first and the last row with titles; 0 without any. */
  readonly headerStart: number;
  readonly headerEnd: number;
  /** Texts above the titles, which a print-out repeats on every page, in the form of `pageTitle`. */
  readonly pageTitles: ReadonlySet<string>;
  /** Titles in plain form, by position. */
  readonly titles: readonly string[];
  /** Positions of columns that identify a part. */
  readonly codes: readonly number[];
  /** Whether rows without a code belong to the part above. */
  readonly fillsCode: boolean;
  /** Positions of columns that such rows have: vehicles, attributes and codes of other brands. */
  readonly details: readonly number[];
  /** Cells that a row of data usually has. */
  readonly usual: number;
};

const DETAILS: ReadonlySet<Target['is']> = new Set(['vehicle', 'application', 'cross', 'attribute', 'attributes']);
export const isDetail = ({ is }: Target) => DETAILS.has(is);

export const TOTAL = /^(sub ?)?total(es)?\b|^suma\b|^transporte( a la| de la|$)|^cantidad de (articulos|items)\b/;
const hasDigit = (text: string) => /\d/.test(text);
/** A code has digits and few words, none of them long: «MO 100», but not «RUBRO 03 BUJIAS». */
const isCode = (text: string) => {
  const words = text.split(/\s+/);
  return text.length <= 40 && hasDigit(text) && words.length <= 3 && !words.some((word) => LONG_WORD.test(word));
};
const LONG_WORD = /^\p{L}{4,}[:.]?$/u;

const PAGE = /^(pagina|pag|hoja) (n |nro )?\d+( (de|of) \d+)?$/;
/** A text above the titles without the number of its page. Codes among them would hide parts, so that short ones are left out. */
export const pageTitle = (text: string) => {
  const words = plain(text).replace(/\d+/g, '');
  return words.length < 4 ? '\n' : words;
};

/** What the row is, by its texts alone. */
export function rowKind(row: number, cells: readonly string[], shape: SheetShape): RowKind {
  const filled = cells.flatMap((text, position) => (text.trim() === '' ? [] : [{ text: text.trim(), position }]));
  const [first, ...others] = filled;
  if (!first) return 'blank';
  if (row <= shape.headerEnd) return row >= shape.headerStart ? 'header' : 'title';
  if (shape.pageTitles.has(pageTitle(first.text)) || PAGE.test(plain(first.text))) return 'title';
  if (
    filled.length > 1 &&
    filled.filter(({ text, position }) => plain(text) === shape.titles[position]).length * 2 > filled.length
  )
    return 'header';
  const code = shape.codes.some((position) => (cells[position] ?? '').trim() !== '');
  const isContinued = shape.fillsCode && !code && filled.some(({ position }) => shape.details.includes(position));
  if (others.length === 0 && shape.usual > 1 && !isCode(first.text) && !isContinued)
    return TOTAL.test(plain(first.text)) ? 'total' : 'group';
  if (TOTAL.test(plain(first.text)) || (!code && filled.some(({ text }) => TOTAL.test(plain(text))))) return 'total';
  // Without a column of codes, every row may be of use: a sheet of names has none.
  if (code || isContinued || shape.codes.length === 0) return 'part';
  return 'title';
}
