import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';

const WEB = fileURLToPath(new URL('../../../web/dist/', import.meta.url));

/** Serves the files of the web application, and its page for every other page address. Others are a 404. */
export async function serveWeb(app: FastifyInstance) {
  await app.register(fastifyStatic, {
    root: WEB,
    cacheControl: false,
    setHeaders: (response, path) => {
      // Built files carry a hash in their name; the page that refers to them must be revalidated every time.
      const forEver = path.startsWith(`${WEB}assets/`);
      response.setHeader('cache-control', forEver ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
    preCompressed: true,
  });
  const ofPage = allowScripts(await readFile(`${WEB}index.html`, 'utf8').catch(() => ''));
  // The policy applies to pages alone. Scripts, styles and fonts would carry it for nothing.
  app.addHook('onSend', async ({ url }, reply) => {
    if (url.startsWith('/assets/')) reply.removeHeader(POLICY);
    else if (!/^\/(api|media)\//.test(url)) reply.header(POLICY, `${reply.getHeader(POLICY)};${ofPage}`);
  });
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html');
    if (isPage && !/^\/(api|assets|media)\//.test(request.url)) return reply.sendFile('index.html');
    throw new Failure(404, 'Esa dirección no existe');
  });
}

const POLICY = 'content-security-policy';

/** Returns the `script-src` that allows the scripts inside the page by their hashes, and no others. */
function allowScripts(html: string): string {
  const hashes = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );
  return `script-src 'self' ${hashes.join(' ')}`.trim();
}
