import type { DataRow } from './layout.ts';

/** Initial slots, and the maximum share of used ones, which keeps searches short. */
const SLOTS = 2 ** 12;
const MAX_USED = 1 / 2;
/** More than the rows of a sheet. */
const SHEET = 2 ** 21;

/** The row that had a key first, in words for the user, and whether it also had the same values. */
type Duplicate = { readonly row: string; readonly isSame: boolean };

/**
 * The keys of earlier rows. Keeps a 64-bit hash of each key, a row number and a 32-bit hash of the values: 34 MB for a
 * million rows, where a Map from key to row takes about 140 MB. Two different keys among a million have the same hash once
 * in thirty million files.
 */
export class DuplicateKeys {
  #high = new Uint32Array(SLOTS);
  #low = new Uint32Array(SLOTS);
  #rows = new Uint32Array(SLOTS);
  #values = new Uint32Array(SLOTS);
  #used = 0;
  readonly #sheets: string[] = [];

  /** Adds the key. Returns the row that had it first, or null. `values` distinguishes rows with the same key. */
  add(key: string, values: string, { sheet, number }: DataRow): Duplicate | null {
    if (this.#sheets.at(-1) !== sheet) this.#sheets.push(sheet);
    const [high, low] = hash(key);
    const [ofValues] = hash(values);
    const slot = this.#find(high, low);
    const before = this.#rows[slot];
    if (before) return { row: this.#show(before, sheet), isSame: this.#values[slot] === ofValues };
    this.#set(slot, high, low, (this.#sheets.length - 1) * SHEET + number, ofValues);
    if (this.#used > this.#rows.length * MAX_USED) this.#grow();
    return null;
  }

  /** The row that has the key, in words for the user of the sheet, or null. */
  find(key: string, sheet: string): string | null {
    const [high, low] = hash(key);
    const row = this.#rows[this.#find(high, low)];
    return row ? this.#show(row, sheet) : null;
  }

  /** The slot of the key, or the free slot for it. */
  #find(high: number, low: number): number {
    const mask = this.#rows.length - 1;
    let slot = low & mask;
    while (this.#rows[slot] && (this.#high[slot] !== high || this.#low[slot] !== low)) slot = (slot + 1) & mask;
    return slot;
  }

  #set(slot: number, high: number, low: number, row: number, values: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#rows[slot] = row;
    this.#values[slot] = values;
    this.#used++;
  }

  #grow(): void {
    const [highs, lows, rows, values] = [this.#high, this.#low, this.#rows, this.#values];
    const slots = rows.length * 2;
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#rows = new Uint32Array(slots);
    this.#values = new Uint32Array(slots);
    this.#used = 0;
    for (const [slot, row] of rows.entries()) {
      const [high = 0, low = 0] = [highs[slot], lows[slot]];
      if (row) this.#set(this.#find(high, low), high, low, row, values[slot] ?? 0);
    }
  }

  #show(row: number, sheet: string): string {
    const other = this.#sheets[Math.floor(row / SHEET)];
    return other === sheet ? String(row % SHEET) : `${row % SHEET} de la hoja «${other}»`;
  }
}

/** Two multiplicative hashes of 32 bits, mixed at the end. The same in every process. */
function hash(key: string): readonly [high: number, low: number] {
  let high = 0x9e3779b1;
  let low = 0x85ebca77;
  for (let index = 0; index < key.length; index++) {
    const code = key.charCodeAt(index);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return [high >>> 0, low >>> 0];
}
