import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { Api } from '@piezario/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { describeApi } from './openapi.ts';

export const DOCS = '/api/docs';

/** Serves the readable API at /api/docs, and the OpenAPI document at /api/docs/json. */
export async function serveDocs(app: FastifyInstance, api: Api) {
  await app.register(swagger, { mode: 'static', specification: { document: describeApi(api) } });
  await app.register(swaggerUi, {
    routePrefix: DOCS,
    staticCSP: true,
    theme: { title: 'Piezario API' },
    uiConfig: { docExpansion: 'list', defaultModelsExpandDepth: -1 },
  });
}
