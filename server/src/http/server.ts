import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '../config.ts';
import { readJsonBodies } from './body.ts';
import { answerError, answerMalformed } from './errors.ts';
import { hangUpWhenClosing, limitSlowBodies, SERVER_LIMITS } from './limits.ts';
import { logRequests } from './log.ts';

/** The HTTP server before it has any route: what it reads, how it answers errors, what it logs and what it limits. */
export async function createServer({
  logLevel,
  trustProxy,
}: Pick<Config, 'logLevel' | 'trustProxy'>): Promise<FastifyInstance> {
  const server = fastify({
    ...SERVER_LIMITS,
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
  limitSlowBodies(server);
  hangUpWhenClosing(server);
  readJsonBodies(server);
  await server.register(helmet, { contentSecurityPolicy: CONTENT_SECURITY_POLICY });
  // A compressed body could be a thousand times larger than what was sent.
  await server.register(compress, { threshold: 1024, globalDecompression: false });
  await server.register(multipart);
  return server;
}

const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    // The component library sets styles on elements.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:'],
    objectSrc: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
  },
};
