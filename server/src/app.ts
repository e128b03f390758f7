import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import compress from '@fastify/compress';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import { api } from '@piezario/contract/api';
import fastify, { type FastifyInstance, LogController } from 'fastify';
import { authHandlers } from './auth/auth.ts';
import { createSessions, readSessionSecret } from './auth/sessions.ts';
import { brands } from './brands/brands.ts';
import { categories } from './categories/categories.ts';
import type { Config } from './config.ts';
import type { Db } from './db/connect.ts';
import { readJsonBodies } from './http/body.ts';
import { serveDocs } from './http/docs.ts';
import { answerError } from './http/errors.ts';
import { serveHealth } from './http/health.ts';
import { implement } from './http/implement.ts';
import { limitSlowBodies, SERVER_LIMITS } from './http/limits.ts';
import { logRequests } from './http/log.ts';
import { serveWeb } from './http/web.ts';
import { mercadolibre } from './mercadolibre/mercadolibre.ts';
import { products } from './products/products.ts';
import { settingsHandlers } from './settings/settings.ts';
import { statisticsHandlers } from './statistics/statistics.ts';
import { vehicles } from './vehicles/vehicles.ts';

/** The whole server, not yet listening. */
export async function createApp(config: Config, db: Db): Promise<FastifyInstance> {
  const sessions = createSessions(await readSessionSecret(db));
  const uploads = join(config.dataDir, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o700 });

  const app = fastify({
    ...SERVER_LIMITS,
    logger: { level: config.logLevel },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
    exposeHeadRoutes: false,
    frameworkErrors: answerError,
  });
  app.setErrorHandler(answerError);
  logRequests(app);
  limitSlowBodies(app);
  readJsonBodies(app);
  await app.register(helmet, { contentSecurityPolicy: CONTENT_SECURITY_POLICY });
  await app.register(compress, { threshold: 1024 });
  await app.register(multipart);

  implement(
    app,
    api,
    {
      auth: authHandlers({ sessions, allowRegistration: config.allowRegistration }),
      brands,
      categories,
      mercadolibre,
      products,
      settings: settingsHandlers(config),
      statistics: statisticsHandlers(),
      vehicles,
    },
    { db, uploads, authenticate: (request) => sessions.authenticate(db, request) },
  );
  serveHealth(app, db, config.dataDir);
  await serveDocs(app, api);
  await serveWeb(app);
  return app;
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
