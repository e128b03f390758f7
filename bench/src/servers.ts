import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { createApp } from '../../server/dist/app.js';
import { readConfig } from '../../server/dist/config.js';
import { openDatabase } from '../../server/dist/db/open.js';
import { openFiles } from '../../server/dist/files/open.js';
import { type LimitOptions, serveLimit } from './limit-server.ts';

type Site = { readonly connection: pg.PoolConfig; readonly dataDir: string };

/** Message to a server process. */
type Order = ({ readonly kind: 'app' } & Site) | ({ readonly kind: 'limit' } & LimitOptions);

/** As `npm start` runs it. */
const APP_OPTIONS = ['--max-semi-space-size=2'];

/** The real application on a running database. */
export async function openApp({ connection: { host, port, user, database }, dataDir }: Site, logLevel = 'error') {
  const query = new URLSearchParams({ host: `${host}`, port: `${port}`, user: `${user}` });
  const config = readConfig({
    DATABASE_URL: `postgresql:///${database}?${query}`,
    DATA_DIR: dataDir,
    LOG_LEVEL: logLevel,
  });
  const opened = await openDatabase({ ...config, log: () => {} });
  const services = { files: await openFiles(config), jobs: { kick: () => {} }, metrics: null, replicas: null };
  const app = await createApp(config, { ...opened, ...services });
  app.addHook('onClose', () => opened.close());
  return { app, db: opened.db };
}

type ServerProcess = { readonly url: string; readonly pid: number; stop(): Promise<unknown> };

/** Starts a server in a new process of the program `lists`. */
export async function startProcess(order: Order): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL('lists.js', import.meta.url)), ['serve'], {
    serialization: 'advanced',
    // The log of the application is no part of the report.
    stdio: ['ignore', process.stderr, process.stderr, 'ipc'],
    execArgv: order.kind === 'app' ? APP_OPTIONS : [],
  });
  child.send(order);
  const [url] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`The process of the ${order.kind} has ended`);
    }),
  ]);
  const stop = () => {
    child.kill();
    return once(child, 'exit');
  };
  return { url: String(url), pid: child.pid ?? 0, stop };
}

/** The child side of `startProcess`. */
export async function serve(): Promise<void> {
  process.on('disconnect', () => process.exit());
  const [order] = (await once(process, 'message')) as [Order];
  process.send?.(order.kind === 'app' ? await serveApp(order) : await serveLimit(order));
}

async function serveApp(site: Site): Promise<string> {
  const { app } = await openApp(site);
  return app.listen({ port: 0, host: '127.0.0.1' });
}
