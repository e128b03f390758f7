import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { store } from '../storage.ts';

const Stored = z.object({
  /** Absent until the person hides or shows a column. */
  hidden: z.array(z.string()).optional(),
  density: z.enum(['compact', 'comfortable']).default('comfortable'),
  /** Keys of columns. */
  order: z.array(z.string()).default([]),
  /** In pixels, by key. */
  widths: z.record(z.string(), z.number()).default({}),
  /** Order as the API takes it, for tables that do not keep it in the URL. */
  sort: z.string().optional(),
});
type Stored = z.infer<typeof Stored>;
export type Preferences = Stored & { readonly hidden: string[] };
export type Prefer = (change: (now: Preferences) => Partial<Preferences>) => void;

const keyOf = (table: string) => `table:${table}`;

const textOf = (table: string): string => {
  try {
    return localStorage.getItem(keyOf(table)) ?? '';
  } catch {
    return '';
  }
};

function readText(text: string): Stored {
  try {
    return Stored.parse(JSON.parse(text));
  } catch {
    return Stored.parse({});
  }
}

export const readPreferences = (table: string) => readText(textOf(table));

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function storePreferences(table: string, change: Partial<Stored>) {
  store(keyOf(table), JSON.stringify({ ...readPreferences(table), ...change }));
  for (const listener of listeners) listener();
}

/**
 * Preferences of a table: hidden columns (`hidden` by default), order and widths of columns, and height of rows. Stored
 * in this browser.
 */
export function usePreferences(table: string, hidden: string[]) {
  const text = useSyncExternalStore(subscribe, () => textOf(table));
  const shown = (stored: Stored): Preferences => ({ ...stored, hidden: stored.hidden ?? hidden });
  const prefer: Prefer = (change) => storePreferences(table, change(shown(readPreferences(table))));
  return [shown(readText(text)), prefer] as const;
}
