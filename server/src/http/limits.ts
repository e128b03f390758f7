import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

/** A body of JSON has this long to arrive; uploads have the server's whole request timeout. */
const JSON_BODY_TIMEOUT = 15_000;

/** Slow and idle connections are given up; without these, Node keeps them for minutes or for ever. */
export const SERVER_LIMITS = {
  bodyLimit: 1024 * 1024,
  requestTimeout: 15 * 60_000,
  connectionTimeout: 60_000,
  keepAliveTimeout: 10_000,
  http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
} satisfies FastifyHttpOptions<Server>;

export function limitSlowBodies(app: FastifyInstance) {
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (request.headers['content-type']?.startsWith('multipart/')) return payload;
    const timer = setTimeout(() => request.raw.destroy(), JSON_BODY_TIMEOUT);
    payload.once('end', () => clearTimeout(timer));
    payload.once('close', () => clearTimeout(timer));
    return payload;
  });
}

/** Calls under way when the server is told to stop end their connection, which would otherwise keep it waiting. */
export function hangUpWhenClosing(server: FastifyInstance) {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
