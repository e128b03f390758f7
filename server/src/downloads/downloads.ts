import { randomBytes } from 'node:crypto';
import { api } from '@piezario/contract/api';
import { type downloads as contract, type DownloadState, TICKET_QUERY } from '@piezario/contract/downloads';
import { Download, type Endpoint } from '@piezario/contract/endpoint';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { Failure, notFound, refusal } from '../http/failure.ts';
import { type Handlers, refuseUnlessAdmitted } from '../http/implement.ts';
import { hashSecret } from './ticket.ts';

const LIFETIME = '1 minute';
/** A session has at most this many unused tickets. */
const MAX_UNUSED = 20;
/** Time for which the outcome of a download is kept. */
const KEPT_FOR = '1 day';
/** A server that stores no progress of a running download for this long has died. */
const LOST_AFTER = '30 seconds';

export const downloads: Handlers<typeof contract> = {
  ticket: async ({ db, user, body: { path } }) => {
    refuseUnlessAdmitted(findFile(path).access, user);
    await refuseTooMany(db, user.session);
    const secret = randomBytes(32).toString('base64url');
    const { id } = await db
      .insertInto('download_tickets')
      .values({
        session_id: user.session,
        secret_hash: hashSecret(secret),
        path,
        expires_at: sql`now() + ${LIFETIME}::interval`,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { id, url: `${path}${path.includes('?') ? '&' : '?'}${TICKET_QUERY}=${secret}` };
  },

  progress: ({ db, user, params: { id } }) =>
    db
      .selectFrom('download_tickets')
      .where('id', '=', id)
      .where('session_id', '=', user.session)
      .select([
        sql<DownloadState>`case
          -- It was not fetched in time.
          when state = 'waiting' and expires_at < now() then 'failed'
          when state = 'running' and noted_at < now() - ${LOST_AFTER}::interval then 'failed'
          else state end`.as('state'),
        'done',
        'total',
        'reason',
      ])
      .executeTakeFirstOrThrow(notFound),
};

async function refuseTooMany(db: Db, session: string) {
  const waiting = await db
    .selectFrom('download_tickets')
    .where('session_id', '=', session)
    .where('state', '=', 'waiting')
    .where(sql<SqlBool>`expires_at > now()`)
    .select('id')
    .limit(MAX_UNUSED)
    .execute();
  if (waiting.length < MAX_UNUSED) return;
  throw new Failure(429, 'Pediste muchas descargas a la vez. Probá de nuevo en un minuto.');
}

const FILES: readonly Endpoint[] = Object.values(api)
  .flatMap((noun): Endpoint[] => Object.values(noun))
  .filter(({ method, result }) => method === 'GET' && result === Download);

/** Returns the call that serves the file at a path. Throws a 422 when there is none. */
function findFile(path: string): Endpoint {
  const { pathname, search, searchParams } = new URL(path, 'http://localhost');
  const file = FILES.find((endpoint) => {
    const pattern = new RegExp(`^${endpoint.path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(pathname);
    return match && (endpoint.params?.safeParse({ ...match.groups }).success ?? true);
  });
  const asWritten = pathname + search === path && !searchParams.has(TICKET_QUERY);
  if (file && asWritten) return file;
  throw refusal('path', 'No es un archivo de esta API');
}

export async function sweepTickets(db: Db): Promise<void> {
  await db.deleteFrom('download_tickets').where(sql<SqlBool>`expires_at < now() - ${KEPT_FOR}::interval`).execute();
}
