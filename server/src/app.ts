import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import type { FastifyInstance } from 'fastify';
import { attributes } from './attributes/attributes.ts';
import { authHandlers } from './auth/auth.ts';
import { createSessions, readSessionSecret } from './auth/sessions.ts';
import { brands } from './brands/brands.ts';
import { categories } from './categories/categories.ts';
import { clients } from './clients/clients.ts';
import type { Config } from './config.ts';
import { crosses } from './crosses/crosses.ts';
import type { Database } from './db/open.ts';
import { downloads, redeemTicket } from './downloads/downloads.ts';
import { exporterHandlers } from './exporter/exporter.ts';
import { serveDocs } from './http/docs.ts';
import { serveHealth } from './http/health.ts';
import { implement } from './http/implement.ts';
import { createServer } from './http/server.ts';
import { serveWeb } from './http/web.ts';
import { mercadolibre } from './mercadolibre/mercadolibre.ts';
import { parts } from './parts/parts.ts';
import { products } from './products/products.ts';
import { settingsHandlers } from './settings/settings.ts';
import { statisticsHandlers } from './statistics/statistics.ts';
import { users } from './users/users.ts';
import { vehicles } from './vehicles/vehicles.ts';

/** The whole server, not yet listening. */
export async function createApp(
  config: Config,
  { db, probe }: Pick<Database, 'db' | 'probe'>,
): Promise<FastifyInstance> {
  const sessions = createSessions(await readSessionSecret(db));
  const uploads = join(config.dataDir, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o700 });

  const app = await createServer(config);
  implement(
    app,
    api,
    {
      attributes,
      auth: authHandlers({ sessions, allowRegistration: config.allowRegistration }),
      brands,
      categories,
      clients,
      crosses,
      downloads,
      exporter: exporterHandlers(config),
      mercadolibre,
      parts,
      products,
      settings: settingsHandlers(config),
      statistics: statisticsHandlers(),
      users,
      vehicles,
    },
    {
      db,
      uploads,
      authenticate: (request) => sessions.authenticate(db, request),
      redeem: (request) => redeemTicket(db, request),
    },
  );
  serveHealth(app, probe, config.dataDir);
  await serveDocs(app, api);
  await serveWeb(app);
  return app;
}
