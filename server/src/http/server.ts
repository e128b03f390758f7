import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { readJsonBodies } from './body.ts';
import { answerError, answerMalformed } from './errors.ts';
import { hangUpWhenClosing, limitSlowBodies, serverLimits } from './limits.ts';
import { logRequests } from './log.ts';

/** Creates the HTTP server without routes: body parsing, errors, log and limits. */
export async function createServer({
  logLevel,
  trustProxy,
  slowestSender,
}: Pick<Config, 'logLevel' | 'trustProxy' | 'slowestSender'>): Promise<FastifyInstance> {
  const server = fastify({
    ...serverLimits(slowestSender),
    // Requests on open connections are still answered while the server stops.
    return503OnClosing: false,
    logger: { level: logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerMalformed,
  });
  server.decorateRequest('download', null);
  server.decorateRequest('failure', null);
  server.setErrorHandler(answerError);
  logRequests(server);
  limitSlowBodies(server, slowestSender);
  hangUpWhenClosing(server);
  readJsonBodies(server);
  server.addHook('onRequest', async (_, reply) => {
    reply.headers(SECURITY_HEADERS);
  });
  // A compressed body could be a thousand times larger than the bytes sent.
  await server.register(compress, { threshold: 1024, globalDecompression: false });
  await server.register(multipart);
  return server;
}

const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  // The component library sets styles on elements.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Headers of every answer. */
const SECURITY_HEADERS = {
  'content-security-policy': CONTENT_SECURITY_POLICY.join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};
