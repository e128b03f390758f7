import { randomUUID } from 'node:crypto';
import { api } from '@piezario/contract/api';
import type { Sent } from '@piezario/contract/endpoint';
import { jobKinds } from '../app.ts';
import { runBulk } from '../bulk/bulk-work.ts';
import { claimJob } from '../jobs/lease.ts';
import { LIMITS } from '../jobs/limits.ts';
import type { Client } from './client.ts';
import type { startServer } from './server.ts';

/** Carries out a bulk action, in this process and in small groups. `between` runs while the job is queued. */
export async function runInBulk(
  { db, files }: Pick<Awaited<ReturnType<typeof startServer>>, 'db' | 'files'>,
  client: Client,
  body: Sent<typeof api.bulk.store>['body'],
  between: () => Promise<unknown> = async () => {},
) {
  const { id } = await client.call(api.bulk.store, { body });
  await between();
  const claimed = await claimJob(db, randomUUID(), jobKinds(db, files));
  if (claimed?.id !== id) throw new Error('Another job was waiting');
  await runBulk({ db, job: claimed, files, scratch: '', limits: { ...LIMITS, groupRows: 3 }, progress: () => {} });
  return client.call(api.bulk.show, { params: { bulkId: id } });
}
