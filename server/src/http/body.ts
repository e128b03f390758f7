import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/**
 * JSON is the only body besides uploads. It may be declared as iso-8859-1 (§9). Some callers declare that and send
 * UTF-8, so bytes that are valid UTF-8 are read as UTF-8.
 */
export function readJsonBodies(app: FastifyInstance) {
  app.removeAllContentTypeParsers();
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.headers['content-encoding']) throw new Failure(415, 'El cuerpo del pedido no puede estar comprimido');
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body);
    void parseJson(request, decode(bytes, request.headers['content-type'] ?? ''), done);
  });
}

function decode(bytes: Buffer, contentType: string): string {
  try {
    return UTF8.decode(bytes);
  } catch {
    if (/charset\s*=\s*"?(iso-8859-1|latin1)/i.test(contentType)) return bytes.toString('latin1');
    throw new Failure(400, 'El cuerpo del pedido no está en UTF-8');
  }
}
