import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import { cancelJob } from './job.ts';

type Cancellable<Shown> = {
  /** Throws when there is no such job that the person may see. */
  readonly read: (db: Db, person: Person, id: number) => Promise<Shown>;
  readonly cancelled: (shown: Shown) => string;
  /** Removes what only a running job needs. */
  readonly clean?: (db: Db, id: number) => Promise<unknown>;
};

/** The handler that cancels a job of a kind and returns what it shows then. */
export const canceller =
  <Shown>({ read, cancelled, clean }: Cancellable<Shown>) =>
  async ({ db, user, body: { id } }: { db: Db; user: Person; body: { id: number } }): Promise<Shown> => {
    await read(db, user, id);
    const isCancelled = await cancelJob(db, id, async () => cancelled(await read(db, user, id)));
    if (!isCancelled) throw new Failure(409, 'Ya terminó');
    await clean?.(db, id);
    return read(db, user, id);
  };
