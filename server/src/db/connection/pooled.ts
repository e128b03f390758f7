import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import Cursor from 'pg-cursor';
import { overSessions } from './sessions.ts';

const BEGINS = /^(begin|start transaction)\b/;

/**
 * The pool through a pooler in transaction mode, such as PgBouncer. The next transaction may have another session, so
 * nothing is prepared by name, and the message that begins a transaction also sets its limits. A statement outside
 * transactions has the limits that the role has in the database.
 */
export function pooled(pool: pg.Pool, limits: Readonly<Record<string, number | false>>): PostgresDialect {
  const settings = Object.entries(limits)
    .map(([name, value]) => `; set local ${name} = ${Number(value)}`)
    .join('');
  const sessions = overSessions(pool, (text, values) => ({
    text: BEGINS.test(text) ? text + settings : text,
    values: [...values],
  }));
  return new PostgresDialect({ pool: sessions, cursor: Cursor });
}
