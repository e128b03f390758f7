import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';

const WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the files of the web application, and its page for every other address of a page. The rest is a 404. */
export async function serveWeb(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: WEB,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Built files carry a hash in their name; the page that names them must be asked for every time.
      const forEver = path.startsWith(`${WEB}assets/`);
      response.setHeader('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    preCompressed: true,
  });
  // The policy is about pages. On scripts, styles and fonts it would only be sent along.
  app.addHook('onSend', async ({ url }, reply) => {
    if (url.startsWith('/assets/')) reply.removeHeader('content-security-policy');
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (isPage && !/^\/(api|assets|media)\//.test(request.url)) return reply.sendFile('index.html');
    throw new Failure(404, 'Esa dirección no existe');
  });
}
