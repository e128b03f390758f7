import { createHash, randomBytes } from 'node:crypto';
import { finished } from 'node:stream';
import { api } from '@piezario/contract/api';
import { type downloads as contract, type DownloadState, TICKET_QUERY } from '@piezario/contract/downloads';
import { Download, type Endpoint } from '@piezario/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { Failure, notFound } from '../http/failure.ts';
import { type Handlers, type Redeemed, refuseUnlessAdmitted } from '../http/implement.ts';

const LIFETIME = '1 minute';
/** More at once nobody asks for by hand. */
const MOST_WAITING = 20;
/** How long it is remembered how a download went. */
const REMEMBERED = '1 day';
const NOTED_EVERY = 1_000;
/** Of a download that nobody has noted for so long, the server died. */
const LOST_AFTER = '30 seconds';

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex');

export const downloads: Handlers<typeof contract> = {
  ticket: async ({ db, user, body: { path } }) => {
    refuseUnlessAdmitted(findFile(path).access, user);
    await refuseTooMany(db, user.session);
    const secret = randomBytes(32).toString('base64url');
    const { id } = await db
      .insertInto('download_tickets')
      .values({
        session_id: user.session,
        secret_hash: hash(secret),
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
          -- Nobody came for it in time.
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
    .limit(MOST_WAITING)
    .execute();
  if (waiting.length < MOST_WAITING) return;
  throw new Failure(429, 'Pediste muchas descargas a la vez. Probá de nuevo en un minuto.');
}

const FILES: readonly Endpoint[] = Object.values(api)
  .flatMap((noun): Endpoint[] => Object.values(noun))
  .filter(({ method, result }) => method === 'GET' && result === Download);

/** The call that answers the file at the path. */
function findFile(path: string): Endpoint {
  const { pathname, search, searchParams } = new URL(path, 'http://localhost');
  const file = FILES.find((endpoint) => {
    const pattern = new RegExp(`^${endpoint.path.replace(/[.]/g, '\\.').replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
    const match = pattern.exec(pathname);
    return match && (endpoint.params?.safeParse({ ...match.groups }).success ?? true);
  });
  const asWritten = pathname + search === path && !searchParams.has(TICKET_QUERY);
  if (file && asWritten) return file;
  throw new Failure(422, 'Revisá los datos marcados', { path: 'No es un archivo de esta API' });
}

const expired = () => new Failure(401, 'El enlace de descarga venció o ya se usó. Pedí la descarga de nuevo.');

/** Who comes with a ticket. */
export async function redeemTicket(db: Db, { url, log }: FastifyRequest): Promise<Redeemed> {
  const [, path, secret = ''] = new RegExp(`^(.*)[?&]${TICKET_QUERY}=([\\w-]+)$`).exec(url) ?? [];
  if (path === undefined) throw expired();
  // One statement, so that of two who come at once only one gets in.
  const { ticket, ...person } = await db
    .updateTable('download_tickets')
    .from('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .set({ state: 'running', noted_at: sql`now()` })
    .where('download_tickets.secret_hash', '=', hash(secret))
    .where('download_tickets.path', '=', path)
    .where('download_tickets.state', '=', 'waiting')
    .where(sql<SqlBool>`download_tickets.expires_at > now()`)
    .whereRef('sessions.id', '=', 'download_tickets.session_id')
    .where(sql<SqlBool>`sessions.expires_at > now()`)
    .where('users.active', '=', true)
    .returning(['download_tickets.id as ticket', 'users.id', 'users.role', 'sessions.id as session'])
    .executeTakeFirstOrThrow(expired);

  return {
    caller: { ...person, tokenIssuedAt: Math.floor(Date.now() / 1000) },
    follow: (response, tell) => {
      const note = (state: DownloadState) => {
        // What is noted late does not undo the end.
        const noted = db
          .updateTable('download_tickets')
          .set({ state, noted_at: sql`now()`, ...tell() })
          .where('id', '=', ticket)
          .where('state', '=', 'running')
          .execute();
        noted.catch((error) => log.warn({ err: error }, 'progress of a download not noted'));
      };
      const timer = setInterval(note, NOTED_EVERY, 'running');
      finished(response, (error) => {
        clearInterval(timer);
        note(error || response.statusCode !== 200 ? 'failed' : 'done');
      });
    },
  };
}

export async function sweepTickets(db: Db): Promise<void> {
  await db.deleteFrom('download_tickets').where(sql<SqlBool>`expires_at < now() - ${REMEMBERED}::interval`).execute();
}
