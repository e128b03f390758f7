import type { Endpoint, Resource } from '@piezario/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { REPLICATED_AFTER, type Replicas } from '../db/replicas.ts';
import { toFailure } from './errors.ts';

/** What replicas are read for. What tells of work under way, and of people and their rights, is always new. */
const CATALOGUE: readonly Resource[] = [
  'brands',
  'categories',
  'products',
  'vehicles',
  'vehicleAliases',
  'parts',
  'attributes',
  'crosses',
  'pictures',
  'applications',
];

export const readsCatalogue = ({ method, reads = [] }: Endpoint) =>
  method === 'GET' && reads.length > 0 && reads.every((resource) => CATALOGUE.includes(resource));

type Caller = { readonly id: number; readonly session: string };

/** Reads the catalogue for somebody. */
export type Reads = <T>(caller: Caller | null, read: (db: Db) => Promise<T>) => Promise<T>;

/** Reads from a replica, unless the caller could miss something there. What a replica cannot answer, the primary does. */
export const readsFrom =
  (primary: Db, replicas: Replicas | null): Reads =>
  async (caller, read) => {
    const replica = replicas && caller && !(await mayMiss(primary, caller)) ? replicas.choose() : null;
    if (!replica) return read(primary);
    try {
      return await read(replica);
    } catch (error) {
      const failure = toFailure(error);
      if (failure && failure.code < 500) throw error;
      return read(primary);
    }
  };

/** How many of a person's newest jobs may have ended lately: each ends before the next begins, and is seen for a moment. */
const NEWEST_JOBS = 20;

/** Whether a replica may lack what the caller wrote, their session, or what somebody else has changed of rights. */
async function mayMiss(primary: Db, { id, session }: Caller): Promise<boolean> {
  const lately = sql`now() - make_interval(secs => ${sql.lit(REPLICATED_AFTER)})`;
  const { rows } = await sql<{ lately: boolean }>`select
    exists (select from operations where user_id = ${id} and at > ${lately})
    or exists (select from operations where at > ${lately} and what ~ '^(users|clients|account|auth)\\.')
    or exists (select from sessions where id = ${session} and created_at > ${lately})
    or exists (select from (
        select state, finished_at from jobs where user_id = ${id} order by id desc limit ${sql.lit(NEWEST_JOBS)}) newest
      where state = 'running' or finished_at > ${lately}) as lately`.execute(primary);
  return rows[0]?.lately ?? true;
}
