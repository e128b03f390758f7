import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import type { Endpoint, Noun, Resource } from '@piezario/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { REPLICATED_AFTER, type Replicas } from '../db/connection/replicas.ts';
import { toFailure } from './errors.ts';

/** Resources that replicas may answer. Jobs, people and rights are always read from the primary. */
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
  'templates',
];

export const readsCatalogue = ({ method, reads = [] }: Endpoint) =>
  method === 'GET' && reads.length > 0 && reads.every((resource) => CATALOGUE.includes(resource));

type Caller = { readonly id: number; readonly session: string; readonly viewer?: { readonly id: number } };

/** Selects the database for a caller: a replica, unless the caller could miss a change there. */
export type Source = (caller: Caller | null) => Promise<Db>;

export const sourceOf =
  (primary: Db, replicas: Replicas | null): Source =>
  async (caller) =>
    (replicas && caller && !(await mayMiss(primary, caller)) ? replicas.choose() : null) ?? primary;

/**
 * Limit of a read in milliseconds, longer than a statement: a connection that the network dropped stays silent forever.
 */
const PATIENCE = 20_000;

/** Reads from the source, and from the primary when the source fails. */
export async function readFrom<T>(primary: Db, source: Db, read: (db: Db) => Promise<T>): Promise<T> {
  if (source === primary) return read(primary);
  const patience = new AbortController();
  try {
    return await Promise.race([read(source), delay(PATIENCE, undefined, { signal: patience.signal }).then(giveUp)]);
  } catch (error) {
    const failure = toFailure(error);
    if (failure && failure.code < 500) throw error;
    return read(primary);
  } finally {
    patience.abort();
  }
}

function giveUp(): never {
  throw new Error('The replica does not answer');
}

/** Resources that rights depend on, with the category of a granted product. */
const RIGHTS: readonly Resource[] = ['people', 'grants', 'sessions', 'brands', 'categories', 'products'];

/** Names of calls that may change rights, as in operations. */
const CHANGES_RIGHTS = Object.entries<Noun>(api).flatMap(([noun, calls]) =>
  Object.entries(calls).flatMap(([call, { changes = [] }]) =>
    changes.some((resource) => RIGHTS.includes(resource)) ? [`${noun}.${call}`] : [],
  ),
);

/** Returns true when a replica may lack rows of the caller, the session, or a change of rights. */
async function mayMiss(primary: Db, { session, ...caller }: Caller): Promise<boolean> {
  const { id } = caller.viewer ?? caller;
  const lately = sql`now() - make_interval(secs => ${sql.lit(REPLICATED_AFTER)})`;
  const { rows } = await sql<{ lately: boolean }>`select
    exists (select from operations where user_id = ${id} and at > ${lately})
    or exists (select from operations where at > ${lately} and what = any (${CHANGES_RIGHTS}::text[]))
    or exists (select from sessions where id = ${session} and created_at > ${lately})
    or exists (select from jobs where user_id = ${id} and (state in ('queued', 'running') or finished_at > ${lately}))
      as lately`.execute(primary);
  return rows[0]?.lately ?? true;
}
