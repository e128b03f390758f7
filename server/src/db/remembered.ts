import type { Db } from './connect.ts';

/** How many rows a selection has, and what the rows at some positions are sorted by, as of a revision. */
export type Remembered = {
  readonly revision: string;
  readonly total: number;
  /** By order, then by how many rows come before: the sort keys of the last of them. */
  readonly marks: Map<string, Map<number, readonly string[]>>;
};

const MAX_SELECTIONS = 200;
const MAX_ORDERS = 10;
const MAX_MARKS = 50;

const memories = new WeakMap<Db, Map<string, Remembered>>();

/** What was counted in this database, by selection. The selections that were not used for the longest time go first. */
export function recall(db: Db, selection: string): Remembered | undefined {
  const found = memories.get(db)?.get(selection);
  if (found) remember(db, selection, found);
  return found;
}

export function remember(db: Db, selection: string, counted: Remembered): void {
  const memory = memories.get(db) ?? new Map<string, Remembered>();
  memories.set(db, memory);
  memory.delete(selection);
  memory.set(selection, counted);
  dropOldest(memory, MAX_SELECTIONS);
}

export function mark({ marks }: Remembered, order: string, position: number, keys: readonly string[]): void {
  const ofOrder = marks.get(order) ?? new Map<number, readonly string[]>();
  marks.set(order, ofOrder);
  ofOrder.set(position, keys);
  dropOldest(ofOrder, MAX_MARKS);
  dropOldest(marks, MAX_ORDERS);
}

function dropOldest(map: Map<unknown, unknown>, most: number) {
  for (const key of map.keys()) {
    if (map.size <= most) return;
    map.delete(key);
  }
}
