import type { Limits } from './limits.ts';
import { type Scanner, ScanningParser } from './scanning-parser.ts';
import type { Tag } from './xml.ts';

/** Merged cells of several rows, by their first column. Rows count from 1, columns from 0. */
export type MergedRows = { readonly column: number; readonly first: number; readonly last: number };

/** Collects ranges, up to a limit: those of one row are only counted. */
export class MergedRanges {
  readonly #limits: Limits;
  #ranges: MergedRows[] = [];
  #seen = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  get areTooMany(): boolean {
    return this.#ranges.length > this.#limits.mergedRanges || this.#seen > this.#limits.rows;
  }

  add(range: MergedRows): void {
    this.#seen++;
    if (range.last > range.first && !this.areTooMany) this.#ranges.push(range);
  }

  /** Null when there are too many. */
  get all(): readonly MergedRows[] | null {
    return this.areTooMany ? null : this.#ranges;
  }
}

const ROW_END = '</row>';
const RANGE = /^([A-Z]{1,3})(\d{1,7}):[A-Z]{1,3}(\d{1,7})$/;

/** Reads the merged cells of a sheet, which follow its rows. Null when there are too many. */
export async function readMerged(part: AsyncIterable<Buffer>, limits: Limits): Promise<readonly MergedRows[] | null> {
  const ranges = new MergedRanges(limits);
  const mergeCell: Tag = {
    open({ ref = '' }) {
      const [, letters = '', first, last] = RANGE.exec(ref) ?? [];
      if (letters) ranges.add({ column: columnIndex(letters), first: Number(first), last: Number(last) });
    },
  };
  const sheetData: Tag = {};
  const worksheet: Tag = { children: { sheetData, mergeCells: { children: { mergeCell } } } };
  const parser = new ScanningParser('worksheet', worksheet, skipRows(sheetData));
  for await (const chunk of part) {
    parser.write(chunk);
    if (ranges.areTooMany) return null;
  }
  parser.end();
  return ranges.all;
}

/** Skips the rows unread. They are checked when they are read. */
const skipRows = (sheetData: Tag): Scanner => ({
  container: { name: 'sheetData', tag: sheetData },
  childEnd: ROW_END,
  scan(bytes, at) {
    const last = bytes.lastIndexOf(ROW_END, bytes.indexOf(0, at));
    return last < at ? at : last + ROW_END.length;
  },
});

export function columnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
