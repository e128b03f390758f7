import { cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { REPLICATED_AFTER } from '../../server/dist/db/connection/replicas.js';
import { startEmbedded } from '../../server/dist/db/embedded/embedded.js';
import { type Call, withCaller } from './client.ts';
import { cpuOf, cpuOfPostgres, readPostmaster } from './cpu.ts';
import { fill } from './data.ts';
import { MainServer } from './main-server.ts';
import { median, p99, repeat } from './measure.ts';
import { readOptions } from './options.ts';
import { prepareWorld, type World } from './world.ts';

/*
 * Measures lists per second of one and of two processes on one PostgreSQL, with and without a replica, and the CPU time
 * of a call by process. All run on this machine, so the CPU time of a call tells more than the calls per second: time
 * that is saved on the primary is available to further processes on other machines.
 *
 *   --sizes 400k     number of parts in the catalog; the largest size is used
 *   --dir <folder>   keeps the catalog there for another run
 */

const ROUNDS = 5;
const ROUND_MS = 4_000;
const CLIENTS = 16;

const say = (line: string) => process.stdout.write(`${line}\n`);

async function run({ sizes, dir }: ReturnType<typeof readOptions>) {
  const parts = sizes.at(-1)?.parts ?? 0;
  const folder = dir ?? (await mkdtemp(join(tmpdir(), 'piezario-bench-')));
  const primary = join(folder, 'primary');
  const replica = join(folder, 'replica');
  try {
    if (!(await exists(replica))) await makeCatalogues(primary, replica, parts);
    await withServers(primary, replica, measure);
  } finally {
    if (!dir) await rm(folder, { recursive: true, force: true });
  }
}

const exists = (path: string) => stat(path).then(Boolean, () => false);

/** Fills the primary, and copies it to the replica: a stopped cluster is a valid base backup. */
async function makeCatalogues(primary: string, replica: string, parts: number) {
  await mkdir(primary, { recursive: true });
  const { connection, stop } = await startEmbedded({ dataDir: primary, log: () => {} });
  try {
    const server = await MainServer.start({ DATABASE_URL: urlOf(connection), DATA_DIR: primary });
    await server.end();
    await fill(connection, parts, say);
  } finally {
    await stop();
  }
  await cp(join(primary, 'postgres'), join(replica, 'postgres'), { recursive: true });
  await writeFile(join(replica, 'postgres', 'standby.signal'), '');
}

type Connection = Awaited<ReturnType<typeof startEmbedded>>['connection'];

const urlOf = ({ host, port, user, database }: Connection) =>
  `postgresql:///${database}?${new URLSearchParams({ host, port: `${port}`, user })}`;

/** Two server processes without and two with the replica, and the process ids of both servers of PostgreSQL. */
type Site = {
  readonly alone: readonly MainServer[];
  readonly replicated: readonly MainServer[];
  readonly primary: number;
  readonly replica: number;
  readonly world: World;
};

async function withServers(primaryDir: string, replicaDir: string, use: (site: Site) => Promise<void>) {
  const closing: (() => Promise<unknown>)[] = [];
  const keep = <T>(opened: T, close: (opened: T) => Promise<unknown>): T => {
    closing.unshift(() => close(opened));
    return opened;
  };
  const startPostgres = async (dataDir: string, settings: Record<string, string> = {}) =>
    keep(await startEmbedded({ dataDir, log: () => {}, settings }), (server) => server.stop());
  const connect = async (connection: Connection) => {
    const client = keep(new pg.Client(connection), (opened) => opened.end());
    await client.connect();
    return client;
  };
  try {
    const primary = await startPostgres(primaryDir);
    const { host, port, user } = primary.connection;
    const replica = await startPostgres(replicaDir, { primary_conninfo: `host=${host} port=${port} user=${user}` });
    const onPrimary = await connect(primary.connection);
    const onReplica = await connect(replica.connection);
    const world = await prepareWorld(onPrimary);
    const settings = { DATABASE_URL: urlOf(primary.connection), DATA_DIR: primaryDir };
    const startTwo = async (more: Record<string, string>) => [
      keep(await MainServer.start({ ...settings, ...more }), (server) => server.end()),
      keep(await MainServer.start({ ...settings, ...more }), (server) => server.end()),
    ];
    await use({
      alone: await startTwo({}),
      replicated: await startTwo({ DATABASE_REPLICA_URL: urlOf(replica.connection) }),
      primary: await readPostmaster(onPrimary),
      replica: await readPostmaster(onReplica),
      world,
    });
  } finally {
    for (const close of closing) await close();
  }
}

/** Pages of lists in several orders, as users open them. */
const listCalls = ({ brand, middleBrand, product }: World): readonly Call[] =>
  [
    `${brand.id}/all?page[number]=1`,
    `${brand.id}/all?page[number]=2`,
    `${brand.id}/${product}?page[number]=1`,
    `${brand.id}/all?sort=code`,
    `${brand.id}/all?sort=-vehicles_count`,
    `${brand.id}/all?filter[matches-enabled]=0`,
    `${middleBrand.id}/all?page[number]=1`,
  ].map((path) => ({ method: 'GET', path: `/api/backend/user-catalog/parts/${path}` }));

type Figures = { count: number; ms: number; cpu: number[]; times: number[] };

async function measure(site: Site) {
  const { alone, replicated } = site;
  const calls = listCalls(site.world);
  const sides = [
    { name: '1 process', servers: alone.slice(0, 1) },
    { name: '2 processes', servers: alone },
    { name: '1 process, a replica', servers: replicated.slice(0, 1) },
    { name: '2 processes, a replica', servers: replicated },
  ].map((side) => ({ ...side, figures: { count: 0, ms: 0, cpu: [0, 0, 0, 0], times: [] } as Figures }));

  say('Waiting until sign-ins are old enough to read from the replica');
  await delay(1_000 * (REPLICATED_AFTER + 5));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { servers, figures } of round % 2 ? sides.toReversed() : sides) {
      await addRound(site, servers, calls, figures);
    }
  }
  say(`\n| ${CLIENTS} clients | calls/s | p50, ms | p99, ms | CPU of a call, ms: node | primary | replica | clients |`);
  say('|---|---|---|---|---|---|---|---|');
  for (const { name, figures } of sides) {
    const cpu = figures.cpu.map((ms) => (ms / figures.count).toFixed(2)).join(' | ');
    const rate = ((1000 * figures.count) / figures.ms).toFixed(0);
    say(`| ${name} | ${rate} | ${median(figures.times).toFixed(1)} | ${p99(figures.times).toFixed(1)} | ${cpu} |`);
  }
}

async function addRound(site: Site, servers: readonly MainServer[], calls: readonly Call[], figures: Figures) {
  // Warms up: connections to the database may have been closed while other sides were measured.
  await callTogether(servers, calls, 500);
  const before = await readCpu(site, servers);
  const { times, ms } = await callTogether(servers, calls, ROUND_MS);
  const after = await readCpu(site, servers);
  figures.count += times.length;
  figures.ms += ms;
  figures.times.push(...times);
  figures.cpu = figures.cpu.map((total, index) => total + (after[index] ?? 0) - (before[index] ?? 0));
}

/** Milliseconds of CPU of node, the primary, the replica and this program. */
async function readCpu({ primary, replica }: Site, servers: readonly MainServer[]): Promise<number[]> {
  const node = await Promise.all(servers.map(({ pid }) => cpuOf(pid)));
  const own = process.cpuUsage();
  return [
    node.reduce((total, each) => total + each, 0),
    await cpuOfPostgres(primary),
    await cpuOfPostgres(replica),
    (own.user + own.system) / 1000,
  ];
}

/** Distributes the clients evenly over the processes, as a load balancer would. */
async function callTogether(servers: readonly MainServer[], calls: readonly Call[], ms: number) {
  const times: number[] = [];
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const server = servers[client % servers.length];
      if (!server) return;
      await withCaller(server.url, { authorization: `Bearer ${server.token}` }, 1, async (call) => {
        for (const each of repeat(calls, { ms, least: 1 })) {
          const began = performance.now();
          await call(each);
          times.push(performance.now() - began);
        }
      });
    }),
  );
  return { times, ms: performance.now() - start };
}

await run(readOptions(process.argv.slice(2)));
