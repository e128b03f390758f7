import type { DataRow } from './layout.ts';

/** Slots at the beginning, and the share of them that may be taken, so that a search ends soon. */
const SLOTS = 2 ** 12;
const MOST_TAKEN = 1 / 2;
/** More rows than a sheet can have. */
const SHEET = 2 ** 21;

/**
 * Which keys there were, and in which row first. At most 24 bytes a row, whatever the keys: of a key it keeps 64 bits,
 * which among a million rows make two different ones look alike once in thirty million files.
 */
export class SeenKeys {
  #high = new Uint32Array(SLOTS);
  #low = new Uint32Array(SLOTS);
  #rows = new Uint32Array(SLOTS);
  #taken = 0;
  readonly #sheets: string[] = [];

  /** Notes the key and answers the row that had it before, if any, as the user knows it. */
  add(key: string, { sheet, number }: DataRow): string | null {
    if (this.#sheets.at(-1) !== sheet) this.#sheets.push(sheet);
    const [high, low] = hash(key);
    const slot = this.#find(high, low);
    const before = this.#rows[slot];
    if (before) return this.#show(before, sheet);
    this.#take(slot, high, low, (this.#sheets.length - 1) * SHEET + number);
    if (this.#taken > this.#rows.length * MOST_TAKEN) this.#grow();
    return null;
  }

  /** Where the key is, or where it would be. */
  #find(high: number, low: number): number {
    const mask = this.#rows.length - 1;
    let slot = low & mask;
    while (this.#rows[slot] && (this.#high[slot] !== high || this.#low[slot] !== low)) slot = (slot + 1) & mask;
    return slot;
  }

  #take(slot: number, high: number, low: number, row: number): void {
    this.#high[slot] = high;
    this.#low[slot] = low;
    this.#rows[slot] = row;
    this.#taken++;
  }

  #grow(): void {
    const [highs, lows, rows] = [this.#high, this.#low, this.#rows];
    const slots = rows.length * 2;
    this.#high = new Uint32Array(slots);
    this.#low = new Uint32Array(slots);
    this.#rows = new Uint32Array(slots);
    this.#taken = 0;
    for (const [slot, row] of rows.entries()) {
      const [high = 0, low = 0] = [highs[slot], lows[slot]];
      if (row) this.#take(this.#find(high, low), high, low, row);
    }
  }

  #show(row: number, sheet: string): string {
    const other = this.#sheets[Math.floor(row / SHEET)];
    return other === sheet ? String(row % SHEET) : `${row % SHEET} de la hoja «${other}»`;
  }
}

/** Two multiplicative hashes side by side, each mixed with the other in the end. The same in every run. */
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
