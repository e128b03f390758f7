import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Received } from '@piezario/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Failure } from './failure.ts';

/**
 * Takes a multipart body in: its file is streamed to a temporary one, which is gone after `use`, however that ends.
 */
export async function withUpload<T>(
  request: FastifyRequest,
  { folder, maxBytes }: { folder: string; maxBytes: number },
  use: (body: Record<string, unknown>) => Promise<T>,
): Promise<T> {
  if (!request.isMultipart()) throw new Failure(415, 'El cuerpo del pedido tiene que ser un formulario con el archivo');
  const path = join(folder, `${randomUUID()}.upload`);
  try {
    const body: Record<string, unknown> = {};
    const limits = { fileSize: maxBytes, files: 1, fields: 20, fieldSize: 10_000 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        body[part.fieldname] = part.value;
      } else {
        await pipeline(part.file, createWriteStream(path, { mode: 0o600 }));
        if (part.file.truncated) throw tooLarge(maxBytes);
        const { size: bytes } = await stat(path);
        body[part.fieldname] = { name: part.filename, type: part.mimetype, bytes, path } satisfies Received;
      }
    }
    return await use(body);
  } finally {
    await rm(path, { force: true });
  }
}

const tooLarge = (maxBytes: number) =>
  new Failure(413, `El archivo es demasiado grande: se permiten hasta ${Math.floor(maxBytes / 1024 / 1024)} MB`);
