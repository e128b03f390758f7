import type { Server } from 'node:http';
import { DEFAULT_BODY } from '@piezario/contract/endpoint';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

type SlowestSender = Config['slowestSender'];

/** Slow and idle connections are closed; by default, Node keeps them for minutes or for ever. */
export const serverLimits = ({ headers }: SlowestSender) =>
  ({
    bodyLimit: DEFAULT_BODY,
    requestTimeout: 15 * 60_000,
    connectionTimeout: 20_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: headers, connectionsCheckingInterval: headers / 5 },
  }) satisfies FastifyHttpOptions<Server>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes uploads, which may be slow. */
    upload?: boolean;
  }
}

/**
 * Closes the connection of a body that does not arrive in time, or that is not read because the call was refused.
 * Uploads have the server's whole request timeout.
 */
export function limitSlowBodies(server: FastifyInstance, { body }: SlowestSender) {
  server.addHook('onRequest', async (request) => {
    if (request.routeOptions.config?.upload) return;
    const { raw } = request;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy();
    }, body);
    raw.once('close', () => clearTimeout(timer));
  });
  server.addHook('onSend', async (request, reply) => {
    if (!request.raw.complete) reply.header('connection', 'close');
  });
}

/** Responses sent while the server stops close their connection; a kept-alive one would delay the stop. */
export function hangUpWhenClosing(server: FastifyInstance) {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
