import pg from 'pg';
import type { Db } from './connect.ts';

/** Two transactions that wait for each other are told apart by the database, which ends one; that one tries again. */
const TRIES = 3;
const isCollision = (error: unknown) =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');

export async function inTransaction<T>(db: Db, run: (db: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(run);
    } catch (error) {
      if (attempt === TRIES || !isCollision(error)) throw error;
    }
  }
}
