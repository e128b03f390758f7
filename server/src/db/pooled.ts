import type { PostgresCursor, PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { closable } from './cursor.ts';

const BEGINS = /^(begin|start transaction)\b/;

/**
 * The pool through a pooler in transaction mode, such as PgBouncer. The next transaction may have another session, so
 * nothing is prepared by name, and a transaction says its limits at its beginning, in the same message. A statement
 * outside of transactions has the limits that the role has in the database.
 */
export function pooled(pool: pg.Pool, limits: Readonly<Record<string, number | false>>): PostgresPool {
  const settings = Object.entries(limits).map(([name, value]) => `; set local ${name} = ${Number(value)}`);
  return {
    connect: async () => {
      const client = await pool.connect();
      const query = (given: string | (PostgresCursor<unknown> & pg.Submittable), values: readonly unknown[] = []) => {
        if (typeof given !== 'string') return closable(client.query(given), client);
        return client.query({ text: BEGINS.test(given) ? given + settings.join('') : given, values: [...values] });
      };
      return { query: query as PostgresPoolClient['query'], release: () => client.release() };
    },
    end: () => pool.end(),
  };
}
