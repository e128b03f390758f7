import { api } from '@piezario/contract/api';
import type { FastifyInstance } from 'fastify';
import { accountHandlers } from './account/account.ts';
import { attributes } from './attributes/attributes.ts';
import { authHandlers } from './auth/auth.ts';
import { createSessions, readSessionSecret } from './auth/sessions.ts';
import { brands } from './brands/brands.ts';
import { bulkHandlers, bulkJob } from './bulk/bulk.ts';
import { categories } from './categories/categories.ts';
import { clientHandlers } from './clients/clients.ts';
import type { Config } from './config.ts';
import { conflicts } from './conflicts/conflicts.ts';
import { crosses } from './crosses/crosses.ts';
import type { Db } from './db/connection/connect.ts';
import type { Replicas } from './db/connection/replicas.ts';
import type { Database } from './db/open.ts';
import { downloads } from './downloads/downloads.ts';
import { redeemTicket } from './downloads/ticket.ts';
import { exporterHandlers } from './exporter/exporter.ts';
import type { Files } from './files/files.ts';
import { serveMedia } from './files/media.ts';
import { gridHandlers } from './grid/grid.ts';
import { activity } from './history/activity.ts';
import { history } from './history/history.ts';
import { trash } from './history/trash.ts';
import { undoHandlers, undoJob } from './history/undos.ts';
import { home } from './home/home.ts';
import { serveDocs } from './http/docs.ts';
import { serveHealth } from './http/health.ts';
import { implement } from './http/implement.ts';
import { sourceOf } from './http/reads.ts';
import { createServer } from './http/server.ts';
import { openTemporaryFolder } from './http/temporary.ts';
import { serveWeb } from './http/web.ts';
import { importJob } from './importer/import-job.ts';
import { importerHandlers } from './importer/importer.ts';
import { workbookMappingHandlers } from './importer/mapping/workbook-mappings.ts';
import { importCorrectionHandlers } from './importer/review/import-corrections.ts';
import { importMappingHandlers } from './importer/review/import-mappings.ts';
import { importReviewHandlers } from './importer/review/import-review.ts';
import type { Kinds } from './jobs/kind.ts';
import type { JobQueue } from './jobs/queue.ts';
import { mercadolibre } from './mercadolibre/mercadolibre.ts';
import type { Metrics } from './metrics/metrics.ts';
import { parts } from './parts/parts.ts';
import { pending } from './pending/pending.ts';
import { pictureImportHandlers, pictureImportJob } from './picture-imports/picture-imports.ts';
import { pictureHandlers } from './pictures/pictures.ts';
import { products } from './products/products.ts';
import { search } from './search/search.ts';
import { settingsHandlers } from './settings/settings.ts';
import { statisticsHandlers } from './statistics/statistics.ts';
import { suggestions } from './suggestions/suggestions.ts';
import { templateHandlers, templateJob } from './templates/templates.ts';
import { users } from './users/users.ts';
import { vehicleCatalog } from './vehicle-catalog/vehicle-catalog.ts';
import { vehicleProposals } from './vehicle-proposals/vehicle-proposals.ts';
import { vehicleAliases } from './vehicles/aliases.ts';
import { vehicleBase } from './vehicles/base.ts';
import { vehicleHandlers } from './vehicles/vehicles.ts';
import { views } from './views/views.ts';

type Services = Pick<Database, 'db' | 'probe'> & {
  readonly files: Files;
  readonly jobs: Pick<JobQueue, 'kick'>;
  readonly metrics: Metrics | null;
  readonly replicas: Replicas | null;
};

/** The kinds of jobs. What their workers do is in works.ts. */
export const jobKinds = (db: Db, files: Files): Kinds => ({
  import: importJob(db, files),
  undo: undoJob,
  bulk: bulkJob,
  pictures: pictureImportJob,
  template: templateJob,
});

/** The whole server, not yet listening. */
export async function createApp(
  config: Config,
  { db, probe, files, jobs, metrics, replicas }: Services,
): Promise<FastifyInstance> {
  const sessions = createSessions(await readSessionSecret(db));
  const uploads = await openTemporaryFolder(config.dataDir, 'uploads');

  const source = sourceOf(db, replicas);
  const app = await createServer(config);
  metrics?.watch(app);
  implement(
    app,
    api,
    {
      account: accountHandlers(sessions),
      activity,
      attributes,
      auth: authHandlers({ ...config, sessions }),
      brands,
      bulk: bulkHandlers({ ...config, jobs }),
      categories,
      clients: clientHandlers(sessions),
      conflicts,
      crosses,
      downloads,
      exporter: exporterHandlers({ ...config, source }),
      grid: gridHandlers({ files, jobs, uploads }),
      history,
      home,
      importCorrections: importCorrectionHandlers({ files, jobs }),
      importMappings: importMappingHandlers({ files, jobs }),
      importReview: importReviewHandlers({ jobs }),
      importer: importerHandlers({ files, jobs }),
      mercadolibre,
      parts,
      pending,
      pictureImports: pictureImportHandlers({ files, jobs, uploads }),
      pictures: pictureHandlers(files),
      products,
      search,
      settings: settingsHandlers(config),
      statistics: statisticsHandlers(),
      suggestions,
      templates: templateHandlers({ jobs }),
      trash,
      undos: undoHandlers({ jobs }),
      users,
      vehicleAliases,
      vehicleBase,
      vehicleCatalog,
      vehicleProposals,
      vehicles: vehicleHandlers(files),
      views,
      workbookMappings: workbookMappingHandlers({ files, jobs }),
    },
    {
      db,
      source,
      uploads,
      slowestReader: config.slowestReader,
      requireOwnPassword: config.requireOwnPassword,
      authenticate: async (request, reply) =>
        (await redeemTicket(db, request, reply)) ?? sessions.authenticate(db, request),
    },
  );
  serveMedia(app, files);
  await serveHealth(app, probe, config.dataDir);
  if (config.apiDocs) await serveDocs(app, api);
  await serveWeb(app);
  return app;
}
