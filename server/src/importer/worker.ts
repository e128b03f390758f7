import { once } from 'node:events';
import type pg from 'pg';
import { connect } from '../db/connect.ts';
import { toFailure } from '../http/errors.ts';
import { UnreadableWorkbook } from '../spreadsheet/reading/read.ts';
import { failJob, type Job, Stopped } from './job.ts';
import { UnusableFile } from './layout.ts';
import type { Limits } from './limits.ts';
import { runImport } from './run-import.ts';

/*
 * The process that runs one import, so that a hostile file cannot take the server down. It exits with its parent. An
 * import that it does not finish is tried again.
 */

export type Order = {
  readonly job: Job;
  readonly path: string;
  readonly connection: pg.PoolConfig;
  readonly limits: Limits;
};

/** A message to the parent: progress, or why the import cannot continue for now. */
export type Report = { readonly unavailable?: string };

const endWithParent = () => process.exit(1);
process.on('disconnect', endWithParent);
const report = (message: Report) => process.send?.(message);

const [{ job, path, connection, limits }] = (await once(process, 'message')) as [Order];
const settings = { max: 2, statement_timeout: limits.statement, application_name: 'piezario import' };
const db = connect({ ...connection, ...settings }, () => {});
try {
  await runImport({ db, job, path, limits, progress: () => report({}) });
} catch (error) {
  const failure = toFailure(error);
  if (error instanceof UnusableFile || error instanceof UnreadableWorkbook) await failJob(db, job, error.message);
  else if (failure && failure.code >= 500) report({ unavailable: failure.message });
  else if (!(error instanceof Stopped)) throw error;
}
await db.destroy();
process.off('disconnect', endWithParent);
process.disconnect();
