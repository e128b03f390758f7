import { TICKET_QUERY } from '@piezario/contract/downloads';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Failure } from './failure.ts';
import { networkOf } from './network.ts';

/** Events of accounts and access, logged at every level but `silent`. */
export type SecurityEvent =
  | 'sign-in'
  | 'sign-in-failed'
  | 'refused'
  | 'account-created'
  | 'account-deactivated'
  | 'account-restored'
  | 'role-changed'
  | 'password-changed'
  | 'email-changed'
  | 'sessions-closed'
  | 'grant-added'
  | 'grant-removed'
  | 'viewed-as';

/** `account` is the affected account. Never a password, a hash, a token or a ticket. */
export type SecurityDetails = { readonly account?: number } & Readonly<Record<string, string | number | null>>;

/** Logs one line per request, with the id of the answer. Headers, bodies and query strings are not logged. */
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
        ...personOf(request),
      },
      'request',
    );
  });
}

/** The caller, and the person as whom they view the catalog. */
const personOf = ({ caller }: FastifyRequest) =>
  caller?.viewer ? { user: caller.viewer.id, viewed: caller.id } : { user: caller?.id };

const pathOf = ({ url }: FastifyRequest) => url.split('?')[0];

/** Logs a line about accounts and access. It is written at every level but `silent`. */
export function logSecurity(request: FastifyRequest, event: SecurityEvent, details: SecurityDetails = {}) {
  const { log, ip: address } = request;
  const level = log.level === 'silent' ? 'silent' : 'info';
  log.child({}, { level }).info({ event, ...personOf(request), address, ...details }, 'security');
}

/** Logs a refusal, except the 401 of a guest. Repeated refusals are counted. */
export function logRefusal(request: FastifyRequest, { code: status }: Failure) {
  const hasCredentials = request.headers.authorization !== undefined || request.url.includes(`${TICKET_QUERY}=`);
  if (status !== 403 && status !== 429 && !(status === 401 && hasCredentials)) return;
  const details = { status, method: request.method, path: pathOf(request) ?? '' };
  // Counted by route, because callers can make up any number of paths.
  logRepeated(`${status} ${details.method} ${request.routeOptions.url} ${networkOf(request.ip)}`, (more) =>
    logSecurity(request, 'refused', more > 0 ? { ...details, more } : details),
  );
}

/** Logs a call that failed by an outage. Later ones for the same reason are counted. */
export function logOutage(request: FastifyRequest, error: unknown, { code: status, message }: Failure) {
  logRepeated(message, (more) => request.log.warn(more > 0 ? { status, more } : { err: error }, 'not served'));
}

const LOG_EVERY = 1_000;
/** Events since the last line about them. */
const unlogged = new Map<string, number>();

/** Logs the first event at once, and then the number of repetitions once a second. */
function logRepeated(what: string, log: (more: number) => void) {
  const counted = unlogged.get(what);
  unlogged.set(what, (counted ?? -1) + 1);
  if (counted !== undefined) return;
  log(0);
  const timer = setInterval(() => {
    const more = unlogged.get(what);
    if (more) {
      log(more);
      unlogged.set(what, 0);
    } else {
      unlogged.delete(what);
      clearInterval(timer);
    }
  }, LOG_EVERY).unref();
}
