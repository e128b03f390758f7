import { once } from 'node:events';
import { runBulk } from './bulk/bulk-work.ts';
import { connect } from './db/connect.ts';
import type { JobKind } from './db/schema.ts';
import { openFiles } from './files/open.ts';
import { runUndo } from './history/undo-work.ts';
import { runImport } from './importer/run-import.ts';
import { endingOf } from './jobs/ending.ts';
import { Stopped } from './jobs/job.ts';
import type { Work } from './jobs/kind.ts';
import type { Order, Report } from './jobs/supervise.ts';
import { runPictureImport } from './picture-imports/work.ts';
import { runTemplate } from './templates/template-work.ts';

/*
 * The process that works on one job, so that a hostile file cannot take the server down. It exits with its parent. A job
 * that it does not finish is tried again.
 */

const WORKS: Readonly<Record<JobKind, Work>> = {
  import: runImport,
  undo: runUndo,
  bulk: runBulk,
  pictures: runPictureImport,
  template: runTemplate,
};

const endWithParent = () => process.exit(1);
process.on('disconnect', endWithParent);
const report = (message: Report) => process.send?.(message);

const [{ kind, job, scratch, connection, store, limits }] = (await once(process, 'message')) as [Order];
const settings = { max: 2, statement_timeout: limits.statement, application_name: 'piezario job' };
const db = connect({ ...connection, ...settings }, () => {});
try {
  const files = await openFiles(store);
  await WORKS[kind]({ db, job, files, scratch, limits, progress: () => report({}) });
} catch (error) {
  const ending = endingOf(error);
  if (ending) report({ ending });
  else if (!(error instanceof Stopped)) throw error;
}
await db.destroy();
process.off('disconnect', endWithParent);
process.disconnect();
