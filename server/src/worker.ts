import { on } from 'node:events';
import { connect } from './db/connection/connect.ts';
import { breakable } from './db/connection/sockets.ts';
import { openFiles } from './files/open.ts';
import { endingOf, type ReportedEnding } from './jobs/ending.ts';
import { Stopped } from './jobs/job.ts';
import type { Order, Report } from './jobs/workers.ts';
import { WORKS } from './works.ts';

/*
 * The process that works on jobs, one after another, so that a hostile file cannot take the server down. It exits with its
 * parent. A job that it does not finish is tried again.
 */

const report = (message: Report) => process.send?.(message);

async function attempt({ kind, job, scratch, connection, store, limits }: Order): Promise<ReportedEnding> {
  let ending: ReportedEnding = { done: true };
  const settings = { max: 2, statement_timeout: limits.statement, application_name: 'piezario job' };
  const db = connect({ ...connection, ...settings, stream: breakable(limits.answer).stream }, () => {});
  try {
    const [work, files] = [await WORKS[kind](), await openFiles(store)];
    await work({ db, job, files, scratch, limits, progress: () => report({}) });
  } catch (error) {
    const known = endingOf(error);
    if (known) ending = known;
    else if (!(error instanceof Stopped)) throw error;
  }
  await db.destroy();
  return ending;
}

process.on('disconnect', () => process.exit(1));
const orders = on(process, 'message') as AsyncIterable<[Order]>;
for await (const [order] of orders) report({ ending: await attempt(order) });
