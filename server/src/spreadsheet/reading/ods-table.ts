import { type Cell, clock, isErrorText, UNCALCULATED } from './cells.ts';
import type { Limits } from './limits.ts';
import type { MergedRows } from './merged.ts';
import type { CellStyle, OdsStyles } from './ods-styles.ts';
import { tooWide } from './row-batches.ts';
import { damaged } from './unreadable.ts';
import { joinText, readBoolean, readIsoDate, readNumber } from './values.ts';
import type { Tag } from './xml.ts';

type Attributes = Readonly<Record<string, string>>;

/** Equal rows, one below the other, which are not blank. */
export type RowRun = {
  readonly first: number;
  readonly times: number;
  readonly cells: readonly Cell[];
  readonly filled: number;
  readonly isHidden: boolean;
  readonly isStruck: boolean;
};

type Handlers = {
  readonly row?: (run: RowRun) => void;
  readonly merged?: (range: MergedRows) => void;
};

/** Reads a table. A blank row or cell costs the same however many times it is repeated. */
export function tableTag(styles: OdsStyles, limits: Limits, handlers: Handlers): Tag {
  /** The number of the last row. */
  let last = 0;
  const columnStyles: (string | undefined)[] = [];
  let row: Attributes = {};
  let cells: Cell[] = [];
  let filled = 0;
  let isStruck = false;
  let column = 0;
  let cell: Attributes = {};
  const text = new CellText(limits, () => last + 1);

  const addMerged = (times: number) => {
    const rows = parseCount(cell['table:number-rows-spanned']);
    if (rows === 1) return;
    for (let index = 0; index < Math.min(times, limits.columns); index++) {
      handlers.merged?.({ column: column + index, first: last + 1, last: last + rows });
    }
  };

  const cellTag: Tag = {
    open(attributes) {
      cell = attributes;
      text.start();
    },
    close() {
      const times = parseCount(cell['table:number-columns-repeated']);
      const name = cell['table:style-name'] ?? row['table:default-cell-style-name'] ?? columnStyles[column];
      const style = styles.cell(name);
      const value = readCell(cell, text.value, style);
      addMerged(times);
      if (value !== null) {
        if (column + times > limits.columns) throw tooWide(last + 1, limits);
        if (filled === 0) isStruck = style.isStruck;
        while (cells.length < column) cells.push(null);
        for (let index = 0; index < times; index++) cells.push(value);
        filled += times;
      }
      column += times;
    },
    children: { p: text.paragraph },
  };

  const rowTag: Tag = {
    open(attributes) {
      row = attributes;
      cells = [];
      filled = 0;
      column = 0;
    },
    close() {
      const times = parseCount(row['table:number-rows-repeated']);
      const visibility = row['table:visibility'];
      const isHidden = visibility === 'collapse' || visibility === 'filter';
      if (filled > 0) handlers.row?.({ first: last + 1, times, cells, filled, isHidden, isStruck });
      last += times;
    },
    children: { 'table-cell': cellTag, 'covered-table-cell': cellTag },
  };

  const columnTag: Tag = {
    open(attributes) {
      const times = Math.min(
        parseCount(attributes['table:number-columns-repeated']),
        limits.columns - columnStyles.length,
      );
      for (let index = 0; index < times; index++) columnStyles.push(attributes['table:default-cell-style-name']);
    },
  };

  // Groups and headers may contain each other.
  const children: Record<string, Tag> = { 'table-row': rowTag, 'table-column': columnTag };
  const container: Tag = { children };
  for (const name of ['row-group', 'header-rows', 'rows', 'column-group', 'header-columns', 'columns']) {
    children[`table-${name}`] = container;
  }
  return container;
}

/** Collects the text of a cell: paragraphs are lines, and annotations and drawings are not part of it. */
class CellText {
  /** Null without a paragraph. */
  value: string | null = null;
  readonly paragraph: Tag;
  readonly #limits: Limits;
  readonly #row: () => number;
  /** True when a space at the beginning of the next piece is collapsed. */
  #isAfterSpace = true;

  constructor(limits: Limits, row: () => number) {
    this.#limits = limits;
    this.#row = row;
    const inline: Record<string, Tag> = {
      s: { open: (attributes) => this.#addSpaces(parseCount(attributes['text:c'])) },
      tab: { open: () => this.#add('\t') },
      'line-break': { open: () => this.#add('\n') },
    };
    const text = (piece: string) => this.#addCollapsed(piece);
    inline.span = { text, children: inline };
    inline.a = inline.span;
    this.paragraph = { open: () => this.#startParagraph(), text, children: inline };
  }

  start() {
    this.value = null;
  }

  #startParagraph() {
    if (this.value === null) this.value = '';
    else this.#add('\n');
    this.#isAfterSpace = true;
  }

  #add(piece: string) {
    this.value = joinText(this.value ?? '', piece, this.#limits.textLength, `La fila ${this.#row()}`);
    this.#isAfterSpace = false;
  }

  #addSpaces(count: number) {
    this.#add(' '.repeat(Math.min(count, this.#limits.textLength + 1)));
  }

  /** White space in the document counts as one space. Further spaces are elements. */
  #addCollapsed(piece: string) {
    const collapsed = /[\t\r\n]| {2}|^ /.test(piece) ? piece.replace(/[ \t\r\n]+/g, ' ') : piece;
    const added = this.#isAfterSpace && collapsed.startsWith(' ') ? collapsed.slice(1) : collapsed;
    if (added === '') return;
    this.#add(added);
    this.#isAfterSpace = added.endsWith(' ');
  }
}

/** The value of a cell, as an .xlsx with the same cell has it. */
function readCell(attributes: Attributes, text: string | null, { format }: CellStyle): Cell {
  const type = attributes['office:value-type'];
  if (attributes['calcext:value-type'] === 'error') {
    const shown = text?.trim() ?? '';
    return { error: isErrorText(shown) ? shown : '#N/A' };
  }
  switch (type) {
    case undefined:
      return text || (attributes['table:formula'] !== undefined && text === null ? UNCALCULATED : null);
    case 'string':
      return (attributes['office:string-value'] ?? text) || null;
    case 'float': {
      const value = readNumber(attributes['office:value'] ?? '');
      return format?.(value) ?? value;
    }
    case 'percentage': {
      const value = readNumber(attributes['office:value'] ?? '');
      return format ? format(value) : text || value;
    }
    case 'currency':
      return readNumber(attributes['office:value'] ?? '');
    case 'boolean':
      return readBoolean(attributes['office:boolean-value'] ?? '');
    case 'date':
      return readIsoDate(attributes['office:date-value'] ?? '') || text || null;
    case 'time':
      return readDuration(attributes['office:time-value'] ?? '') ?? (text || null);
    default:
      throw damaged(`a cell of type ${type}`);
  }
}

/** PT08H30M00S as 08:30. Null for any other form. */
function readDuration(duration: string): string | null {
  const match = /^PT(?:(\d{1,7})H)?(?:(\d{1,7})M)?(?:(\d{1,7})(?:[.,](\d{1,20}))?S)?$/.exec(duration);
  if (!match) return null;
  const [, hours = 0, minutes = 0, seconds = 0, fraction = 0] = match;
  return clock(Number(hours) * 3600 + Number(minutes) * 60 + Math.round(Number(`${seconds}.${fraction}`)));
}

/** Returns a number of repetitions or of spanned cells; 1 by default. */
function parseCount(text = '1'): number {
  const count = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (count === 0) throw damaged(`${text} is no count`);
  return count;
}
