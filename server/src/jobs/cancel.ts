import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { cancelJob } from './job.ts';

type Cancellable<Job> = {
  /** Throws when there is no such job that the person may see. */
  readonly read: (db: Db, person: Person, id: number) => Promise<Job>;
  readonly cancelled: (job: Job) => string;
  /** Removes what only a running job needs. */
  readonly clean?: (db: Db, id: number) => Promise<unknown>;
};

/** Returns a handler that cancels a job of a kind and answers the cancelled job. */
export const canceller =
  <Job>({ read, cancelled, clean }: Cancellable<Job>) =>
  async ({ db, user, body: { id } }: { db: Db; user: Person; body: { id: number } }): Promise<Job> => {
    await read(db, user, id);
    const isCancelled = await cancelJob(db, id, async () => cancelled(await read(db, user, id)));
    if (!isCancelled) throw new Failure(409, 'Ya terminó');
    await clean?.(db, id);
    return read(db, user, id);
  };
