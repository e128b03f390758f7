import { statfs } from 'node:fs/promises';
import type { Envelope } from '@piezario/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

const ANSWER_WITHIN = 1_000;
const LEAST_FREE_BYTES = 100 * 1024 * 1024;

/** For whatever watches the process: `/healthz` says that it lives, `/readyz` that it can do its work. */
export function serveHealth(app: FastifyInstance, db: Db, dataDir: string) {
  app.get('/healthz', async (): Promise<Envelope> => ({ code: 200, message: 'OK', result: null }));
  app.get('/readyz', async (_request, reply): Promise<Envelope> => {
    const result = { database: await soon(databaseAnswers(db)), disk: await soon(diskHasRoom(dataDir)) };
    const code = result.database && result.disk ? 200 : 503;
    reply.status(code);
    return { code, message: code === 200 ? 'OK' : 'No está listo', result };
  });
}

async function databaseAnswers(db: Db): Promise<boolean> {
  await sql`select 1 from loaded_data limit 1`.execute(db);
  return true;
}

async function diskHasRoom(dataDir: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(dataDir);
  return bavail * bsize > LEAST_FREE_BYTES;
}

function soon(check: Promise<boolean>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => {
    setTimeout(resolve, ANSWER_WITHIN, false).unref();
  });
  return Promise.race([check.catch(() => false), late]);
}
