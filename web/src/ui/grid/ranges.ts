import { counted } from '../words.ts';

/** Cell by the indexes of its row and column. */
export type Place = { readonly row: number; readonly column: number };
/** Selected cells: from the one where the selection began to the active one. */
export type Selected = { readonly from: Place; readonly to: Place };

type Span = { readonly first: number; readonly last: number };
export type Area = { readonly rows: Span; readonly columns: Span };

const spanOf = (a: number, b: number): Span => ({ first: Math.min(a, b), last: Math.max(a, b) });
export const areaOf = ({ from, to }: Selected): Area => ({
  rows: spanOf(from.row, to.row),
  columns: spanOf(from.column, to.column),
});

export const sizeOf = ({ first, last }: Span) => last - first + 1;
export const isIn = ({ first, last }: Span, index: number) => index >= first && index <= last;

/** The texts of an area in which the copied cells are repeated, if its size is a multiple of theirs. */
export function spread(cells: readonly (readonly string[])[], area: Area): readonly (readonly string[])[] {
  const height = cells.length;
  const width = Math.max(0, ...cells.map((row) => row.length));
  const [rows, columns] = [sizeOf(area.rows), sizeOf(area.columns)];
  if (width === 0 || rows % height !== 0 || columns % width !== 0) return cells;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => cells[row % height]?.[column % width] ?? ''),
  );
}

const quoted = (text: string) => (/[\t\r\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A copied table as spreadsheets write and read it. */
export const toTsv = (cells: readonly (readonly string[])[]) =>
  cells.map((row) => row.map(quoted).join('\t')).join('\r\n');

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign).replaceAll('\n', '<br>');

/** A copied table as HTML. The format of text keeps leading zeros in a spreadsheet. */
export const toHtml = (cells: readonly (readonly string[])[]) =>
  `<table>${cells
    .map((row) => `<tr>${row.map((text) => `<td style="mso-number-format:'\\@'">${escaped(text)}</td>`).join('')}</tr>`)
    .join('')}</table>`;

/** The cells of the first table of a copied page; none without a table. */
export function readHtml(html: string): string[][] {
  const table = new DOMParser().parseFromString(html, 'text/html').querySelector('table');
  for (const lineBreak of table?.querySelectorAll('br') ?? []) lineBreak.replaceWith(BREAK);
  const textOf = ({ textContent }: Element) => textContent.replace(/\s+/g, ' ').trim().replaceAll(BREAK, '\n');
  return [...(table?.rows ?? [])].map((row) => [...row.cells].map(textOf));
}

/** Stands for a line break while other white space is collapsed. */
const BREAK = '\u0001';

type Size = { readonly rows: number; readonly columns: number };

/** What a paste does beside filling the selected cells; empty if nothing. */
export function pastedInWords(texts: readonly (readonly string[])[], { rows, columns }: Area, size: Size): string {
  const width = Math.max(0, ...texts.map((row) => row.length));
  const added = rows.first + texts.length - size.rows + 1;
  const beyond = columns.first + width - size.columns;
  return [
    ...(sizeOf(rows) > 1 && texts.length > sizeOf(rows)
      ? [`Pegaste ${counted(texts.length, 'fila')} y habías elegido ${sizeOf(rows)}: se pegaron todas`]
      : []),
    ...(added > 0 ? [`${counted(added, 'fila')} al final: son piezas nuevas si tienen código`] : []),
    ...(beyond > 0 ? [`${counted(beyond, 'columna')} de lo que pegaste no entran a la derecha y quedaron afuera`] : []),
  ].join('. ');
}
