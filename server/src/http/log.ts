import type { FastifyInstance } from 'fastify';

/** Logs one line a request, with the id that the answer carries. Headers, bodies and query strings are not logged. */
export function logRequests(app: FastifyInstance) {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const [path] = request.url.split('?');
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        address: request.ip,
      },
      'request',
    );
  });
}
