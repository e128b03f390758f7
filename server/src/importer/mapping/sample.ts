import { SAMPLE_ROWS, type SampleColumn, SEPARATORS } from '@piezario/contract/workbook-mappings';
import type { WorkbookSample } from '../../db/schema.ts';
import { cellText, type SheetReader, type WorkbookReader } from '../../spreadsheet/reading/read.ts';
import { findHeader, type SampleRow, titlesOf } from './header.ts';
import { rowKind, type SheetShape } from './row-kind.ts';
import { isOriginal, plain, synonymOf } from './titles.ts';
import type { Vocabulary } from './vocabulary.ts';

const MAX_SHEETS = 50;
const MAX_COLUMNS = 300;
/** Characters of a cell of the sample, and of all cells together. */
const MAX_CELL = 1_000;
const MAX_CHARACTERS = 400_000;
/** Distinct values that are counted in a column, and those that are kept. */
const MAX_DISTINCT = 5_000;
const MAX_VALUES = 200;
const MAX_VALUE = 200;

/** A sheet of the sample with its shape. */
export type ReadSheet = WorkbookSample['sheets'][number];

/** Reads every sheet once, and keeps its first rows and what its columns contain. */
export async function readSample(
  workbook: WorkbookReader,
  vocabulary: Vocabulary,
  progress: () => void,
): Promise<ReadSheet[]> {
  const sheets: ReadSheet[] = [];
  for (const sheet of workbook.sheets.filter(({ hidden }) => !hidden).slice(0, MAX_SHEETS)) {
    sheets.push(await readSheet(sheet, vocabulary, progress));
  }
  return sheets;
}

/** The position of the column with the code: a known title, else the first column with digits in most rows. */
function codePositions(titles: readonly string[], rows: readonly SampleRow[]): number[] {
  const known = titles.flatMap((title, position) => (synonymOf(title)?.is === 'code' ? [position] : []));
  if (known.length > 0) return known;
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

function shapeOf(
  rows: readonly SampleRow[],
  header: readonly number[],
  codes: readonly number[],
  fillsCode: boolean,
): SheetShape {
  const headerEnd = header.at(-1) ?? 0;
  const counts = rows
    .filter(({ row }) => row > headerEnd)
    .map(({ cells }) => cells.filter((text) => text.trim() !== '').length)
    .filter((count) => count > 0)
    .sort((a, b) => a - b);
  return {
    headerEnd,
    titles: titlesOf(rows, header).map(plain),
    codes,
    fillsCode,
    usual: counts[Math.floor(counts.length / 2)] ?? 0,
  };
}

async function readSheet(sheet: SheetReader, vocabulary: Vocabulary, progress: () => void): Promise<ReadSheet> {
  let first: SampleRow[] = [];
  let header: number[] = [];
  let shape: SheetShape | null = null;
  let [rows, characters] = [0, 0];
  const columns: ColumnCounter[] = [];
  const groups = new Map<string, number>();
  let group = '';
  for await (const batch of sheet.rows()) {
    const texts = batch.map(
      ({ number, cells }): SampleRow => ({
        row: number,
        cells: cells.slice(0, MAX_COLUMNS).map((cell) => cellText(cell).slice(0, MAX_CELL)),
      }),
    );
    if (!shape) {
      // The first batch is larger than the sample.
      first = texts.slice(0, SAMPLE_ROWS).map(({ row, cells }) => ({
        row,
        cells: cells.map((text) => {
          characters += text.length;
          return characters > MAX_CHARACTERS ? text.slice(0, 20) : text;
        }),
      }));
      header = findHeader(first, vocabulary);
      shape = shapeOf(
        first,
        header,
        codePositions(
          titlesOf(first, header),
          first.filter(({ row }) => row > (header.at(-1) ?? 0)),
        ),
        false,
      );
    }
    for (const { row, cells } of texts) {
      const kind = rowKind(row, cells, shape);
      if (kind === 'group') group = (cells.find((text) => text.trim() !== '') ?? '').trim().slice(0, MAX_VALUE);
      if (kind !== 'part') continue;
      rows++;
      if (group !== '' && (groups.has(group) || groups.size < MAX_DISTINCT))
        groups.set(group, (groups.get(group) ?? 0) + 1);
      for (const [position, text] of cells.entries()) {
        if (text === '') continue;
        columns[position] ??= new ColumnCounter();
        columns[position].add(text);
      }
    }
    progress();
  }
  const known = shape;
  return {
    name: sheet.name,
    rows,
    first: first.map((row) => ({
      ...row,
      cells: [...row.cells],
      kind: known ? rowKind(row.row, row.cells, known) : 'blank',
    })),
    columns: columns.flatMap((counter, position) => (counter ? [counter.read(position)] : [])),
    groups: [...groups].map(([value, count]) => ({ value, rows: count })),
    header,
    titles: titlesOf(first, header),
    remarks: await sheet.remarks(),
  };
}

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
    for (const separator of SEPARATORS) {
      if (!value.includes(separator)) continue;
      const found = this.#separators.get(separator) ?? { rows: 0, example: value };
      found.rows++;
      this.#separators.set(separator, found);
    }
  }

  read(position: number): SampleColumn {
    return {
      position,
      filled: this.#filled,
      distinct: this.#values.size,
      values: [...this.#values]
        .sort(([, a], [, b]) => b - a)
        .slice(0, MAX_VALUES)
        .map(([value, rows]) => ({ value, rows })),
      separators: [...this.#separators]
        .map(([separator, found]) => ({ separator, ...found }))
        .sort((a, b) => b.rows - a.rows),
    };
  }
}
