import type { Cell } from './cells.ts';
import type { Limits } from './limits.ts';
import { damaged, show, tooLarge } from './unreadable.ts';

/** `number` is that of the sheet, from 1. Blank rows are left out; blank cells before others are null. */
export type Row = { readonly number: number; readonly cells: readonly Cell[] };

const BATCH = 1_000;

/** Collects the rows of a sheet in batches, and checks the limits. */
export class RowBatches {
  readonly #limits: Limits;
  #batch: Row[] = [];
  #full: Row[][] = [];
  #cells = 0;
  /** The number of the last row, blank or not. */
  last = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** `filled` is the number of cells that are not blank. */
  add(number: number, cells: readonly Cell[], filled: number) {
    if (number <= this.last) throw damaged(`row ${number} comes after row ${this.last}`);
    if (number > this.#limits.rows) throw tooLarge(`La planilla tiene más de ${show(this.#limits.rows)} filas`);
    this.last = number;
    if (filled === 0) return;
    this.#cells += filled;
    if (this.#cells > this.#limits.cells) throw tooLarge(`La planilla tiene más de ${show(this.#limits.cells)} celdas`);
    this.#batch.push({ number, cells });
    if (this.#batch.length === BATCH) this.#flush();
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
