import { statfsSync } from 'node:fs';
import type { Envelope } from '@piezario/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { latestVersion } from '../db/migrate.ts';

const ANSWER_WITHIN = 1_000;
const MIN_FREE_BYTES = 100 * 1024 * 1024;

const method = ['GET', 'HEAD'];

/**
 * Serves `/healthz` (the process runs) and `/readyz` (it can do its work) for monitoring. The latter has a separate
 * database connection, so that it is answered while all others are busy.
 */
export async function serveHealth(app: FastifyInstance, db: Db, dataDir: string) {
  const expected = await latestVersion();
  const alive: Envelope = { code: 200, message: 'OK', result: null };
  app.route({ method, url: '/healthz', handler: async () => alive });
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply): Promise<Envelope> => {
      const schema = await soon(hasSchema(db, expected));
      const disk = diskHasRoom(dataDir);
      const database = schema !== null;
      const ready = schema === true && disk;
      const code = ready ? 200 : 503;
      reply.status(code);
      return {
        code,
        message: ready ? 'OK' : 'No está listo',
        result: { database, schema: schema === true, disk },
      };
    },
  });
}

async function hasSchema(db: Db, expected: number): Promise<boolean> {
  const { rows } = await sql<{ version: number }>`select max(version) as version from migrations`.execute(db);
  return rows[0]?.version === expected;
}

/**
 * Returns true when the disk has room. Synchronous, so that it does not wait for threads that hash passwords: it is one
 * system call.
 */
function diskHasRoom(dataDir: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(dataDir);
    return bavail * bsize > MIN_FREE_BYTES;
  } catch {
    return false;
  }
}

/** Returns null when the check fails or takes too long. */
function soon(check: Promise<boolean>): Promise<boolean | null> {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, ANSWER_WITHIN, null).unref();
  });
  return Promise.race([check.catch(() => null), late]);
}
