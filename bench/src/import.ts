import { createWriteStream } from 'node:fs';
import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { startEmbedded } from '../../server/dist/db/embedded/embedded.js';
import { BRAND, fill } from './data.ts';
import { type Cells, type Contents, count, writeImport } from './import-file.ts';
import { after, askUntil, type Long, listOf, measureLong } from './long.ts';
import { MainServer } from './main-server.ts';
import { median, p99 } from './measure.ts';

/*
 * An import of 100,000 parts and 500,000 applications into a catalog of 350,000 parts: its time against COPY of the
 * same rows into staging tables and set-based inserts; the memory of server and worker, also for a fifth of the rows;
 * and the response time of a list, idle and during the import. Each round starts from the same database. BENCH_ROUNDS
 * is the number of rounds, BENCH_PARTS that of parts.
 */

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
const PARTS = Number(process.env.BENCH_PARTS ?? 100_000);
const CATALOGUE = 350_000;
const VEHICLES_PER_PART = 5;
const PRODUCTS = 50;
const IDLE_MS = 15_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

type World = { readonly vehicles: readonly Cells[]; readonly products: readonly string[] };

const NEW_BRAND = 'Marca importada';
const code = (part: number) => `IM-${String((part * 7919) % 1_000_003).padStart(7, '0')}`;
const product = ({ products }: World, part: number) => products[part % PRODUCTS] ?? '';

function* pieces(world: World, parts: number): Generator<Cells> {
  for (const part of count(parts)) {
    yield [NEW_BRAND, null, product(world, part), code(part), `Para motores del año ${1990 + (part % 30)}`, 'SI', 'NO'];
  }
}

/** Applications with all columns of an export. */
function* applications(world: World, parts: number): Generator<Cells> {
  for (const part of count(parts)) {
    for (const fit of count(VEHICLES_PER_PART)) {
      const vehicle = world.vehicles[(part * 37 + fit * 101) % world.vehicles.length] ?? [];
      yield [NEW_BRAND, product(world, part), code(part), ...vehicle];
    }
  }
}

const contents = (world: World, parts: number): Contents => ({
  Piezas: pieces(world, parts),
  Aplicaciones: applications(world, parts),
});

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-bench-import-'));
  await chmod(folder, 0o755);
  const { connection, stop } = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const on = (database: string) => ({ ...connection, database });
  const settings = (database: string) => ({
    DATABASE_URL: `postgresql:///${database}?${new URLSearchParams({ host: connection.host, port: `${connection.port}`, user: connection.user })}`,
    DATA_DIR: join(folder, 'server'),
  });
  const fresh = async (database: string) => {
    await query(on('postgres'), `drop database if exists ${database}`);
    await query(on('postgres'), `create database ${database} template piezario`);
    await query(on('postgres'), 'checkpoint');
  };
  try {
    await (await MainServer.start(settings('piezario'))).end();
    await fill(on('piezario'), CATALOGUE, say);
    await query(on('piezario'), `insert into part_brands (name) values ('${NEW_BRAND}')`);
    const world = await readWorld(on('piezario'));
    const [file, fifth] = [join(folder, 'all.xlsx'), join(folder, 'fifth.xlsx')];
    await writeImport(file, contents(world, PARTS));
    await writeImport(fifth, contents(world, PARTS / 5));
    await writeCopies(folder, world);
    say(
      `Rows: ${PARTS} parts, ${PARTS * VEHICLES_PER_PART} applications; the file has ${mib((await stat(file)).size)} MiB`,
    );
    say(`Load before: ${(await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown')).trim()}\n`);

    const [copies, imports]: [number[], Measured[]] = [[], []];
    for (const round of count(ROUNDS)) {
      const sides = [
        async () => {
          await fresh('bench_copy');
          copies.push(await copy(on('bench_copy'), folder));
        },
        async () => {
          await fresh('bench_import');
          imports.push(await measureImport(settings('bench_import'), file));
        },
      ];
      for (const side of round % 2 ? sides.toReversed() : sides) await side();
      say(`  round ${round + 1}: COPY ${copies.at(-1)?.toFixed(1)} s, import ${imports.at(-1)?.seconds.toFixed(1)} s`);
    }
    await fresh('bench_import');
    const small = await measureImport(settings('bench_import'), fifth);
    report(copies, imports, small);
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function query(connection: pg.ClientConfig, text: string) {
  const client = new pg.Client(connection);
  await client.connect();
  return client.query(text).finally(() => client.end());
}

async function readWorld(connection: pg.ClientConfig): Promise<World> {
  const vehicles = await query(
    connection,
    'select id, brand, model, version, engine_code, fuel, sold_from_year, sold_until_year from vehicles order by id',
  );
  const products = await query(connection, `select name from part_products order by id limit ${PRODUCTS}`);
  return { vehicles: vehicles.rows.map((row) => Object.values(row)), products: products.rows.map(({ name }) => name) };
}

/* The lower bound: the same rows without any checks, in two COPY and two inserts. */

async function writeCopies(folder: string, world: World) {
  const escaped = (cells: Cells) => `${cells.map((cell) => (cell === null ? '\\N' : String(cell))).join('\t')}\n`;
  const write = (name: string, rows: Iterable<Cells>) =>
    pipeline(Readable.from(lines(rows, escaped)), createWriteStream(join(folder, name), { mode: 0o644 }));
  await write('parts.copy', pieces(world, PARTS));
  await write(
    'fits.copy',
    map(applications(world, PARTS), (cells) => cells.slice(0, 4)),
  );
}

function* map<T, U>(items: Iterable<T>, change: (item: T) => U): Generator<U> {
  for (const item of items) yield change(item);
}

function* lines(rows: Iterable<Cells>, write: (cells: Cells) => string): Generator<string> {
  for (const cells of rows) yield write(cells);
}

async function copy(connection: pg.ClientConfig, folder: string): Promise<number> {
  const start = performance.now();
  await query(
    connection,
    `begin;
    create temp table new_parts (brand text, category text, product text, code text, observation text, enabled text, discontinued text);
    create temp table new_fits (brand text, product text, code text, vehicle int);
    copy new_parts from '${join(folder, 'parts.copy')}';
    copy new_fits from '${join(folder, 'fits.copy')}';
    analyze new_parts; analyze new_fits;
    insert into parts (part_brand_id, part_product_id, code, observation, enabled, discontinued)
      select b.id, p.id, n.code, coalesce(n.observation, ''), n.enabled = 'SI', n.discontinued = 'SI'
      from new_parts n join part_brands b on fold(b.name) = fold(n.brand) join part_products p on fold(p.name) = fold(n.product)
      on conflict do nothing;
    insert into part_vehicles (part_id, vehicle_id)
      select parts.id, n.vehicle
      from new_fits n join part_brands b on fold(b.name) = fold(n.brand) join part_products p on fold(p.name) = fold(n.product)
      join parts on parts.part_brand_id = b.id and parts.part_product_id = p.id and parts.code_bare = bare(n.code)
      on conflict do nothing;
    commit;`,
  );
  return (performance.now() - start) / 1000;
}

type Measured = Long & { readonly rows: number; readonly idle: readonly number[] };

async function measureImport(settings: Record<string, string>, file: string): Promise<Measured> {
  const server = await MainServer.start(settings);
  try {
    const ask = await listOf(server, BRAND);
    await askUntil(ask, after(2_000));
    const idle = await askUntil(ask, after(IDLE_MS));
    const { udid } = await server.upload(file);
    const { result, ...measured } = await measureLong(server, ask, () => server.finished(udid));
    const { status_message, rows_done } = result;
    if (!status_message.includes(' 0 modificadas, 0 sin cambios')) throw new Error(`It ended with «${status_message}»`);
    return { ...measured, rows: rows_done, idle };
  } finally {
    await server.end();
  }
}

const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(1);

function report(copies: readonly number[], imports: readonly Measured[], small: Measured) {
  const ours = median(imports.map(({ seconds }) => seconds));
  const limit = median(copies);
  const rows = imports[0]?.rows ?? 0;
  const most = (pick: (measured: Measured) => number, of = imports) => Math.max(...of.map(pick));
  const idle = imports.flatMap((measured) => measured.idle);
  const during = imports.flatMap((measured) => measured.during);
  say('\n| what | figure | aim |\n|---|---|---|');
  say(`| import | ${ours.toFixed(1)} s, ${Math.round(rows / ours)} rows/s | |`);
  say(`| COPY and set-based inserts of the same rows | ${limit.toFixed(1)} s | |`);
  say(`| ratio | ${(ours / limit).toFixed(2)}× | ≤ 2× |`);
  say(`| peak memory of the worker, MiB | ${most(({ memory }) => memory.worker).toFixed(0)} | ≤ 300 |`);
  say(`| for a fifth of the rows | ${small.memory.worker.toFixed(0)} | the same |`);
  say(`| peak memory of the server, MiB | ${most(({ memory }) => memory.server).toFixed(0)} | ≤ 300 |`);
  say(`| for a fifth of the rows | ${small.memory.server.toFixed(0)} | the same |`);
  say(`| list of others, p99 idle, ms | ${p99(idle).toFixed(1)} (median ${median(idle).toFixed(1)}) | |`);
  say(`| during the import, ms | ${p99(during).toFixed(1)} (median ${median(during).toFixed(1)}) | |`);
  say(`| ratio | ${(p99(during) / p99(idle)).toFixed(2)}× | ≤ 3× |`);
}

await run();
