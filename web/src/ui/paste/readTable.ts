export type PastedColumn = { readonly key: string; readonly label: string };

/** Pasted row. `extra` has the cells after the last column. */
export type PastedRow = { readonly values: Readonly<Record<string, string>>; readonly extra: readonly string[] };

/** Cell and its separator. Spreadsheets put quotes around a cell with a line break or a tab. */
const CELL = /(?:"((?:[^"]|"")*)"(?=\t|\r?\n|\r|$)|([^\t\r\n]*))(\t|\r\n|\n|\r|$)/y;

/** Returns true for text with tabs, which spreadsheets put between cells. */
export const isTable = (text: string) => text.replace(/[\r\n]+$/, '').includes('\t');

/** The cells of a copied table. A line break at its end begins no further row. */
export function readCells(text: string): string[][] {
  const rows: string[][] = [[]];
  CELL.lastIndex = 0;
  while (CELL.lastIndex < text.length) {
    const [, quoted, plain = '', end] = CELL.exec(text) ?? [];
    rows.at(-1)?.push((quoted?.replaceAll('""', '"') ?? plain).trim());
    if (end !== '\t') rows.push([]);
  }
  if (rows.at(-1)?.length === 0) rows.pop();
  return rows;
}

/**
 * Returns the rows of a copied table. Cells are in the order of the columns, unless the first row has several of their
 * titles, which `isSame` compares. Columns with other titles are left out.
 */
export function readTable(
  text: string,
  columns: readonly PastedColumn[],
  isSame: (a: string, b: string) => boolean,
): PastedRow[] {
  const lines = readCells(text).filter((row) => row.some((cell) => cell !== ''));
  const cells = lines.map((row) => row.map((cell) => cell.replace(/\s*[\r\n]+\s*/g, ' ')));
  const [first = []] = cells;
  const places = columns.map(({ label }) => first.findIndex((cell) => isSame(cell, label)));
  const hasTitles = places.filter((place) => place >= 0).length > 1;
  if (!hasTitles) return cells.map((row) => inOrder(row, columns));
  return cells.slice(1).map((row) => ({
    values: Object.fromEntries(columns.map(({ key }, index) => [key, row[places[index] ?? -1] ?? ''])),
    extra: [],
  }));
}

const inOrder = (row: readonly string[], columns: readonly PastedColumn[]): PastedRow => ({
  values: Object.fromEntries(columns.map(({ key }, index) => [key, row[index] ?? ''])),
  extra: row.slice(columns.length).filter((cell) => cell !== ''),
});
