import type { RowMarks } from '../../spreadsheet/reading/read.ts';
import { isOriginal, plain, splitUnit, synonymOf, UNITS } from './titles.ts';
import { type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

export type SampleRow = RowMarks & { readonly row: number; readonly cells: readonly string[] };

const isNumber = (text: string) => /^[$\s\d.,%-]+$/.test(text) && /\d/.test(text);
const filledOf = ({ cells }: SampleRow) => cells.filter((text) => text.trim() !== '');
const isText = (text: string) => !isNumber(text) && text.length <= 60;

/** Whether a cell is a title that is known. */
function isKnownTitle(text: string, vocabulary: Vocabulary): boolean {
  if (text.trim() === '' || text.length > 60 || isNumber(text)) return false;
  const { name } = splitUnit(text);
  return (
    synonymOf(text) !== undefined ||
    isOriginal(text) ||
    vocabulary.attributes.has(plain(name)) ||
    vehicleBrandOf(vocabulary, text) !== undefined
  );
}

/** Scores how much a row looks like titles. Texts above numbers or codes count, even if no title is known. */
function score(index: number, rows: readonly SampleRow[], vocabulary: Vocabulary): number {
  const row = rows[index];
  if (!row) return 0;
  const filled = filledOf(row);
  if (filled.length < 2) return 0;
  const known = row.cells.filter((text) => isKnownTitle(text, vocabulary)).length;
  const texts = filled.filter(isText).length / filled.length;
  if (texts < 0.6) return 0;
  const below = rows.slice(index + 1, index + 6).filter((other) => filledOf(other).length > 1);
  const isAbove = below.some(({ cells }) => cells.some((text, at) => /\d/.test(text) && isText(row.cells[at] ?? '')));
  return known * 2 + texts + (isAbove ? 1 : 0) + new Set(filled.map(plain)).size / 1000;
}

/** The numbers of the rows with titles; none when there is no such row. A row of units below belongs to them. */
export function findHeader(rows: readonly SampleRow[], vocabulary: Vocabulary): number[] {
  const titles = findTitles(rows, vocabulary);
  const last = titles.at(-1);
  const below = rows.find(({ row }) => row === (last ?? -1) + 1);
  return last !== undefined && below && isOfUnits(below) ? [...titles, below.row] : titles;
}

const UNIT_CELL = new RegExp(String.raw`^[([]?\s*(?:${UNITS}|\$|u\$s|usd|un\.?|u\.?)\s*[)\]]?$`, 'i');
export const isUnit = (text: string) => UNIT_CELL.test(text.trim());
const isOfUnits = (row: SampleRow) => {
  const filled = filledOf(row);
  return filled.length > 0 && filled.every(isUnit);
};

function findTitles(rows: readonly SampleRow[], vocabulary: Vocabulary): number[] {
  const scores = rows.map((_, index) => score(index, rows, vocabulary));
  const best = Math.max(0, ...scores);
  const index = scores.indexOf(best);
  const row = rows[index];
  if (best === 0 || !row) return [];
  const [above, below] = [rows[index - 1], rows[index + 1]];
  if (above && above.row === row.row - 1 && isUpperHalf(above, row) && needsUpper(row, above, vocabulary)) {
    return [above.row, row.row];
  }
  if (below && below.row === row.row + 1 && isUpperHalf(row, below) && hasNoData(below)) return [row.row, below.row];
  return [row.row];
}

/** Whether titles need those above: some are blank or repeated, or most are unknown. Other rows above are notes. */
function needsUpper(lower: SampleRow, upper: SampleRow, vocabulary: Vocabulary): boolean {
  const filled = filledOf(lower);
  const isBlankBelow = upper.cells.some((text, at) => text.trim() !== '' && (lower.cells[at] ?? '').trim() === '');
  const known = filled.filter((text) => isKnownTitle(text, vocabulary)).length;
  return isBlankBelow || new Set(filled.map(plain)).size < filled.length || known * 2 < filled.length;
}

const hasNoData = (row: SampleRow) => filledOf(row).every((text) => isText(text) && !/\d{2}/.test(text));

/** Whether titles of a row head several titles of the row below, as merged cells do. */
function isUpperHalf(upper: SampleRow, lower: SampleRow): boolean {
  const titles = filledOf(upper);
  if (titles.length < 2 || !titles.every((text) => isText(text) && !/:$|\d\/\d/.test(text.trim()))) return false;
  return lower.cells.some(
    (text, at) =>
      text.trim() !== '' &&
      at > 0 &&
      (upper.cells[at] ?? '').trim() === '' &&
      (upper.cells[at - 1] ?? '').trim() !== '',
  );
}

/** The title of every column. The titles of several rows are joined. An upper title extends to the next one. */
export function titlesOf(rows: readonly SampleRow[], header: readonly number[]): string[] {
  const found = header.flatMap((number) => rows.find(({ row }) => row === number) ?? []);
  const width = Math.max(0, ...found.map(({ cells }) => cells.length));
  const last = found.at(-1);
  return Array.from({ length: width }, (_, position) => {
    const lower = (last?.cells[position] ?? '').trim();
    const uppers = found.slice(0, -1).map(({ cells }) => {
      const own = (cells[position] ?? '').trim();
      if (own !== '' || lower === '') return own;
      return (
        cells
          .slice(0, position)
          .findLast((text) => text.trim() !== '')
          ?.trim() ?? ''
      );
    });
    return [...uppers, lower]
      .filter((text) => text !== '')
      .join(' ')
      .replace(/\s+/g, ' ')
      .slice(0, 200);
  });
}
