import type { Db } from '../connection/connect.ts';

/** How many rows a selection has, as of a revision. */
export type Total = { readonly revision: string; readonly total: number };

const MAX_SELECTIONS = 200;

const cache = new WeakMap<Db, Map<string, Total>>();

/** The cached total of a selection in this database. */
export function recall(db: Db, selection: string): Total | undefined {
  const found = cache.get(db)?.get(selection);
  if (found) remember(db, selection, found);
  return found;
}

/** Caches a total, and drops the least recently used ones. */
export function remember(db: Db, selection: string, counted: Total): void {
  const totals = cache.get(db) ?? new Map<string, Total>();
  cache.set(db, totals);
  totals.delete(selection);
  totals.set(selection, counted);
  for (const oldest of totals.keys()) {
    if (totals.size <= MAX_SELECTIONS) return;
    totals.delete(oldest);
  }
}
