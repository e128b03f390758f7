import { useState } from 'react';
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

export function readPreferences(table: string): Stored {
  try {
    return Stored.parse(JSON.parse(localStorage.getItem(keyOf(table)) ?? ''));
  } catch {
    return Stored.parse({});
  }
}

export const storePreferences = (table: string, change: Partial<Stored>) =>
  store(keyOf(table), JSON.stringify({ ...readPreferences(table), ...change }));

/**
 * Preferences of a table: hidden columns (`hidden` by default), order and widths of columns, and height of rows. Stored
 * in this browser.
 */
export function usePreferences(table: string, hidden: string[]) {
  const read = (): Preferences => {
    const stored = readPreferences(table);
    return { ...stored, hidden: stored.hidden ?? hidden };
  };
  const [preferences, setPreferences] = useState(read);
  const prefer: Prefer = (change) => {
    storePreferences(table, change(read()));
    setPreferences(read());
  };
  return [preferences, prefer] as const;
}
