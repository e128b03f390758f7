import type { RowKind, Target } from '@piezario/contract/workbook-mappings';
import { plain } from './titles.ts';

/** What distinguishes the kinds of rows. */
export type SheetShape = {
  /** The first and the last row with titles; 0 without any. */
  readonly headerStart: number;
  readonly headerEnd: number;
  /** Texts above the titles, which a print-out repeats on every page, in the form of `pageTitle`. Never blank. */
  readonly pageTitles: ReadonlySet<string>;
  /** Titles in plain form, by position. */
  readonly titles: readonly string[];
  /** Positions of columns that identify a part. */
  readonly codes: readonly number[];
  /** Whether rows without a code belong to the part above. */
  readonly fillsCode: boolean;
  /** Positions of columns that such rows have: vehicles, attributes and codes of other brands. */
  readonly details: readonly number[];
  /** Positions of columns that are read. */
  readonly read: ReadonlySet<number>;
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
/** Returns a text above the titles without digits (page numbers). Blank for short texts, which may be codes. */
const pageTitle = (text: string) => {
  const words = plain(text).replace(/\d+/g, '').trim();
  return words.length < 4 ? '' : words;
};

export const pageTitlesOf = (texts: readonly string[]) => texts.map(pageTitle).filter((title) => title !== '');

const NOTE = /^\p{L}[\p{L}\s.]{2,}:\s/u;

/** Minimum of cells in a full row. In narrower sheets a title may have as many. */
const FULL = 4;

type Filled = { readonly text: string; readonly position: number };

/** Whether a row only repeats texts above the titles, besides cells without letters such as dates. */
function isPageTitle(filled: readonly Filled[], { pageTitles, codes }: SheetShape): boolean {
  const isTitle = (text: string) => pageTitles.has(pageTitle(text)) || PAGE.test(plain(text));
  return (
    filled.some(({ text }) => isTitle(text)) &&
    filled.every(({ text, position }) => isTitle(text) || (!codes.includes(position) && !/\p{L}/u.test(text)))
  );
}

/** What the row is, by its texts alone. */
export function rowKind(row: number, cells: readonly string[], shape: SheetShape): RowKind {
  const filled: Filled[] = [];
  for (const [position, cell] of cells.entries()) {
    const text = cell.trim();
    if (text !== '') filled.push({ text, position });
  }
  const [first] = filled;
  if (!first) return 'blank';
  if (row <= shape.headerEnd) return row >= shape.headerStart ? 'header' : 'title';
  if (filled.length > 1 && filled.filter((one) => isTitleAgain(one, shape)).length * 2 > filled.length) return 'header';
  const code = shape.codes.some((position) => (cells[position] ?? '').trim() !== '');
  // Most rows are parts with several cells. They are not compared with the page titles.
  const isSuspect = !code || filled.length <= 1 + shape.pageTitles.size;
  if (isSuspect && isPageTitle(filled, shape)) return 'title';
  // «Usuario: JPEREZ» in the column of codes, beside little else, is the foot of a page.
  const isNote =
    shape.codes.includes(first.position) && filled.length <= 2 && !hasDigit(first.text) && NOTE.test(first.text);
  if (isNote) return 'title';
  const isContinued = shape.fillsCode && !code && filled.some(({ position }) => shape.details.includes(position));
  const isTotal = TOTAL.test(plain(first.text)) && !shape.codes.some((at) => isOwnCode(cells[at] ?? ''));
  if (filled.length === 1 && shape.usual > 1 && !isCode(first.text) && !isContinued) return isTotal ? 'total' : 'group';
  if (isTotal || (!code && filled.some(({ text }) => TOTAL.test(plain(text))))) return 'total';
  // Without a column of codes, every row may be of use: a sheet of names has none.
  if (code || isContinued || shape.codes.length === 0) return 'part';
  // A row as full as the others only lacks its code, and is refused with that reason instead of being left out.
  const values = filled.filter(({ position }) => shape.read.has(position)).length;
  const isFull = shape.usual >= FULL && values >= Math.min(shape.usual - 1, FULL);
  return isFull && !shape.fillsCode ? 'part' : 'title';
}

/** A code in a row that begins with «Total»: «TOTAL-1», or «9000 5W30» of that brand. A short number is a count. */
const isOwnCode = (text: string) =>
  text.length <= 40 && /\p{L}.*\d|\d.*\p{L}|\d{5}/u.test(text) && (!TOTAL.test(plain(text)) || /^[^\s:]+$/.test(text));

/** Whether a cell repeats the title of its column. A text with digits does not match a title without digits. */
function isTitleAgain({ text, position }: Filled, { titles }: SheetShape): boolean {
  const title = titles[position] ?? '';
  return title !== '' && (hasDigit(title) || !hasDigit(text)) && plain(text) === title;
}
