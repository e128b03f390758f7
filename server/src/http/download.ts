import { Readable } from 'node:stream';
import type { Download } from '@piezario/contract/endpoint';
import type { FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { Failure } from './failure.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers a file. */
    download?: boolean;
  }
  interface FastifyRequest {
    /** File that is being sent. */
    download: Download | null;
  }
}

/** Limit of silence in milliseconds. A file may wait as long before its first byte. */
const MAX_SILENCE = 10 * 60_000;

/**
 * Streams a file. A failure before its first byte is answered as an error. When the connection is cut, the generator
 * behind `content` is ended and frees its resources.
 */
export function answerDownload(reply: FastifyReply, download: Download, slowest: Config['slowestReader']) {
  const { name, type } = download;
  const content = Readable.from(download.content, { objectMode: false });
  reply.request.download = download;
  reply.raw.socket?.setTimeout(MAX_SILENCE);
  endIfTooSlow(reply, content, slowest);
  return reply
    .type(type)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'no-store')
    .send(content);
}

/**
 * Ends a download whose reader is too slow, because it holds resources that others wait for. Only the time in which the
 * response waits for its reader counts against the reader, and bytes that it takes win time back.
 */
function endIfTooSlow(
  { raw: response, request }: FastifyReply,
  content: Readable,
  { bytesPerSecond, patience }: Config['slowestReader'],
) {
  const { socket } = response;
  if (!socket) return;
  // Bytes handed to the system. Once its buffers are full, they grow at the pace of the reader.
  const countTaken = () => socket.bytesWritten - socket.writableLength;
  let [left, taken, checked] = [patience, countTaken(), performance.now()];
  const check = () => {
    const [takenNow, now] = [countTaken(), performance.now()];
    left = Math.min(patience, left + ((takenNow - taken) / bytesPerSecond) * 1_000);
    if (response.writableNeedDrain) left -= now - checked;
    [taken, checked] = [takenNow, now];
    if (left > 0) return;
    request.failure = new Failure(408, 'La descarga estuvo detenida demasiado tiempo. Pedila de nuevo.');
    response.destroy();
  };
  const timer = setInterval(check, Math.min(1_000, patience / 4));
  content.once('close', () => clearInterval(timer));
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
