import { once } from 'node:events';
import type pg from 'pg';
import { connect } from '../db/connect.ts';
import { toFailure } from '../http/errors.ts';
import { UnreadableWorkbook } from '../spreadsheet/reading/read.ts';
import { failJob, type Job, Stopped } from './job.ts';
import { UnusableFile } from './layout.ts';
import type { Limits } from './limits.ts';
import { run } from './run.ts';

/*
 * The process that does an import: whatever a file does to it, the server goes on. It ends with its parent, and whatever
 * it does not end well is tried again.
 */

export type Order = {
  readonly job: Job;
  readonly path: string;
  readonly connection: pg.PoolConfig;
  readonly limits: Limits;
};

/** What it tells its parent: that it gets on, or why it could not go on for now. */
export type Report = { readonly unavailable?: string };

const endWithParent = () => process.exit(1);
process.on('disconnect', endWithParent);
const report = (news: Report) => process.send?.(news);

const [{ job, path, connection, limits }] = (await once(process, 'message')) as [Order];
const settings = { max: 2, statement_timeout: limits.statement, application_name: 'piezario import' };
const db = connect({ ...connection, ...settings }, () => {});
try {
  await run({ db, job, path, limits, progress: () => report({}) });
} catch (error) {
  const failure = toFailure(error);
  if (error instanceof UnusableFile || error instanceof UnreadableWorkbook) await failJob(db, job, error.message);
  else if (failure && failure.code >= 500) report({ unavailable: failure.message });
  else if (!(error instanceof Stopped)) throw error;
}
await db.destroy();
process.off('disconnect', endWithParent);
process.disconnect();
