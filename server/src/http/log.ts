import { TICKET_QUERY } from '@piezario/contract/downloads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Failure } from './failure.ts';

/** What an operator wants to know about accounts and access, whatever the level of the log. */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-failed'
  | 'refused'
  | 'account-created'
  | 'account-deactivated'
  | 'account-restored'
  | 'role-changed'
  | 'password-changed'
  | 'sessions-closed'
  | 'grant-added'
  | 'grant-removed';

/** `account` is whom it happened to. Never a password, a hash, a token or a ticket. */
export type SecurityDetails = { readonly account?: number } & Readonly<Record<string, string | number | null>>;

/** Logs one line a request, with the id that the answer carries. Headers, bodies and query strings are not logged. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
        user: request.caller?.id,
      },
      'request',
    );
  });
}

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0];

/** Logs a line about accounts and access. It is written at every level but `silent`. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, details: SecurityDetails = {}) {
  const { log, ip: address, caller } = request;
  const level = log.level === 'silent' ? 'silent' : 'info';
  log.child({}, { level }).info({ event, user: caller?.id, address, ...details }, 'security');
}

/** Logs a refusal, unless it only tells a guest to sign in. */
export function logRefusal(request: FastifyRequest, { code }: Failure) {
  const hasCredentials = request.headers.authorization !== undefined || request.url.includes(`${TICKET_QUERY}=`);
  if (code !== 403 && code !== 429 && !(code === 401 && hasCredentials)) return;
  logSecurity(request, 'refused', { status: code, method: request.method, path: pathOf(request) ?? '' });
}

const TELL_EVERY = 1_000;
/** How many calls failed for the same reason since the last line about it. */
const untold = new Map<string, number>();

/** Logs a call that an outage kept from being served. Those that follow are counted, in one line a second. */
export function logOutage(request: FastifyRequest, error: unknown, { code, message }: Failure) {
  const counted = untold.get(message);
  untold.set(message, (counted ?? -1) + 1);
  if (counted !== undefined) return;
  request.log.warn({ err: error }, 'not served');
  const { log } = request.server;
  const timer = setInterval(() => {
    const more = untold.get(message);
    if (more) {
      log.warn({ status: code, more }, 'not served');
      untold.set(message, 0);
    } else {
      untold.delete(message);
      clearInterval(timer);
    }
  }, TELL_EVERY).unref();
}
