import { useState } from 'react';
import { z } from 'zod';

const Preferences = z.object({
  hidden: z.array(z.string()),
  density: z.enum(['compact', 'comfortable']),
});
export type Preferences = z.infer<typeof Preferences>;

const USUAL: Preferences = { hidden: [], density: 'comfortable' };
const keyOf = (table: string) => `table:${table}`;

function read(table: string): Preferences {
  try {
    return Preferences.parse(JSON.parse(localStorage.getItem(keyOf(table)) ?? ''));
  } catch {
    return USUAL;
  }
}

/** Which columns of a table are hidden and how tight its rows are, remembered in this browser. */
export function usePreferences(table: string) {
  const [preferences, setPreferences] = useState(() => read(table));
  const prefer = (change: Partial<Preferences>) => {
    const next = { ...read(table), ...change };
    localStorage.setItem(keyOf(table), JSON.stringify(next));
    setPreferences(next);
  };
  return [preferences, prefer] as const;
}
