import { sql } from 'kysely';
import pg from 'pg';
import type { Db } from './connection/connect.ts';
import { prepared } from './prepared.ts';

const MAX_ATTEMPTS = 3;

/** A deadlock or a serialization failure: PostgreSQL has ended one of two conflicting transactions. */
export const isCollision = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');

/** Cause of the changes of a transaction. */
export type Act = {
  /** Null for the system. */
  readonly user: number | null;
  /** Name of the call or the job. */
  readonly what: string;
  /** Operation of an earlier transaction of the same job, to which these changes belong too. */
  readonly operation?: number;
};

/**
 * The only way to write in a transaction: every write is recorded as a change of this act. After a collision `run` is
 * called again, so it may have no effect except through its `db`.
 */
export async function inTransaction<T>(db: Db, act: Act, run: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(async (transaction) => {
        await setAct(transaction, act);
        return run(transaction);
      });
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isCollision(error)) throw error;
    }
  }
}

/** The operation that the changes of this transaction belong to. Null before the first of them. */
export const OPERATION = sql<number | null>`nullif(current_setting('piezario.operation'), '')::integer`;

export async function readOperation(db: Db): Promise<number | null> {
  const { rows } = await sql<{ operation: number | null }>`select ${OPERATION} as operation`.execute(db);
  return rows[0]?.operation ?? null;
}

const setAct = (db: Db, { user, what, operation }: Act) =>
  sql`select set_config('piezario.user', ${`${user ?? ''}`}, true), set_config('piezario.what', ${what}, true),
    set_config('piezario.operation', ${`${operation ?? ''}`}, true)`.execute(prepared(db));
