import { createHash } from 'node:crypto';
import { finished } from 'node:stream';
import { type DownloadState, TICKET_QUERY } from '@piezario/contract/downloads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type SqlBool, sql } from 'kysely';
import { now } from '../auth/token.ts';
import type { Db } from '../db/connection/connect.ts';
import { Failure } from '../http/failure.ts';
import type { Caller } from '../http/implement.ts';

const STORE_PROGRESS_EVERY = 1_000;

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('hex');

const expired = () => new Failure(401, 'El enlace de descarga venció o ya se usó. Pedí la descarga de nuevo.');

/** Returns the owner of the ticket in the address; null without one. Throws a 401 when it is no longer valid. */
export async function redeemTicket(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<Caller | null> {
  const { [TICKET_QUERY]: given, ...query } = request.query as Record<string, unknown>;
  if (given === undefined || !request.routeOptions.config.download) return null;
  // The ticket is no parameter of the call.
  request.query = query;
  const [, path, secret = ''] = new RegExp(`^(.*)[?&]${TICKET_QUERY}=([\\w-]+)$`).exec(request.url) ?? [];
  if (path === undefined) throw expired();
  // One statement, so that of two requests with the same ticket only one succeeds.
  const { ticket, ...person } = await db
    .updateTable('download_tickets')
    .from('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .set({ state: 'running', noted_at: sql`now()` })
    .where('download_tickets.secret_hash', '=', hashSecret(secret))
    .where('download_tickets.path', '=', path)
    .where('download_tickets.state', '=', 'waiting')
    .where(sql<SqlBool>`download_tickets.expires_at > now()`)
    .whereRef('sessions.id', '=', 'download_tickets.session_id')
    .where(sql<SqlBool>`sessions.expires_at > now()`)
    .where('users.active', '=', true)
    .returning(['download_tickets.id as ticket', 'users.id', 'users.role', 'sessions.id as session'])
    .executeTakeFirstOrThrow(expired);
  storeProgress(db, ticket, request, reply);
  return { ...person, tokenIssuedAt: now(), mustChangePassword: false };
}

/** Stores the progress of the download until its response has ended. */
function storeProgress(db: Db, ticket: string, request: FastifyRequest, { raw: response }: FastifyReply) {
  const store = (state: DownloadState) => {
    const stored = db
      .updateTable('download_tickets')
      .set({
        state,
        noted_at: sql`now()`,
        ...request.download?.progress?.(),
        reason: request.failure?.message ?? null,
      })
      .where('id', '=', ticket)
      // A statement that arrives late does not overwrite the outcome.
      .where('state', '=', 'running')
      .execute();
    stored.catch((error) => request.log.warn({ err: error }, 'progress of a download not stored'));
  };
  const timer = setInterval(store, STORE_PROGRESS_EVERY, 'running');
  finished(response, (error) => {
    clearInterval(timer);
    store(error || response.statusCode !== 200 ? 'failed' : 'done');
  });
}
