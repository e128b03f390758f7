import { useState } from 'react';
import { z } from 'zod';
import { store } from '../storage.ts';

const Preferences = z.object({
  hidden: z.array(z.string()),
  density: z.enum(['compact', 'comfortable']),
  /** Keys of columns. */
  order: z.array(z.string()).default([]),
  /** In pixels, by key. */
  widths: z.record(z.string(), z.number()).default({}),
});
export type Preferences = z.infer<typeof Preferences>;
export type Prefer = (change: (now: Preferences) => Partial<Preferences>) => void;

const keyOf = (table: string) => `table:${table}`;

function read(table: string, hidden: string[]): Preferences {
  try {
    return Preferences.parse(JSON.parse(localStorage.getItem(keyOf(table)) ?? ''));
  } catch {
    return { hidden, density: 'comfortable', order: [], widths: {} };
  }
}

/**
 * Which columns of a table are hidden, at first those given, in which order they come and how wide they are, and how tight
 * its rows are. Kept in this browser.
 */
export function usePreferences(table: string, hidden: string[]) {
  const [preferences, setPreferences] = useState(() => read(table, hidden));
  const prefer: Prefer = (change) => {
    const now = read(table, hidden);
    const next = { ...now, ...change(now) };
    store(keyOf(table), JSON.stringify(next));
    setPreferences(next);
  };
  return [preferences, prefer] as const;
}
