import { setTimeout as delay } from 'node:timers/promises';
import { api } from '@piezario/contract/api';
import type { Endpoint, Noun, Resource } from '@piezario/contract/endpoint';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { REPLICATED_AFTER, type Replicas } from '../db/connection/replicas.ts';
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
  'templates',
];

export const readsCatalogue = ({ method, reads = [] }: Endpoint) =>
  method === 'GET' && reads.length > 0 && reads.every((resource) => CATALOGUE.includes(resource));

type Caller = { readonly id: number; readonly session: string };

/** Where the catalogue is read for somebody: from a replica, unless they could miss something there. */
export type Source = (caller: Caller | null) => Promise<Db>;

export const sourceOf =
  (primary: Db, replicas: Replicas | null): Source =>
  async (caller) =>
    (replicas && caller && !(await mayMiss(primary, caller)) ? replicas.choose() : null) ?? primary;

/** Longer than a statement may take: of a connection that a network has forgotten, nothing is ever heard. */
const PATIENCE = 20_000;

/** What a replica cannot answer, the primary does. */
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

/** Rights depend on people and grants, and on the category of a product that was granted by it. */
const RIGHTS: readonly Resource[] = ['people', 'grants', 'sessions', 'brands', 'categories', 'products'];

/** Calls that may change rights, as operations name them. */
const CHANGES_RIGHTS = Object.entries<Noun>(api).flatMap(([noun, calls]) =>
  Object.entries(calls).flatMap(([call, { changes = [] }]) =>
    changes.some((resource) => RIGHTS.includes(resource)) ? [`${noun}.${call}`] : [],
  ),
);

/** Whether a replica may lack what the caller wrote, their session, or what somebody else has changed of rights. */
async function mayMiss(primary: Db, { id, session }: Caller): Promise<boolean> {
  const lately = sql`now() - make_interval(secs => ${sql.lit(REPLICATED_AFTER)})`;
  const { rows } = await sql<{ lately: boolean }>`select
    exists (select from operations where user_id = ${id} and at > ${lately})
    or exists (select from operations where at > ${lately} and what = any (${CHANGES_RIGHTS}::text[]))
    or exists (select from sessions where id = ${session} and created_at > ${lately})
    or exists (select from jobs where user_id = ${id} and (state in ('queued', 'running') or finished_at > ${lately}))
      as lately`.execute(primary);
  return rows[0]?.lately ?? true;
}
