import { Readable } from 'node:stream';
import type { Download } from '@piezario/contract/endpoint';
import type { FastifyReply } from 'fastify';

/** Somebody who saves a large file may pause; a connection that is silent for longer is given up. */
const LONGEST_PAUSE = 10 * 60_000;

/**
 * Streams a file. What fails before its first byte is answered as an error. When the connection is cut, the generator
 * behind `content` is ended and frees what it holds.
 */
export function answerDownload(reply: FastifyReply, { name, type, content }: Download) {
  reply.raw.socket?.setTimeout(LONGEST_PAUSE);
  return reply
    .type(type)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(content, { objectMode: false }));
}

/** RFC 6266: the name for everyone, in UTF-8, and one in plain ASCII for old clients. Nothing in it can end the header. */
function contentDisposition(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\w .()-]/g, '');
  const encoded = encodeURIComponent(name.replace(/\p{Control}/gu, '')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
