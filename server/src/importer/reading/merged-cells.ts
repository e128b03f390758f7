import type { Cell, MergedRows, Row } from '../../spreadsheet/reading/read.ts';

type MergedColumn = {
  /** The position of the column in the format. */
  readonly position: number;
  /** In the order of their first rows. */
  readonly ranges: readonly MergedRows[];
  next: number;
  /** The last range that began, and the value of its first row. */
  range: MergedRows | null;
  value: Cell;
};

/**
 * Completes the cells of a vertical merge with the value of its first row, which is what the sheet shows. Takes the rows
 * of data in order, and returns those without such cells as they are. `indexes` are the columns of the format in the file.
 */
export function mergedFiller<DataRow extends Row>(
  merged: readonly MergedRows[],
  headerRow: number,
  indexes: readonly (number | undefined)[],
): (row: DataRow) => DataRow {
  const columns = indexes.map((index, position): MergedColumn => {
    const ranges = merged.filter(({ column, first }) => column === index && first > headerRow);
    return { position, ranges: ranges.toSorted((a, b) => a.first - b.first), next: 0, range: null, value: null };
  });
  const used = columns.filter(({ ranges }) => ranges.length > 0);
  return (row) => {
    let cells: Cell[] | null = null;
    for (const column of used) {
      enter(column, row);
      const { position, range, value } = column;
      if (!range || row.number === range.first || row.number > range.last || value === null) continue;
      cells ??= [...row.cells];
      cells[position] = value;
    }
    return cells ? { ...row, cells } : row;
  };
}

/** Moves on to the last range that begins in this row or before. The value of a blank first row is null. */
function enter(column: MergedColumn, { number, cells }: Row): void {
  for (let range = column.ranges[column.next]; range && range.first <= number; range = column.ranges[column.next]) {
    column.next++;
    column.range = range;
    column.value = range.first === number ? (cells[column.position] ?? null) : null;
  }
}
