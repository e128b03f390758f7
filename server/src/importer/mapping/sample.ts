import { tidy } from '@piezario/contract/fields';
import { SAMPLE_ROWS, type SampleColumn, SEPARATORS } from '@piezario/contract/workbook-mappings';
import type { WorkbookSample } from '../../db/workbook-sample.ts';
import { cellText, type SheetReader, type WorkbookReader } from '../../spreadsheet/reading/read.ts';
import { discontinuedIn } from './discontinued.ts';
import { findHeader, type SampleRow, titlesOf } from './header.ts';
import { Headings } from './headings.ts';
import { isDetail, pageTitlesOf, rowKind, type SheetShape, TOTAL } from './row-kind.ts';
import { beginsWithCode, brandInCodeTitle, isOriginal, plain, synonymOf } from './titles.ts';
import { type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

const MAX_SHEETS = 50;
const MAX_COLUMNS = 300;
/** Characters of a cell of the sample, and of all cells together. */
const MAX_CELL = 1_000;
const MAX_CHARACTERS = 400_000;
/** Distinct values that are counted in a column, and those that are kept. */
const MAX_DISTINCT = 5_000;
const MAX_VALUES = 200;
const MAX_VALUE = 200;
/** Characters of the values of all columns of a sheet. With many columns, fewer values of each are kept. */
const MAX_VALUE_CHARACTERS = 300_000;

/** The name of a sheet as a mapping has it. Excel allows spaces around names, and OpenDocument names of any length. */
export const sheetName = ({ name }: Pick<SheetReader, 'name'>) => tidy(tidy(name).slice(0, MAX_NAME));
const MAX_NAME = 200;

/** A sheet of the sample with its shape. */
export type ReadSheet = WorkbookSample['sheets'][number];

/** Reads every sheet once, and keeps its first rows and what its columns contain. */
export async function readSample(
  workbook: WorkbookReader,
  vocabulary: Vocabulary,
  progress: () => void,
): Promise<ReadSheet[]> {
  const sheets: ReadSheet[] = [];
  const visible = workbook.sheets.filter(({ hidden }) => !hidden).slice(0, MAX_SHEETS);
  for (const sheet of visible) {
    sheets.push(await readSheet(sheet, vocabulary, 1 / visible.length, progress));
  }
  return sheets;
}

export const isCodeTitle = (title: string, { brands }: Vocabulary) =>
  synonymOf(title)?.is === 'code' || brands.has(plain(title)) || brands.has(brandInCodeTitle(title));

/** The column with the code: a known title, else columns of codes, else the first column with digits in most rows. */
function codePositions(titles: readonly string[], rows: readonly SampleRow[], vocabulary: Vocabulary): number[] {
  const known = titles.flatMap((title, position) => (isCodeTitle(title, vocabulary) ? [position] : []));
  if (known.length > 0) return known;
  const worded = titles.flatMap((title, position) =>
    beginsWithCode(title) && synonymOf(title) === undefined && !isOriginal(title) ? [position] : [],
  );
  if (worded.length === 1) return worded;
  const filledIn = (at: number) => rows.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '');
  const codes = titles.flatMap((title, at) => {
    const texts = filledIn(at);
    const isUnknown = title !== '' && !isOriginal(title) && synonymOf(title) === undefined;
    return isUnknown && texts.length > 0 && texts.filter(isPartCode).length > texts.length * 0.7 ? [at] : [];
  });
  if (codes.length > 0) return codes;
  const below = rows.filter(({ cells }) => cells.filter((text) => text.trim() !== '').length > 1);
  const position = titles.findIndex((title, at) => {
    if (isOriginal(title)) return false;
    const texts = below.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '');
    return (
      texts.length * 2 > below.length &&
      texts.filter((text) => /\d/.test(text) && text.length <= 30).length > texts.length * 0.8
    );
  });
  return position === -1 ? [] : [position];
}

/** A code of letters and digits, or a long number. Years and measures are shorter. */
export const isPartCode = (text: string) =>
  text.length <= 60 && /^(?=.*\d)[\p{L}\d][\p{L}\d\s./-]*$/u.test(text) && /\p{L}.*\d|\d.*\p{L}|\d{5}/u.test(text);

/** Continued rows per row with a code, above which rows without a code belong to the part above. */
const MIN_CONTINUED = 0.1;

/** Whether rows without a code continue the part above: they have vehicles or codes of other brands. */
export function fillsCode(rows: readonly SampleRow[], titles: readonly string[], codes: readonly number[]): boolean {
  const details = titles.flatMap((title, position) => {
    const is = synonymOf(title)?.is;
    return is === 'vehicle' || is === 'application' || isOriginal(title) ? [position] : [];
  });
  let [parts, continued] = [0, 0];
  for (const { cells } of rows) {
    const has = (position: number) => (cells[position] ?? '').trim() !== '';
    if (codes.some(has)) parts++;
    else if (parts > 0 && details.some(has) && !cells.some((text) => TOTAL.test(plain(text)))) continued++;
  }
  return codes.length > 0 && continued > parts * MIN_CONTINUED;
}

function shapeOf(rows: readonly SampleRow[], header: readonly number[], vocabulary: Vocabulary): SheetShape {
  const headerEnd = header.at(-1) ?? 0;
  const titles = titlesOf(rows, header);
  const below = rows.filter(({ row }) => row > headerEnd);
  const codes = codePositions(titles, below, vocabulary);
  const counts = below
    .map(({ cells }) => cells.filter((text) => text.trim() !== '').length)
    .filter((count) => count > 0)
    .sort((a, b) => a - b);
  return {
    headerStart: header[0] ?? 0,
    headerEnd,
    pageTitles: new Set(rows.filter(({ row }) => row < (header[0] ?? 0)).flatMap(({ cells }) => pageTitlesOf(cells))),
    titles: titles.map(plain),
    codes,
    fillsCode: fillsCode(below, titles, codes),
    details: titles.flatMap((title, position) => {
      const known = synonymOf(title);
      return isOriginal(title) || (known && isDetail(known)) ? [position] : [];
    }),
    read: new Set(titles.keys()),
    usual: counts[Math.floor(counts.length / 2)] ?? 0,
  };
}

async function readSheet(
  sheet: SheetReader,
  vocabulary: Vocabulary,
  share: number,
  progress: () => void,
): Promise<ReadSheet> {
  let first: SampleRow[] = [];
  let header: number[] = [];
  let shape: SheetShape | null = null;
  let isDiscontinued: ReturnType<typeof discontinuedIn> | null = null;
  let [rows, discontinued, characters] = [0, 0, 0];
  const columns: ColumnCounter[] = [];
  const groups = new Map<string, number>();
  const headings = new Headings();
  for await (const batch of sheet.rows()) {
    const texts = batch.map(
      ({ number, cells, ...marks }): SampleRow => ({
        row: number,
        cells: cells.slice(0, MAX_COLUMNS).map((cell) => cellText(cell).slice(0, MAX_CELL)),
        ...marks,
      }),
    );
    if (!shape) {
      // The first batch is larger than the sample.
      first = texts.slice(0, SAMPLE_ROWS).map(({ cells, ...row }) => ({
        ...row,
        cells: cells.map((text) => {
          characters += text.length;
          return characters > MAX_CHARACTERS * share ? text.slice(0, 20) : text;
        }),
      }));
      header = findHeader(first, vocabulary);
      shape = shapeOf(first, header, vocabulary);
      isDiscontinued = discontinuedIn(titlesOf(first, header));
    }
    for (const { row, cells } of texts) {
      const kind = rowKind(row, cells, shape);
      if (kind === 'group') {
        const text = (cells.find((cell) => cell.trim() !== '') ?? '').trim().slice(0, MAX_VALUE);
        headings.add(vehicleBrandOf(vocabulary, text) === undefined ? 'group' : 'vehicleBrand', text);
      }
      if (kind !== 'part') continue;
      rows++;
      if (isDiscontinued?.(cells)) discontinued++;
      for (const group of [headings.get('group'), headings.get('vehicleBrand')]) {
        if (group !== '' && (groups.has(group) || groups.size < MAX_DISTINCT))
          groups.set(group, (groups.get(group) ?? 0) + 1);
      }
      for (const [position, text] of cells.entries()) {
        if (text === '') continue;
        columns[position] ??= new ColumnCounter();
        columns[position].add(text);
      }
    }
    progress();
  }
  const known = shape;
  const { struckRows, hiddenRows } = await sheet.remarks();
  return {
    name: sheetName(sheet),
    rows,
    first: first.map((row) => ({
      ...row,
      cells: [...row.cells],
      kind: known ? rowKind(row.row, row.cells, known) : 'blank',
    })),
    columns: columns.flatMap((counter, position) =>
      counter ? [counter.read(position, (MAX_VALUE_CHARACTERS * share) / columns.length)] : [],
    ),
    groups: [...groups].map(([value, count]) => ({ value, rows: count })),
    header,
    titles: titlesOf(first, header),
    struck_rows: struckRows,
    hidden_rows: hiddenRows,
    discontinued_rows: discontinued,
  };
}

/** Finds the cells without any separator in one search. */
const HAS_SEPARATOR = /[\n;/,|x]| [-y] /;

/** Counts the values of a column, and the separators in its cells. */
class ColumnCounter {
  #filled = 0;
  readonly #values = new Map<string, number>();
  readonly #separators = new Map<(typeof SEPARATORS)[number], { rows: number; example: string }>();

  add(text: string): void {
    const value = text.trim().slice(0, MAX_VALUE);
    if (value === '') return;
    this.#filled++;
    const count = this.#values.get(value);
    if (count !== undefined || this.#values.size < MAX_DISTINCT) this.#values.set(value, (count ?? 0) + 1);
    if (!HAS_SEPARATOR.test(value)) return;
    for (const separator of SEPARATORS) {
      if (!value.includes(separator)) continue;
      const found = this.#separators.get(separator) ?? { rows: 0, example: value };
      found.rows++;
      this.#separators.set(separator, found);
    }
  }

  read(position: number, maxCharacters: number): SampleColumn {
    let left = maxCharacters;
    return {
      position,
      filled: this.#filled,
      distinct: this.#values.size,
      values: [...this.#values]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_VALUES)
        .filter(([value]) => {
          left -= value.length;
          return left >= 0;
        })
        .map(([value, rows]) => ({ value, rows })),
      separators: [...this.#separators]
        .map(([separator, found]) => ({ separator, ...found }))
        .sort((a, b) => b.rows - a.rows),
    };
  }
}

/** Each is compared with all names of the catalog. */
const MAX_HEADLINES = 60;
/** Texts above the titles. */
export const headlinesOf = ({ first, header }: ReadSheet) =>
  first
    .filter(({ row }) => row < (header[0] ?? 0))
    .flatMap(({ cells }) => cells.filter((text) => text.trim() !== ''))
    .slice(0, MAX_HEADLINES);
