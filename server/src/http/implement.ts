import { type Access, admits, type Role } from '@piezario/contract/access';
import {
  type Answer,
  type Api,
  Download,
  type Endpoint,
  type Envelope,
  type Given,
  type Noun,
} from '@piezario/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Db } from '../db/connection/connect.ts';
import { whileWanted } from '../db/connection/sessions.ts';
import { type Act, inTransaction } from '../db/transaction.ts';
import { DOCS } from './docs.ts';
import { answerDownload } from './download.ts';
import { Failure, notFound } from './failure.ts';
import { logSecurity, type SecurityDetails, type SecurityEvent } from './log.ts';
import { readFrom, readsCatalogue, type Source } from './reads.ts';
import { withUpload } from './upload.ts';

/** Caller, with the current rights in the database. */
export type Caller = {
  readonly id: number;
  readonly role: Role;
  readonly session: string;
  readonly tokenIssuedAt: number;
  /** Password was chosen by another person, who knows it. */
  readonly mustChangePassword: boolean;
  /** Person who views the catalog as this one. They see only what both may see, and change nothing. */
  readonly viewer?: { readonly id: number; readonly role: Role };
};

/** Input of a handler. In a POST, `db` is the transaction. */
type Call<E extends Endpoint> = Given<E> & {
  readonly db: Db;
  readonly user: E['access'] extends 'public' | 'onlyGuest' ? null : Caller;
  readonly address: string;
  /** User-Agent of the calling program. */
  readonly device: string;
  readonly audit: Audit;
  /** For handlers that open their own transaction. */
  readonly act: Act;
};
/** Logs a change of accounts or access. In a POST the line is written after the commit. */
export type Audit = (event: SecurityEvent, details: SecurityDetails) => void;
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;
export type Handlers<N extends Noun> = { readonly [K in keyof N]: Handler<N[K]> };

declare module 'fastify' {
  interface FastifyRequest {
    /** Caller; null for a guest. */
    caller: Caller | null;
  }
}

type Services = {
  readonly db: Db;
  readonly source: Source;
  /** Returns null for a guest. Throws a 401 for credentials that are not valid any more. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply) => Promise<Caller | null>;
  /** Folder of an upload while its call runs. */
  readonly uploads: string;
  readonly slowestReader: Config['slowestReader'];
  readonly requireOwnPassword: boolean;
};

/** Adds a route for every endpoint of the contract. Throws when one is incomplete or a route is not in the contract. */
export function implement<A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: { readonly [N in keyof A]: Handlers<A[N]> },
  services: Services,
) {
  app.decorateRequest('caller', null);
  const declared = new Set<string>();
  app.addHook('onRoute', ({ method, url }) => {
    const isCall = url.startsWith('/api/') && !url.startsWith(DOCS);
    if (isCall && !declared.has(`${method} ${url}`)) throw new Error(`${method} ${url} is not in the contract`);
  });
  for (const [nounName, noun] of Object.entries(api)) {
    for (const [name, endpoint] of Object.entries(noun)) {
      const handler = (handlers[nounName] as Record<string, Handler<Endpoint>> | undefined)?.[name];
      if (!handler) throw new Error(`${nounName}.${name} has no handler`);
      refuseIncomplete(`${nounName}.${name}`, endpoint);
      declared.add(`${endpoint.method} ${endpoint.path}`);
      open(app, `${nounName}.${name}`, endpoint, handler, services);
    }
  }
}

function refuseIncomplete(name: string, { access, path, params }: Partial<Endpoint>) {
  if (!access) throw new Error(`${name} does not say who has access`);
  const inPath = [...(path ?? '').matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
  const inSchema = Object.keys(params?.shape ?? {});
  if (inPath.join() !== inSchema.join()) throw new Error(`${name} declares [${inSchema}] but its path has [${inPath}]`);
}

function open(app: FastifyInstance, name: string, endpoint: Endpoint, handler: Handler<Endpoint>, services: Services) {
  const isDownload = endpoint.result === Download;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { upload: endpoint.upload !== undefined, download: isDownload },
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    // Compression would hold back the first bytes of a file until its buffer is full.
    ...(isDownload && { compress: false }),
    // Before the body is read, so that an upload that is not allowed is refused at once.
    onRequest: async (request, reply) => {
      // A public call does not read the token, which may be stale.
      request.caller = endpoint.access === 'public' ? null : await services.authenticate(request, reply);
      refuseUnlessAdmitted(endpoint.access, request.caller);
      if (request.caller?.viewer && !isReadableInView(endpoint)) throw onlyViewing();
      const mustChange = services.requireOwnPassword && request.caller?.mustChangePassword;
      if (mustChange && !endpoint.beforeNewPassword) throw mustChangePassword();
    },
    handler: async (request, reply) => {
      const run = async (sent: unknown) => {
        const act: Act = { user: request.caller?.id ?? null, what: name };
        const input = readInput(endpoint, request, sent);
        const call = { ...input, user: request.caller, act, ...originOf(request) };
        const handle = (db: Db, audit: Audit) => handler({ ...call, db, audit } as Call<Endpoint>);
        const { method, transaction = method === 'POST', changes } = endpoint;
        const log: Audit = (event, details) => logSecurity(request, event, details);
        const answer = async () => {
          if (transaction) return auditedTransaction(services.db, act, handle, log);
          if (!readsCatalogue(endpoint)) return handle(services.db, log);
          return readFrom(services.db, await services.source(request.caller), (db) => handle(db, log));
        };
        // A save is finished, even if its caller hung up: a lost connection is no cancellation.
        const isSave = transaction || changes !== undefined;
        return { answer: await (isSave ? answer() : whileWanted(closingOf(reply), answer)), body: input.body };
      };
      if (!endpoint.upload && request.isMultipart()) throw new Failure(415, 'El cuerpo del pedido tiene que ser JSON');
      const { answer, body } = endpoint.upload
        ? await withUpload(request, { folder: services.uploads, maxBytes: endpoint.upload }, run)
        : await run(request.body);
      if (isDownload) return answerDownload(reply, answer as Download, services.slowestReader);
      return answerEnvelope(reply, endpoint, answer, body);
    },
  });
}

/** Runs a handler in a transaction. Lines of a failed or retried attempt are not logged. */
async function auditedTransaction<T>(
  db: Db,
  act: Act,
  handle: (db: Db, audit: Audit) => Promise<T>,
  log: Audit,
): Promise<T> {
  let noted: Parameters<Audit>[] = [];
  const answer = await inTransaction(db, act, (transaction) => {
    noted = [];
    return handle(transaction, (...line) => noted.push(line));
  });
  for (const line of noted) log(...line);
  return answer;
}

/** Aborts when the caller hangs up before the answer is complete. */
function closingOf({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) closing.abort(new Failure(499, 'La conexión se cerró'));
  });
  return closing.signal;
}

const originOf = ({ ip, headers }: FastifyRequest) => ({ address: ip, device: headers['user-agent'] ?? '' });

/** Condition: a person who views as another one may make the call. Includes the sign-out, which is a GET. */
const isReadableInView = ({ method, isPersonal }: Endpoint) => method === 'GET' && !isPersonal;

const onlyViewing = () => new Failure(403, 'Estás viendo como otra persona: volvé a tu cuenta para hacer esto');

const mustChangePassword = () => new Failure(403, 'Elegí una clave propia para continuar');

export function refuseUnlessAdmitted(access: Access, caller: Caller | null) {
  if (admits(access, caller?.role ?? null)) return;
  throw caller
    ? new Failure(403, 'Tu usuario no tiene permiso para hacer esto')
    : new Failure(401, 'Iniciá sesión para continuar');
}

const NO_QUERY = z.strictObject({});

function readInput({ params, query = NO_QUERY, body }: Endpoint, request: FastifyRequest, sent: unknown) {
  const inPath = params?.safeParse(request.params);
  // An id that is not even a number is answered like one that does not exist.
  if (inPath && !inPath.success) throw notFound();
  return { params: inPath?.data, query: query.parse(request.query), body: body?.parse(sent ?? {}) };
}

/** Limit of logged issues of a result. A list of a million wrong rows would fill the disk. */
const MAX_LOGGED_ISSUES = 10;

function summarize({ issues }: z.ZodError): string {
  const logged = issues.slice(0, MAX_LOGGED_ISSUES).map(({ path, message }) => `${path.join('.')}: ${message}`);
  return `${issues.length} issues; ${logged.join('; ')}`;
}

/** Sends the result through its schema, so that fields outside the contract are never sent. */
function answerEnvelope(
  reply: FastifyReply,
  { result: schema, message = 'OK' }: Endpoint,
  answer: unknown,
  body: unknown,
) {
  const checked = schema.safeParse(answer);
  if (!checked.success) throw new Error(`The result is not what the contract promises: ${summarize(checked.error)}`);
  const result = checked.data;
  const envelope: Envelope = {
    code: 200,
    message: typeof message === 'string' ? message : message(result as never, body as never),
    result,
  };
  return reply.header('cache-control', 'no-store').send(envelope);
}
