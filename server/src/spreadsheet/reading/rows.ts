import type { Cell } from './cells.ts';
import type { Limits } from './limits.ts';
import { damaged, show, tooLarge } from './unreadable.ts';

/** `number` is the sheet's, from 1. Blank rows are not there; blank cells between others are null. */
export type Row = { readonly number: number; readonly cells: readonly Cell[] };

const BATCH = 1_000;

/** Gathers the rows of a sheet into batches, under limits. */
export class Rows {
  readonly #limits: Limits;
  #batch: Row[] = [];
  #full: Row[][] = [];
  #cells = 0;
  /** The number of the last row, blank or not. */
  last = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** `filled` says how many of the cells hold something. */
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

  /** The batches that are full. */
  take(): Row[][] {
    return this.#full.splice(0);
  }

  /** What is left at the end. */
  takeAll(): Row[][] {
    if (this.#batch.length > 0) this.#flush();
    return this.take();
  }

  #flush() {
    this.#full.push(this.#batch);
    this.#batch = [];
  }
}
