import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { createApp } from '../../server/dist/app.js';
import { readConfig } from '../../server/dist/config.js';
import { openDatabase } from '../../server/dist/db/open.js';
import { openFiles } from '../../server/dist/files/open.js';
import type { Plan } from './capture.ts';

/** The order for a server process. `plans` are for the bare server. */
export type Order = {
  readonly kind: 'app' | 'bare';
  readonly connection: pg.PoolConfig;
  readonly dataDir: string;
  readonly plans: ReadonlyMap<string, Plan>;
  /** The code and id in the captured plan of a store, to be replaced. */
  readonly stored: { readonly code: string; readonly id: number };
};

/** The real application on a running database. */
export async function openApp({
  connection: { host, port, user, database },
  dataDir,
}: Pick<Order, 'connection' | 'dataDir'>) {
  const query = new URLSearchParams({ host: `${host}`, port: `${port}`, user: `${user}` });
  const config = readConfig({
    DATABASE_URL: `postgresql:///${database}?${query}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
  });
  const opened = await openDatabase({ ...config, log: () => {} });
  const app = await createApp(config, { ...opened, files: await openFiles(config), imports: { kick: () => {} } });
  app.addHook('onClose', () => opened.close());
  return { app, db: opened.db };
}

/** Starts a server in a new process, and returns its address. */
export async function startProcess(order: Order): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const child = fork(fileURLToPath(new URL('parts.js', import.meta.url)), ['serve'], { serialization: 'advanced' });
  child.send(order);
  const [url] = await once(child, 'message');
  const stop = () => {
    child.kill();
    return once(child, 'exit');
  };
  return { url: String(url), stop };
}

/** The child side of `startProcess`. */
export async function serve(): Promise<void> {
  process.on('disconnect', () => process.exit());
  const [order] = (await once(process, 'message')) as [Order];
  const url = order.kind === 'app' ? await serveApp(order) : await serveBare(order);
  process.send?.(url);
}

async function serveApp(order: Order): Promise<string> {
  const { app } = await openApp(order);
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The lower bound: the same SQL from node:http to pg and back, without checks. */
async function serveBare({ connection, plans, stored }: Order): Promise<string> {
  const pool = new pg.Pool({ max: 20, ...connection });
  pool.on('error', () => {});

  const read = async (plan: Plan) => {
    const results: unknown[] = [];
    for (const stage of plan) {
      const answers = await Promise.all(stage.map(({ text, values }) => pool.query(text, [...values])));
      results.push(...answers.map(({ rows }) => rows));
    }
    return results;
  };

  const store = async (plan: Plan, code: string) => {
    const client = await pool.connect();
    try {
      let id: number | undefined;
      let rows: unknown[] = [];
      for (const { text, values } of plan.flat()) {
        const filled = values.map((value) => (value === stored.code ? code : value === stored.id ? id : value));
        const answer = await client.query(text, filled);
        if (text.startsWith('insert')) id = answer.rows[0].id;
        if (answer.rows.length > 0) rows = answer.rows;
      }
      return rows;
    } finally {
      client.release();
    }
  };

  const server = createServer((request, response) => {
    const plan = plans.get(`${request.headers['x-who']} ${request.method} ${request.url}`);
    if (!plan) return response.writeHead(404).end();
    const result =
      request.method === 'GET' ? read(plan) : text(request).then((body) => store(plan, JSON.parse(body).code));
    result.then(
      (rows) => {
        const body = JSON.stringify({ code: 200, message: 'OK', result: rows });
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
        response.end(body);
      },
      (error) => response.writeHead(500).end(String(error)),
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
