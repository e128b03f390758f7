import { sql } from 'kysely';
import type { Db } from './connect.ts';

/** A reader may pause that long before it is given up. */
const LONGEST_PAUSE = '10min';

/**
 * Whatever `read` makes of the database as it is at one moment, however long that takes. Whoever stops reading, or
 * fails, gives the connection back.
 */
export async function* atOneMoment<T>(db: Db, read: (snapshot: Db) => AsyncIterable<T>): AsyncGenerator<T> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    // PostgreSQL counts the time of a statement until its last row is taken, the reader's pauses too.
    await sql`select set_config('statement_timeout', '0', true),
      set_config('idle_in_transaction_session_timeout', ${LONGEST_PAUSE}, true)`.execute(snapshot);
    yield* read(snapshot);
  } finally {
    // What was read need not be undone; a connection that is gone cannot be asked to.
    await snapshot
      .rollback()
      .execute()
      .catch(() => {});
  }
}
