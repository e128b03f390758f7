import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Received } from '@piezario/contract/endpoint';
import type { FastifyError, FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';

type Body = Record<string, unknown>;

/** Milliseconds for the work on an upload, which may wait in a queue for longer than a connection may be silent. */
const WORK_TIMEOUT = 10 * 60_000;

/** Reads a multipart body. Its file is kept in a temporary file, which is removed after `use`, also when that fails. */
export async function withUpload<T>(
  request: FastifyRequest,
  { folder, maxBytes }: { folder: string; maxBytes: number },
  use: (body: Body) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Failure(415, 'El cuerpo del pedido tiene que ser un formulario con el archivo');
  const path = join(folder, `${randomUUID()}.upload`);
  try {
    const body = await receive(request, path, maxBytes);
    // The upload is complete. The connection is silent from now on, because the caller waits.
    request.raw.socket.setTimeout(WORK_TIMEOUT);
    return await use(body);
  } finally {
    await rm(path, { force: true });
  }
}

async function receive(request: FastifyRequest, path: string, maxBytes: number): Promise<Body> {
  const body: Body = {};
  const limits = { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
        if (part.file.truncated) throw tooLarge(maxBytes);
        const { size: bytes } = await stat(path);
        const name = storableName(part.filename);
        body[part.fieldname] = { name, type: part.mimetype, bytes, path } satisfies Received;
      } else {
        // Only a file becomes an object: a field of type JSON would otherwise be read as a file.
        if (typeof part.value !== 'string' || part.valueTruncated) throw malformed();
        body[part.fieldname] = part.value;
      }
    }
  } catch (error) {
    const { code } = error as FastifyError;
    if (error instanceof Failure || code === 'ENOSPC') throw error;
    throw code === 'FST_REQ_FILE_TOO_LARGE' ? tooLarge(maxBytes) : malformed();
  }
  return body;
}

const MAX_NAME = 200;

/**
 * Returns the name without folders and characters that cannot be stored or shown. A long name keeps its extension. The
 * name is cut before it is normalized, which takes quadratic time.
 */
function storableName(name: string): string {
  const last =
    name
      .slice(-4 * MAX_NAME)
      .normalize('NFC')
      .split(/[\\/]/)
      .at(-1) ?? '';
  const shown = last.replace(/[\p{Control}\p{Format}\p{Surrogate}]/gu, '').trim();
  return [...shown].slice(-MAX_NAME).join('');
}

const malformed = () => new Failure(400, 'El formulario está incompleto o mal formado');
const tooLarge = (maxBytes: number) =>
  new Failure(413, `El archivo es demasiado grande: se permiten hasta ${Math.floor(maxBytes / 1024 / 1024)} MB`);
