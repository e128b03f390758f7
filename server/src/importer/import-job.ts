import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../db/connection/connect.ts';
import type { Files } from '../files/files.ts';
import { JobFailure } from '../jobs/job.ts';
import type { Kind } from '../jobs/kind.ts';

/** Imports as jobs. The worker reads a copy of the uploaded file. */
export const importJob = (db: Db, files: Files): Kind => ({
  started: 'Procesando: leyendo el archivo',
  resumes: 'La importación se retoma sola.',
  givenUp: 'el archivo no se pudo leer, puede estar dañado o ser demasiado grande: dividilo en varios',
  tooLong: 'tardó demasiado y se detuvo; lo que entró antes queda: dividilo en varios',
  prepare: async (id, scratch, signal) => {
    const { file_key } = await db
      .selectFrom('imports')
      .where('id', '=', id)
      .select('file_key')
      .executeTakeFirstOrThrow();
    const stored = await files.get(file_key);
    if (!stored) throw new JobFailure('el archivo ya no está en el servidor, subilo de nuevo');
    await pipeline(stored.content, createWriteStream(scratch, { mode: 0o600 }), { signal });
  },
});
