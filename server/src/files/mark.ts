import { randomUUID } from 'node:crypto';
import type { Db } from '../db/connect.ts';
import { keepSecret, readSecret } from '../db/secret.ts';
import { Failure } from '../http/failure.ts';
import type { Files } from './files.ts';

const NAME = 'files';
const CONTENT = 'Piezario finds this file at its start, and so knows that these files belong to its database.\n';

const keyOf = (mark: string) => `marks/${mark}.txt`;

/**
 * Refuses a store of files that is not the one of the database, as when two processes do not share their files. The
 * database keeps the name of a file in its store. A database without one gets it at its next start.
 */
export async function refuseForeignStore(db: Db, files: Files, log: (line: string) => void): Promise<void> {
  try {
    if (!(await readSecret(db, NAME))) await leaveMark(db, files);
    await findMark(db, files);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    // The rest of Piezario works without it, and the store may be back soon.
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

/** The file is stored first, so that the database never names one that was not there. */
async function leaveMark(db: Db, files: Files): Promise<void> {
  const made = randomUUID();
  await files.put(keyOf(made), Buffer.from(CONTENT));
  const kept = await keepSecret(db, NAME, made);
  // Another process that starts at the same moment was faster.
  if (kept !== made) await files.remove(keyOf(made));
}
