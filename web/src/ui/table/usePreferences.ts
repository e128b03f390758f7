import { useState } from 'react';
import { z } from 'zod';

const Preferences = z.object({
  hidden: z.array(z.string()),
  density: z.enum(['compact', 'comfortable']),
});
export type Preferences = z.infer<typeof Preferences>;

const keyOf = (table: string) => `table:${table}`;

function read(table: string, hidden: string[]): Preferences {
  try {
    return Preferences.parse(JSON.parse(localStorage.getItem(keyOf(table)) ?? ''));
  } catch {
    return { hidden, density: 'comfortable' };
  }
}

/** Which columns of a table are hidden, at first those given, and how tight its rows are. Kept in this browser. */
export function usePreferences(table: string, hidden: string[]) {
  const [preferences, setPreferences] = useState(() => read(table, hidden));
  const prefer = (change: Partial<Preferences>) => {
    const next = { ...read(table, hidden), ...change };
    localStorage.setItem(keyOf(table), JSON.stringify(next));
    setPreferences(next);
  };
  return [preferences, prefer] as const;
}
