import type { CellText } from './edits.ts';
import type { Area, Place, Selected } from './ranges.ts';
import { areaOf, sizeOf } from './ranges.ts';

export type GridColumn = {
  readonly key: string;
  readonly label: string;
  readonly width: number;
  /** Values that are offered while a cell is edited. */
  readonly options?: readonly string[] | undefined;
};
export type GridCell = {
  readonly text: string;
  readonly isChanged: boolean;
  /** Cannot be edited. */
  readonly isFixed: boolean;
  /** Why the text is doubtful, or undefined. */
  readonly problem: string | undefined;
};

/** Height of a row and width of the column with their numbers in pixels, as in Grid.module.css. */
export const ROW_HEIGHT = 32;
export const NUMBERS = 52;

export type Cells<Row> = {
  readonly columns: readonly GridColumn[];
  /** A row is another object once one of its cells differs, so that the others are not drawn again. */
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Must be the same function while it returns the same cells. */
  readonly cellOf: (row: Row, column: string) => GridCell;
  /** Changes cells in one step. */
  readonly onChange: (cells: readonly CellText[]) => void;
  /** Adds blank rows at the end, and returns their keys. */
  readonly onAdd: (count: number) => readonly string[];
  readonly onSelect: (selected: Selected) => void;
};

export const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);

/** Reads and writes cells by their places. */
export function placedCells<Row>({ columns, rows, keyOf, cellOf, onChange, onAdd, onSelect }: Cells<Row>) {
  const cellAt = ({ row: at, column: across }: Place) => {
    const [row, column] = [rows[at], columns[across]];
    return row !== undefined && column ? { row: keyOf(row), column: column.key, ...cellOf(row, column.key) } : null;
  };
  const textsOf = ({ rows: { first, last }, columns: across }: Area) =>
    range(first, last).map((row) =>
      range(across.first, across.last).map((column) => cellAt({ row, column })?.text ?? ''),
    );
  /** Changes the cells from a place on, except those that cannot be edited, and selects them. */
  const write = (texts: readonly (readonly string[])[], at: Place) => {
    const added = onAdd(Math.max(0, at.row + texts.length - rows.length));
    const keyAt = (row: number) => cellAt({ row, column: 0 })?.row ?? added[row - rows.length];
    onChange(
      texts.flatMap((line, down) =>
        line.flatMap((text, across): CellText[] => {
          const place = { row: at.row + down, column: at.column + across };
          const [row, column] = [keyAt(place.row), columns[place.column]?.key];
          const isFixed = cellAt(place)?.isFixed === true;
          return row === undefined || column === undefined || isFixed ? [] : [{ row, column, text }];
        }),
      ),
    );
    const width = Math.max(1, ...texts.map((line) => line.length));
    const to = { row: at.row + texts.length - 1, column: Math.min(columns.length, at.column + width) - 1 };
    onSelect({ from: at, to });
  };
  return { cellAt, textsOf, write };
}

/** Repeats the selected rows down to a row, or the first one in the others if that row is selected. */
export function filledDown(selected: Selected, last: number, textsOf: (area: Area) => string[][]) {
  const area = areaOf(selected);
  const { first } = area.rows;
  const source = last > area.rows.last || sizeOf(area.rows) === 1 ? area : { ...area, rows: { first, last: first } };
  const texts = textsOf(source);
  return range(first, last).map((row) => texts[(row - first) % texts.length] ?? []);
}
