import { once } from 'node:events';
import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from '../db/connection/connect.ts';

type Watched = {
  readonly pool: Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount'>;
  /** Connections that no call uses, so that the metrics can be read while all others are busy. */
  readonly monitor: Db;
};

/** Separate port, for the monitoring alone. */
type Place = { readonly port: number; readonly host: string };

export type Metrics = {
  /** Counts the calls of a server that has no routes yet. */
  watch(app: FastifyInstance): void;
  listen(): Promise<{ readonly url: string; close(): Promise<void> }>;
};

/** The figures of this process and of its database, in the form of Prometheus. docs/operating.md describes them. */
export function createMetrics({ pool, monitor }: Watched, place: Place): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const calls = new Counter({
    name: 'piezario_calls_total',
    help: 'Calls by route and HTTP status',
    labelNames: ['route', 'status'],
    registers: [register],
  });
  const seconds = new Histogram({
    name: 'piezario_call_seconds',
    help: 'Seconds from the arrival of a call to the end of its answer',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
    registers: [register],
  });
  const measures = [measurePool(register, pool), measureDatabase(register, monitor)];
  let reading: Promise<string> | null = null;
  const take = async () => {
    await Promise.all(measures.map((measure) => measure()));
    return register.metrics();
  };
  /** Concurrent requests get the same figures. */
  const read = () => {
    reading ??= take().finally(() => {
      reading = null;
    });
    return reading;
  };
  return {
    watch(app) {
      app.addHook('onResponse', async (request, reply) => {
        // The route and not the path: callers can make up any number of paths.
        const route = `${request.method} ${request.routeOptions.url ?? 'none'}`;
        calls.inc({ route, status: reply.statusCode });
        seconds.observe({ route }, reply.elapsedTime / 1_000);
      });
    },
    listen: () => serve(read, register.contentType, place),
  };
}

/** Updates gauges when the metrics are read. */
type Measure = () => void | Promise<void>;

function measurePool(register: Registry, pool: Watched['pool']): Measure {
  const connections = new Gauge({
    name: 'piezario_pool_connections',
    help: 'Database connections of this process, and the calls that wait for one',
    labelNames: ['state'],
    registers: [register],
  });
  return () => {
    connections.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
    connections.set({ state: 'idle' }, pool.idleCount);
    connections.set({ state: 'waiting' }, pool.waitingCount);
  };
}

type Figures = {
  readonly bytes: string;
  readonly parts: string;
  readonly applications: string;
  readonly jobs: readonly { kind: string; state: string; jobs: number }[];
};

function measureDatabase(register: Registry, db: Db): Measure {
  const registers = [register];
  const jobs = new Gauge({
    name: 'piezario_jobs',
    help: 'Jobs of all processes by kind and state',
    labelNames: ['kind', 'state'],
    registers,
  });
  const bytes = new Gauge({ name: 'piezario_database_bytes', help: 'Size of the database', registers });
  const parts = new Gauge({ name: 'piezario_parts', help: 'Parts in the catalogue', registers });
  const applications = new Gauge({ name: 'piezario_applications', help: 'Vehicles of all parts', registers });
  const up = new Gauge({
    name: 'piezario_database_up',
    help: 'Whether the database answers this process',
    registers,
  });
  return async () => {
    jobs.reset();
    try {
      const figures = await readFigures(db);
      bytes.set(Number(figures.bytes));
      parts.set(Number(figures.parts));
      applications.set(Number(figures.applications));
      for (const { kind, state, jobs: count } of figures.jobs) jobs.set({ kind, state }, count);
      up.set(1);
    } catch {
      up.set(0);
    }
  };
}

async function readFigures(db: Db): Promise<Figures> {
  const { rows } = await sql<Figures>`select pg_database_size(current_database()) as bytes,
    coalesce(sum(parts), 0) as parts, coalesce(sum(applications), 0) as applications,
    (select coalesce(json_agg(counted), '[]') from (
      select kind, state, count(*)::int as jobs from jobs group by 1, 2) counted) as jobs
    from part_tallies`.execute(db);
  const [figures] = rows;
  if (!figures) throw new Error('An aggregate has one row');
  return figures;
}

async function serve(read: () => Promise<string>, contentType: string, { port, host }: Place) {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': contentType }).end(await read());
  });
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `http://${host}:${typeof address === 'object' ? address?.port : port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
