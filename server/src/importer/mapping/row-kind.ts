import type { RowKind } from '@piezario/contract/workbook-mappings';
import { plain } from './titles.ts';

/** What a row is judged by. */
export type SheetShape = {
  /** The last row with titles; 0 without any. */
  readonly headerEnd: number;
  /** Titles in plain form, by position. */
  readonly titles: readonly string[];
  /** Positions of columns that identify a part. */
  readonly codes: readonly number[];
  readonly fillsCode: boolean;
  /** Cells that a row of data usually has. */
  readonly usual: number;
};

const TOTAL = /^(sub ?)?total(es)?\b|^suma\b|^cantidad de (articulos|items)\b/;
const hasDigit = (text: string) => /\d/.test(text);
/** A code has digits and few words. */
const isCode = (text: string) => text.length <= 40 && hasDigit(text) && text.split(/\s+/).length <= 3;

/** What the row is, by its texts alone. */
export function rowKind(row: number, cells: readonly string[], shape: SheetShape): RowKind {
  const filled = cells.flatMap((text, position) => (text.trim() === '' ? [] : [{ text: text.trim(), position }]));
  const [first, ...others] = filled;
  if (!first) return 'blank';
  if (row <= shape.headerEnd) return shape.headerEnd - row < 3 && filled.length > 1 ? 'header' : 'title';
  if (
    filled.length > 1 &&
    filled.filter(({ text, position }) => plain(text) === shape.titles[position]).length * 2 > filled.length
  )
    return 'header';
  const code = shape.codes.some((position) => (cells[position] ?? '').trim() !== '');
  if (others.length === 0 && shape.usual > 1 && !isCode(first.text))
    return TOTAL.test(plain(first.text)) ? 'total' : 'group';
  if (TOTAL.test(plain(first.text)) || (!code && filled.some(({ text }) => TOTAL.test(plain(text))))) return 'total';
  if (code || shape.fillsCode) return 'part';
  return 'title';
}
