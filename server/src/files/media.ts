import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../http/failure.ts';
import { type Files, type Range, type Stat, typeOf } from './files.ts';

/** An address that cannot be guessed. Everyone who has it may see the picture. */
export function newMediaKey(extension: 'jpg' | 'webp'): string {
  const name = randomBytes(24).toString('base64url');
  return `media/${name.slice(0, 2)}/${name.slice(2)}.${extension}`;
}

/** The browser runs no script in a file and does not guess its type; other sites may show it. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'access-control-allow-origin': '*',
  'accept-ranges': 'bytes',
};

/** Serves pictures without a session: channels fetch them by their address for years. */
export function serveMedia(app: FastifyInstance, files: Files) {
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/*',
    compress: false,
    handler: (request, reply) => answer(files, `media/${request.params['*']}`, request, reply),
  });
}

async function answer(files: Files, key: string, { method, headers }: FastifyRequest, reply: FastifyReply) {
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined;
  const isWhole = method === 'GET' && !isConditional && headers.range === undefined;
  // A plain GET asks the store once, which may be far away.
  const found = isWhole ? await files.get(key) : await files.stat(key);
  if (!found) throw missing();
  const etag = `"${key}"`;
  const described = { ...HEADERS, etag, 'last-modified': found.modified.toUTCString() };
  if (isFresh(headers, etag, found)) return reply.code(304).headers(described).send();

  const range = method === 'GET' ? readRange(headers, etag, found.bytes) : undefined;
  if (range === 'outside') {
    reply.header('content-range', `bytes */${found.bytes}`);
    throw new Failure(416, 'El archivo no tiene tantos bytes');
  }
  const length = range ? range.end - range.start + 1 : found.bytes;
  reply.headers({ ...described, 'content-length': length }).type(typeOf(key));
  if (method === 'HEAD') return reply.send();
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${found.bytes}`);
  const file = 'content' in found ? found : await files.get(key, range);
  if (!file) throw missing();
  return reply.send(file.content);
}

const missing = () => new Failure(404, 'Esa dirección no existe');

function isFresh(headers: IncomingHttpHeaders, etag: string, { modified }: Stat): boolean {
  const known = headers['if-none-match'];
  if (known) return known.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/** One range of bytes. A request for several ranges gets the whole file, as the standard allows. */
function readRange(headers: IncomingHttpHeaders, etag: string, bytes: number): Range | 'outside' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.range ?? '') ?? [];
  const isOfAnother = headers['if-range'] !== undefined && headers['if-range'] !== etag;
  if (isOfAnother || (!from && !to)) return undefined;
  const start = from ? Number(from) : Math.max(0, bytes - Number(to));
  const end = from && to ? Math.min(Number(to), bytes - 1) : bytes - 1;
  if (from && to && Number(to) < start) return undefined;
  return start > end ? 'outside' : { start, end };
}
