import { type PostgresPool, sql } from 'kysely';
import type pg from 'pg';
import { overSessions } from './sessions.ts';

/** More than the code has. Texts that are composed at run time cannot fill the memory of a connection. */
const MAX_NAMED = 100;
/** Of lists, whose texts are composed. The most common ones come first. */
const MAX_LISTS = 100;

/** The best plan of these mostly depends on their values, so they are planned each time. */
const DEPENDS_ON_VALUES = /\blike\b|\blimit\b|\bcount\(/;

/** A statement that begins with this has one best plan, whatever its values. */
export const ONE_PLAN = sql.raw('/* one plan */');
const HAS_ONE_PLAN = /^\s*\/\* one plan \*\//;

/** The pool with prepared statements, which a connection parses and plans once. That halves the cost of a short call. */
export function preparing(pool: pg.Pool): PostgresPool {
  const names = new Map<string, string>();
  let lists = 0;
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    const hasOnePlan = HAS_ONE_PLAN.test(text);
    if (known || (DEPENDS_ON_VALUES.test(text) && !hasOnePlan)) return known;
    if (hasOnePlan ? lists === MAX_LISTS : names.size - lists === MAX_NAMED) return undefined;
    if (hasOnePlan) lists++;
    const name = `piezario_${names.size}`;
    names.set(text, name);
    return name;
  };
  return overSessions(pool, (text, values) => {
    const name = values.length > 0 ? nameOf(text) : undefined;
    return { text, values: [...values], ...(name && { name }) };
  });
}
