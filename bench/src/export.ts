import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createInflateRaw } from 'node:zlib';
import pg from 'pg';
import { hashPassword } from '../../server/dist/auth/passwords.js';
import { startEmbedded } from '../../server/dist/db/embedded/embedded.js';
import { loadReference } from '../../server/dist/reference/reference.js';
import { withCaller } from './client.ts';
import { BRANDS, type BrandName, fillForExport } from './export-data.ts';
import { type Order, performInChild } from './export-tasks.ts';
import { median } from './measure.ts';
import { openApp } from './servers.ts';

/*
 * The cost of exports: a workbook of a million applications against compressing the same XML and against exceljs, its
 * memory, the time to its first byte, the delay of other calls; and a document of 50,000 parts against COPY. BENCH_DIR
 * keeps the data for another run; BENCH_ROUNDS is the number of rounds. EXCELJS is a folder with exceljs 4.4.0 in its
 * node_modules, which is not a dependency; without it that line is left out.
 */

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const { EXCELJS } = process.env;
const ADMIN = { email: 'admin@bench.example', password: 'una-clave-larga' };
const MEGABYTE = 1024 * 1024;

const say = (line: string) => process.stdout.write(`${line}\n`);

type World = { connection: pg.PoolConfig; dataDir: string; brands: Record<BrandName, number> };

async function run() {
  const dataDir = process.env.BENCH_DIR ?? (await mkdtemp(join(tmpdir(), 'piezario-bench-')));
  await mkdir(dataDir, { recursive: true });
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {} });
  try {
    const { app, db } = await openApp({ connection, dataDir });
    await loadReference(db, () => {});
    const brands = await fillForExport(connection, say);
    await addAdmin(connection);
    await app.close();
    const world = { connection, dataDir, brands };
    say(`Load before: ${(await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown')).trim()}\n`);
    await reportWorkbook(world);
    await reportMemory(world);
    await reportDocument(world);
  } finally {
    await stop();
    if (!process.env.BENCH_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

async function addAdmin(connection: pg.ClientConfig) {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `insert into users (role, email, name, password_hash) values ('admin', $1, 'admin', $2)
      on conflict ((lower(email))) do update set password_hash = excluded.password_hash`,
    [ADMIN.email, await hashPassword(ADMIN.password)],
  );
  await client.end();
}

const rowsOf = (brand: BrandName) => BRANDS[brand].parts * (1 + BRANDS[brand].vehicles);

async function reportWorkbook({ connection, dataDir, brands }: World) {
  const rows = rowsOf('million');
  const xml = join(dataDir, 'sheets.xml');
  const times = { ours: [] as number[], deflate: [] as number[], exceljs: [] as number[] };
  const [firsts, delays, idleDelays] = [[] as number[], [] as number[], [] as number[]];
  // On a busy machine an idle process is delayed too.
  const idle = startChild({ task: 'idle' });
  await once(idle, 'message');
  for (let round = 0; round < ROUNDS; round++) {
    await withServer({ connection, dataDir }, async (server) => {
      // Warms up: the first call loads modules.
      await server.download('for_importer', brands.tenth);
      await Promise.all([server.readDelay(), readDelay(idle)]);
      const file = await server.download('for_importer', brands.million, round === 0);
      times.ours.push(file.ms);
      firsts.push(file.firstByte);
      delays.push(await server.readDelay());
      idleDelays.push(await readDelay(idle));
      if (round === 0) await unpack(file.bytes, xml);
    });
    times.deflate.push((await inChild<Timed>({ task: 'deflate', path: xml })).ms);
    if (!EXCELJS) continue;
    const order = { task: 'exceljs', connection, brand: brands.million, folder: EXCELJS } as const;
    times.exceljs.push((await inChild<Timed>(order)).ms);
  }
  await rm(xml, { force: true });
  idle.kill();
  const rate = (ms: readonly number[]) => Math.round(rows / (median(ms) / 1000));
  say(`${rows.toLocaleString('en')} rows to a workbook, median of ${ROUNDS}`);
  say(`  from the database to a reader  ${rate(times.ours)} rows/s`);
  say(
    `  deflating the same XML         ${rate(times.deflate)} rows/s; ours is ${ratio(times.deflate, times.ours)} of it, aim ≥ 0.5`,
  );
  if (EXCELJS)
    say(
      `  exceljs on the same rows       ${rate(times.exceljs)} rows/s; ours is ${ratio(times.exceljs, times.ours)} of it, aim ≥ 2`,
    );
  else say('  exceljs is not in EXCELJS');
  say(`  first byte after               ${median(firsts).toFixed(1)} ms, aim ≤ 50`);
  say(
    `  event loop late by             ${median(delays).toFixed(1)} ms at p99, that of an idle process ${median(idleDelays).toFixed(1)}, aim ≤ 20\n`,
  );
}

const ratio = (one: readonly number[], other: readonly number[]) => (median(one) / median(other)).toFixed(2);

async function reportMemory({ connection, dataDir, brands }: World) {
  say('Memory of the server above what it has idle, at its peak, aim ≤ 60 MB');
  for (const brand of ['tenth', 'million'] as const) {
    const peaks: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      await withServer({ connection, dataDir }, async (server) => {
        const idle = await server.readMemory();
        await server.download('for_importer', brands[brand]);
        peaks.push((await server.readPeak()) - idle);
      });
    }
    say(`  ${rowsOf(brand).toLocaleString('en').padEnd(10)} rows  ${(median(peaks) / MEGABYTE).toFixed(0)} MB`);
  }
  say('');
}

async function reportDocument({ connection, dataDir, brands }: World) {
  const [ours, copied] = [[] as number[], [] as number[]];
  let sizes = '';
  for (let round = 0; round < ROUNDS; round++) {
    const file = await withServer({ connection, dataDir }, async (server) => {
      await server.download('image_coverage', brands.tenth);
      return server.download('json', brands.detail);
    });
    const { ms, size } = await inChild<Timed>({ task: 'copy', connection, brand: brands.detail });
    ours.push(file.ms);
    copied.push(ms);
    sizes = `${Math.round(file.size / MEGABYTE)} MB against ${Math.round(size / MEGABYTE)} MB`;
  }
  say(`${BRANDS.detail.parts.toLocaleString('en')} parts to a document, ${sizes}, median of ${ROUNDS}`);
  say(
    `  ${Math.round(median(ours))} ms; COPY through node ${Math.round(median(copied))} ms: ${ratio(ours, copied)}×, aim ≤ 2.5×`,
  );
}

type Timed = { ms: number; size: number };
type Downloaded = Timed & { firstByte: number; bytes: Buffer };

function startChild(order: Order): ChildProcess {
  const child = fork(fileURLToPath(import.meta.url), ['child'], { serialization: 'advanced' });
  child.send(order);
  return child;
}

async function inChild<T>(order: Order): Promise<T> {
  const child = startChild(order);
  const [answer] = await once(child, 'message');
  child.disconnect();
  await once(child, 'exit');
  return answer as T;
}

async function readDelay(child: ChildProcess): Promise<number> {
  child.send('delay');
  const [delay] = await once(child, 'message');
  return Number(delay);
}

/** Runs the application in a new process during `use`. */
async function withServer<T>(
  world: Pick<World, 'connection' | 'dataDir'>,
  use: (server: Server) => Promise<T>,
): Promise<T> {
  const child = startChild({ task: 'serve', ...world });
  const [url] = (await once(child, 'message')) as [string];
  const body = () => ADMIN;
  const signedIn = await withCaller(url, {}, 1, (call) =>
    call({ method: 'POST', path: '/api/backend/auth/login', body }),
  );
  const token = JSON.parse(signedIn.toString()).result.access_token;
  const status = async (field: string) => {
    const text = await readFile(`/proc/${child.pid}/status`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) * 1024;
  };
  try {
    return await use({
      download: (kind, brand, keep = false) =>
        download(
          `${url}/api/backend/exporter/files/${kind}/${brand}/all/file.${kind === 'json' ? 'json' : 'xlsx'}`,
          token,
          keep,
        ),
      readMemory: async () => {
        // Resets the peak.
        await writeFile(`/proc/${child.pid}/clear_refs`, '5');
        return status('VmRSS');
      },
      readPeak: () => status('VmHWM'),
      readDelay: () => readDelay(child),
    });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}

type Server = {
  download(kind: string, brand: number, keep?: boolean): Promise<Downloaded>;
  readMemory(): Promise<number>;
  readPeak(): Promise<number>;
  readDelay(): Promise<number>;
};

/** Downloads a file, and keeps it only if told to. */
async function download(url: string, token: string, keep: boolean): Promise<Downloaded> {
  const start = performance.now();
  const sent = request(url, { headers: { authorization: `Bearer ${token}` }, agent: false });
  sent.end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  const kept: Buffer[] = [];
  let [size, firstByte] = [0, 0];
  for await (const chunk of response) {
    firstByte ||= performance.now() - start;
    size += chunk.length;
    if (keep) kept.push(chunk);
  }
  return { ms: performance.now() - start, size, firstByte, bytes: Buffer.concat(kept) };
}

/** Inflates every entry of the archive. */
async function unpack(archive: Buffer, path: string) {
  await rm(path, { force: true });
  let at = archive.readUInt32LE(archive.length - 6);
  for (let left = archive.readUInt16LE(archive.length - 12); left > 0; left--) {
    const [size, offset] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 42)];
    const [name, extra] = [archive.readUInt16LE(at + 28), archive.readUInt16LE(at + 30)];
    const data = archive.subarray(offset + 30 + name, offset + 30 + name + size);
    await pipeline(Readable.from([data]), createInflateRaw(), createWriteStream(path, { flags: 'a' }));
    at += 46 + name + extra;
  }
}

await (process.argv[2] === 'child' ? performInChild() : run());
