import { Readable } from 'node:stream';
import type { Download } from '@piezario/contract/endpoint';
import type { FastifyReply } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers a file. */
    download?: boolean;
  }
  interface FastifyRequest {
    /** The file that is being sent. */
    download: Download | null;
  }
}

/** A reader of a large file may pause; a connection that is silent for longer is closed. */
const MAX_PAUSE = 10 * 60_000;

/**
 * Streams a file. What fails before its first byte is answered as an error. When the connection is cut, the generator
 * behind `content` is ended and frees what it holds.
 */
export function answerDownload(reply: FastifyReply, download: Download) {
  const { name, type, content } = download;
  reply.request.download = download;
  reply.raw.socket?.setTimeout(MAX_PAUSE);
  return reply
    .type(type)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .send(Readable.from(content, { objectMode: false }));
}

/** RFC 6266: the name in UTF-8, and one in ASCII for old clients. No character of it can end the header. */
function contentDisposition(name: string): string {
  const ascii = name.normalize('NFD').replace(/[^\w .()-]/g, '');
  const encoded = encodeURIComponent(name.replace(/\p{Control}/gu, '')).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
