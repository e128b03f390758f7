import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { keepSecret, readSecret } from '../db/secret.ts';
import { inTransaction } from '../db/transaction.ts';
import { Failure } from '../http/failure.ts';
import type { Files } from './files.ts';

const NAME = 'files';
const CONTENT = 'Piezario finds this file at its start, and so knows that these files belong to its database.\n';

const MARKS = 'marks/';
const keyOf = (mark: string) => `${MARKS}${mark}.txt`;
/** An arbitrary number, the same in every process. */
const LOCK = 7_218_343;

/**
 * Refuses a store of files that is not the one of the database, as when two processes do not share their files. The
 * database has the name of a mark, a file in its store. A database without a mark gets one at its next start.
 */
export async function refuseForeignStore(db: Db, files: Files, log: (line: string) => void): Promise<void> {
  try {
    if (!(await readSecret(db, NAME))) await leaveMark(db, files);
    await findMark(db, files);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The rest of Piezario works without the store, which may be back soon.
    log('The store of files does not answer, so it is not known whether it is the one of this database.');
  }
}

/** Throws when the database has a mark and the store does not have it. */
export async function findMark(db: Db, files: Files): Promise<void> {
  const mark = await readSecret(db, NAME);
  if (!mark || (await files.stat(keyOf(mark)))) return;
  throw new Error(
    'The files of this database are elsewhere: other processes on the same database keep theirs in another place. ' +
      'Set DATA_DIR to the same folder for all of them, or S3_ENDPOINT and S3_BUCKET to the same store. ' +
      'If the files were lost or moved, see "Several processes" in docs/operating.md.',
  );
}

/**
 * Stores a mark. Refuses a store with the mark of another database: a sweep would remove the files that only the other
 * database names. The file is stored first, so that the database never names a missing mark.
 */
const leaveMark = (db: Db, files: Files): Promise<void> =>
  inTransaction(db, { user: null, what: 'mark' }, async (transaction) => {
    // Processes that start together wait for each other here.
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
    if (await readSecret(transaction, NAME)) return;
    for await (const { key } of files.list(MARKS)) {
      throw new Error(
        `The store of files belongs to another database: it has ${key}. Give this database a store of its own, with ` +
          'DATA_DIR or S3_BUCKET. If the other database is gone for good, remove that file.',
      );
    }
    const made = randomUUID();
    await files.put(keyOf(made), Buffer.from(CONTENT));
    await keepSecret(transaction, NAME, made);
  });
