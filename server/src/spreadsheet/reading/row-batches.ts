import type { Cell } from './cells.ts';
import type { Limits } from './limits.ts';
import { damaged, show, tooLarge } from './unreadable.ts';

/** `number` is that of the sheet, from 1. Blank rows are left out; blank cells before others are null. */
export type Row = RowMarks & { readonly number: number; readonly cells: readonly Cell[] };

/** Absent from most rows. A row is struck when its first cell that is not blank is struck through as a whole. */
export type RowMarks = { readonly isHidden?: boolean | undefined; readonly isStruck?: boolean | undefined };

/** Rows that a person must check. Blank rows are not counted. */
export type Remarks = { readonly hiddenRows: number; readonly struckRows: number };

const BATCH = 1_000;

/** For a row with data beyond the last column that is read. */
export const tooWide = (row: number | null, { columns }: Limits) =>
  tooLarge(`La fila ${row} tiene datos más allá de la columna ${columns}`);

/** Collects the rows of a sheet in batches, and checks the limits. */
export class RowBatches {
  readonly #limits: Limits;
  #batch: Row[] = [];
  #full: Row[][] = [];
  #cells = 0;
  #hiddenRows = 0;
  #struckRows = 0;
  /** The number of the last row, blank or not. */
  last = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** `filled` is the number of cells that are not blank. */
  add(number: number, cells: readonly Cell[], filled: number, isHidden = false, isStruck = false) {
    if (number <= this.last) throw damaged(`row ${number} comes after row ${this.last}`);
    if (number > this.#limits.rows) throw tooLarge(`La planilla tiene más de ${show(this.#limits.rows)} filas`);
    this.last = number;
    if (filled === 0) return;
    if (isHidden) this.#hiddenRows++;
    if (isStruck) this.#struckRows++;
    this.#cells += filled;
    if (this.#cells > this.#limits.cells) throw tooLarge(`La planilla tiene más de ${show(this.#limits.cells)} celdas`);
    // Most rows have no marks, and objects of one shape are fast.
    this.#batch.push(
      isHidden || isStruck
        ? { number, cells, ...(isHidden && { isHidden }), ...(isStruck && { isStruck }) }
        : { number, cells },
    );
    if (this.#batch.length === BATCH) this.#flush();
  }

  /** Remarks about the rows that were added. */
  get remarks(): Remarks {
    return { hiddenRows: this.#hiddenRows, struckRows: this.#struckRows };
  }

  /** Removes and returns the full batches. */
  take(): Row[][] {
    return this.#full.splice(0);
  }

  /** Removes and returns all batches, at the end. */
  takeAll(): Row[][] {
    if (this.#batch.length > 0) this.#flush();
    return this.take();
  }

  #flush() {
    this.#full.push(this.#batch);
    this.#batch = [];
  }
}
