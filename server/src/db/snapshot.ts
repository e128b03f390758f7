import { sql } from 'kysely';
import type { Db } from './connection/connect.ts';

/** The connection is closed when the reader pauses for longer. */
const MAX_PAUSE = '10min';

/**
 * Streams what `read` reads in one read-only transaction, so that all of it is from the same moment. The connection is
 * given back when the stream ends, fails or is no longer read.
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
      set_config('idle_in_transaction_session_timeout', ${MAX_PAUSE}, true)`.execute(snapshot);
    yield* read(snapshot);
  } finally {
    // A rollback fails when the connection is broken; there is nothing to undo then.
    await snapshot
      .rollback()
      .execute()
      .catch(() => {});
  }
}
