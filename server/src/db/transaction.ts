import pg from 'pg';
import type { Db } from './connect.ts';

const MAX_ATTEMPTS = 3;

/** A deadlock or a serialisation failure: PostgreSQL has ended one of two conflicting transactions. */
const isCollision = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');

/** The one way to write in a transaction. After a collision `run` runs again, so it does nothing but use its `db`. */
export async function inTransaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isCollision(error)) throw error;
    }
  }
}
