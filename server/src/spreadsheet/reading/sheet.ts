import type { Cell } from './cells.ts';
import type { Limits } from './limits.ts';
import { columnIndex } from './merged.ts';
import { type Remarks, type Row, RowBatches, tooWide } from './row-batches.ts';
import { RowScanner } from './scan.ts';
import { ScanningParser } from './scanning-parser.ts';
import { richText } from './strings.ts';
import { damaged } from './unreadable.ts';
import { type Book, blankResult, joinText, readValue, textValue } from './values.ts';
import { isOn, type Tag } from './xml.ts';

/** Excel's limit. */
const MAX_COLUMN = 16_384;

/**
 * Yields the rows and returns the remarks about them. May throw after it has yielded rows: whether the entry is
 * complete is only known at its end.
 */
export async function* readSheet(
  part: AsyncIterable<Buffer>,
  book: Book,
  limits: Limits,
): AsyncGenerator<readonly Row[], Remarks> {
  const rows = new RowBatches(limits);
  const sheetData = sheetDataTag(book, rows, limits);
  const scanner = new RowScanner(sheetData, book, rows, limits);
  const parser = new ScanningParser('worksheet', { children: { sheetData } }, scanner);
  for await (const chunk of part) {
    parser.write(chunk);
    yield* rows.take();
  }
  parser.end();
  yield* rows.takeAll();
  return rows.remarks;
}

/** Reads the rows with the XML parser, which defines what a sheet means. The scanner gives the same result, faster. */
function sheetDataTag(book: Book, rows: RowBatches, limits: Limits): Tag {
  let number: number | null = null;
  let cells: Cell[] = [];
  let filled = 0;
  let isHidden = false;
  let firstColumn = 0;
  let isStruck = false;
  let column = -1;
  let type = 'n';
  let style = 0;
  let value: string | null = null;
  let inline: string | null = null;
  let isFormula = false;

  const join = (before: string | null, text: string) =>
    joinText(before ?? '', text, limits.textLength, `La fila ${number}`);

  const cell: Tag = {
    open(attributes) {
      const reference = attributes.r === undefined ? null : parseReference(attributes.r);
      number ??= reference?.row ?? rows.last + 1;
      if (reference && reference.row !== number) throw damaged(`cell ${attributes.r} in row ${number}`);
      column = reference?.column ?? column + 1;
      type = attributes.t ?? 'n';
      style = parseCount(attributes.s ?? '0');
      value = null;
      inline = null;
      isFormula = false;
    },
    close() {
      const read =
        inline !== null && (type === 'inlineStr' || value === null)
          ? textValue(inline)
          : readValue(type, value ?? '', style, book);
      const result = read === null && isFormula && inline === null ? blankResult(type, value) : read;
      if (result === null) return;
      if (column >= limits.columns) throw tooWide(number, limits);
      while (cells.length < column) cells.push(null);
      if (cells[column] !== undefined && cells[column] !== null) throw damaged(`row ${number} has a cell twice`);
      cells[column] = result;
      if (filled === 0 || column < firstColumn) {
        firstColumn = column;
        isStruck = book.strikes[style] === true;
      }
      filled++;
    },
    children: {
      f: {
        open() {
          isFormula = true;
        },
      },
      v: {
        open() {
          if (value !== null) throw damaged(`row ${number} has a cell with two values`);
          value = '';
        },
        text(text) {
          value = join(value, text);
        },
      },
      is: richText(
        () => {
          if (inline !== null) throw damaged(`row ${number} has a cell with two texts`);
          inline = '';
        },
        (text) => {
          inline = join(inline, text);
        },
      ),
    },
  };

  const row: Tag = {
    open(attributes) {
      number = attributes.r === undefined ? null : parseCount(attributes.r);
      cells = [];
      filled = 0;
      isHidden = isOn(attributes.hidden);
      column = -1;
    },
    close() {
      rows.add(number ?? rows.last + 1, cells, filled, isHidden, isStruck);
    },
    children: { c: cell },
  };

  return { children: { row } };
}

function parseCount(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw damaged(`${text} is no whole number`);
  return Number(text);
}

function parseReference(reference: string): { column: number; row: number } {
  const [, letters = '', row = ''] = /^([A-Z]{1,3})(\d{1,7})$/.exec(reference) ?? [];
  const column = columnIndex(letters);
  if (column === -1 || column >= MAX_COLUMN) throw damaged(`${reference} is no cell`);
  return { column, row: Number(row) };
}
