import type { ServerResponse } from 'node:http';
import { type Access, admits, type Role } from '@piezario/contract/access';
import { TICKET_QUERY } from '@piezario/contract/downloads';
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
import type { Db } from '../db/connect.ts';
import { inTransaction } from '../db/transaction.ts';
import { DOCS } from './docs.ts';
import { answerDownload } from './download.ts';
import { toFailure } from './errors.ts';
import { Failure, notFound } from './failure.ts';
import { withUpload } from './upload.ts';

/** Who is calling, as the database has it now. */
export type Caller = {
  readonly id: number;
  readonly role: Role;
  readonly session: string;
  readonly tokenIssuedAt: number;
};

/** What a handler is given. In a POST, `db` is the transaction. */
type Call<E extends Endpoint> = Given<E> & {
  readonly db: Db;
  readonly user: E['access'] extends 'public' | 'onlyGuest' ? null : Caller;
  readonly address: string;
};
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>>;
export type Handlers<N extends Noun> = { readonly [K in keyof N]: Handler<N[K]> };

/** A file may be asked for with a ticket instead of a token: who asks, and who notes how it goes. */
export type Redeemed = {
  readonly caller: Caller;
  readonly follow: (response: ServerResponse, tell: () => Partial<Progress> & { reason: string | null }) => void;
};
type Progress = ReturnType<NonNullable<Download['progress']>>;

type Services = {
  readonly db: Db;
  readonly authenticate: (request: FastifyRequest) => Promise<Caller | null>;
  /** A 401 when the address has no ticket that is still good. */
  readonly redeem: (request: FastifyRequest) => Promise<Redeemed>;
  /** Where uploads wait while their call runs. */
  readonly uploads: string;
};

/** Opens a route for every endpoint of the contract. Refuses to start when one is incomplete or a route is not in it. */
export function implement<A extends Api>(
  app: FastifyInstance,
  api: A,
  handlers: { readonly [N in keyof A]: Handlers<A[N]> },
  services: Services,
) {
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
      open(app, endpoint, handler, services);
    }
  }
}

function refuseIncomplete(name: string, { access, path, params }: Partial<Endpoint>) {
  if (!access) throw new Error(`${name} does not say who has access`);
  const inPath = [...(path ?? '').matchAll(/:(\w+)/g)].map(([, parameter]) => parameter);
  const inSchema = Object.keys(params?.shape ?? {});
  if (inPath.join() !== inSchema.join()) throw new Error(`${name} declares [${inSchema}] but its path has [${inPath}]`);
}

function open(app: FastifyInstance, endpoint: Endpoint, handler: Handler<Endpoint>, services: Services) {
  const callers = new WeakMap<FastifyRequest, Caller | null>();
  const downloads = new WeakMap<FastifyRequest, Download>();
  const refusals = new WeakMap<FastifyRequest, Failure>();

  const redeem = async (request: FastifyRequest, reply: FastifyReply) => {
    const { [TICKET_QUERY]: _, ...query } = request.query as Record<string, unknown>;
    request.query = query;
    const { caller, follow } = await services.redeem(request);
    const tell = () => ({
      ...downloads.get(request)?.progress?.(),
      reason: refusals.get(request)?.message ?? null,
    });
    follow(reply.raw, tell);
    return caller;
  };

  app.route({
    method: endpoint.method,
    url: endpoint.path,
    config: { upload: endpoint.upload !== undefined },
    ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
    // A compressed file would leave only once its compressor is full.
    ...(endpoint.result === Download && { compress: false }),
    // Before the body is read: nobody uploads what they may not.
    onRequest: async (request, reply) => {
      const hasTicket = endpoint.result === Download && TICKET_QUERY in (request.query as object);
      const authenticate = () => (hasTicket ? redeem(request, reply) : services.authenticate(request));
      // What is open to all does not mind an old token.
      const caller = endpoint.access === 'public' ? null : await authenticate();
      refuseUnlessAdmitted(endpoint.access, caller);
      callers.set(request, caller);
    },
    onError: async (request, _reply, error) => {
      const refusal = toFailure(error);
      if (refusal) refusals.set(request, refusal);
    },
    handler: async (request, reply) => {
      const run = (body: unknown) => {
        const call = { ...readInput(endpoint, request, body), user: callers.get(request) ?? null, address: request.ip };
        const handle = (db: Db) => handler({ ...call, db } as Call<Endpoint>);
        const { method, transaction = method === 'POST' } = endpoint;
        return transaction ? inTransaction(services.db, handle) : handle(services.db);
      };
      if (!endpoint.upload && request.isMultipart()) throw new Failure(415, 'El cuerpo del pedido tiene que ser JSON');
      const answer = endpoint.upload
        ? await withUpload(request, { folder: services.uploads, maxBytes: endpoint.upload }, run)
        : await run(request.body);
      if (endpoint.result !== Download) return answerEnvelope(reply, endpoint, answer);
      downloads.set(request, answer as Download);
      return answerDownload(reply, answer as Download);
    },
  });
}

export function refuseUnlessAdmitted(access: Access, caller: Caller | null) {
  if (admits(access, caller?.role ?? null)) return;
  throw caller
    ? new Failure(403, 'Tu usuario no tiene permiso para hacer esto')
    : new Failure(401, 'Iniciá sesión para continuar');
}

const NO_QUERY = z.strictObject({});

function readInput({ params, query = NO_QUERY, body }: Endpoint, request: FastifyRequest, sent: unknown) {
  const inPath = params?.safeParse(request.params);
  // A path that names nothing possible names nothing that exists.
  if (inPath && !inPath.success) throw notFound();
  return { params: inPath?.data, query: query.parse(request.query), body: body?.parse(sent ?? {}) };
}

/** The result leaves through its schema, so what the contract does not name cannot leave at all. */
function answerEnvelope(reply: FastifyReply, { result: schema, message = 'OK' }: Endpoint, answer: unknown) {
  const checked = schema.safeParse(answer);
  if (!checked.success) throw new Error('The result is not what the contract promises', { cause: checked.error });
  const result = checked.data;
  const envelope: Envelope = {
    code: 200,
    message: typeof message === 'string' ? message : message(result as never),
    result,
  };
  return reply.header('cache-control', 'no-store').send(envelope);
}
