import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../server/dist/db/embedded/embedded.js';
import { BRAND, fill } from './data.ts';
import { after, askUntil, type Long, listOf, measureLong } from './long.ts';
import { MainServer } from './main-server.ts';
import { median, p99 } from './measure.ts';

/*
 * Bulk actions on 100,000 parts of a catalog of 200,000, each with three vehicles, two attributes, a cross reference
 * and a picture: sets an attribute, moves the parts to another product, removes them, and undoes each action. The limit
 * is the bare statement with its triggers, rolled back. An undo is compared with its action, and may take twice as
 * long. Statistics are refreshed before an undo, as autovacuum does within a minute: after a removal the tables look
 * empty. A list of another brand is requested meanwhile. BENCH_PARTS is the number of changed parts, BENCH_CATALOGUE
 * that of the others.
 */

const PARTS = Number(process.env.BENCH_PARTS ?? 100_000);
const CATALOGUE = Number(process.env.BENCH_CATALOGUE ?? 100_000);
const CHANGED = 'Marca cambiada';
const IDLE_MS = 15_000;

const say = (line: string) => process.stdout.write(`${line}\n`);

type Action = { readonly name: string; readonly action: object; readonly limit: string };

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-bench-bulk-'));
  await chmod(folder, 0o755);
  const { connection, stop } = await startEmbedded({ dataDir: join(folder, 'data'), log: () => {} });
  const on = { ...connection, database: 'piezario' };
  const settings = {
    DATABASE_URL: `postgresql:///piezario?${new URLSearchParams({ host: connection.host, port: `${connection.port}`, user: connection.user })}`,
    DATA_DIR: join(folder, 'server'),
  };
  const client = new pg.Client(on);
  try {
    await (await MainServer.start(settings)).end();
    await fill(on, CATALOGUE, say);
    await client.connect();
    const { brand, product } = await addParts(client);
    const server = await MainServer.start(settings);
    try {
      const ask = await listOf(server, BRAND);
      await askUntil(ask, after(2_000));
      const idle = await askUntil(ask, after(IDLE_MS));
      say(`${PARTS} parts. List of others, idle: median ${ms(median(idle))}, p99 ${ms(p99(idle))}\n`);
      say('| what | seconds | bare statement, s | worker, MiB | server, MiB | list meanwhile, p99 | of idle |');
      say('|---|---|---|---|---|---|---|');
      for (const each of actions(brand, product)) {
        const limit = await timeLimit(client, each.limit);
        const matching = { brandId: brand, productId: 'all', query: {} };
        const asked = { matching, action: each.action };
        const start = performance.now();
        const { changed } = await server.call<{ changed: number }>('bulk/preview', asked);
        const preview = performance.now() - start;
        if (changed !== PARTS) throw new Error(`${each.name} would change ${changed} parts`);
        const done = await measureLong(server, ask, async () => {
          const { id } = await server.call<Job>('bulk/store', asked);
          return finished(server, `bulk/${id}`);
        });
        report(`${each.name} (preview ${ms(preview)})`, done, idle, limit);
        await client.query('vacuum analyze');
        const undone = await measureLong(server, ask, async () => {
          const { id } = await server.call<Job>('undos/store', { operation_id: done.result.operation_id });
          return finished(server, `undos/${id}`);
        });
        report(`undone, ${(undone.seconds / done.seconds).toFixed(2)}× of it`, undone, idle);
        say(`<!-- ${done.result.status_message} ${undone.result.status_message} -->`);
      }
    } finally {
      await server.end();
    }
  } finally {
    await client.end();
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The parts that are changed, of one product, and the product that they are moved to. */
async function addParts(client: pg.Client): Promise<{ brand: number; product: number }> {
  const { rows } = await client.query<{ brand: number; product: number }>(`
    with brand as (insert into part_brands (name) values ('${CHANGED}') returning id),
      products as (select min(id) as first, max(id) as last from part_products),
      added as (
        insert into parts (part_brand_id, part_product_id, code, observation)
        select brand.id, products.first, 'MC-' || n, 'Para motores del año ' || 1990 + n % 30
        from brand, products, generate_series(1, ${PARTS}) n returning part_brand_id)
    select brand.id as brand, products.last as product from brand, products`);
  const [made] = rows;
  if (!made) throw new Error('There are no products');
  const parts = `select id from parts where part_brand_id = ${made.brand}`;
  await client.query(
    `insert into part_attributes (part_id, name, value, unit) select id, name, (id % 90)::text, 'mm' from (${parts}) p, unnest(array['Diámetro', 'Ancho']) name`,
  );
  await client.query(
    `insert into part_crosses (part_id, brand, code) select id, 'OEM', 'X' || id % 5000 from (${parts}) p`,
  );
  await client.query(`
    insert into part_vehicles (part_id, vehicle_id)
    select p.id, v.ids[1 + (p.id * 37 + n * 101) % cardinality(v.ids)]
    from (${parts}) p, (select array_agg(id order by id) as ids from vehicles) v, generate_series(1, 3) n`);
  await client.query(`
    insert into part_pictures (part_id, position, name, is_blueprint, width, height, bytes, image_key, thumbnail_key)
    select id, 1, 'Foto', false, 1200, 900, 1000, 'media/aa/' || id || '.jpg', 'media/aa/' || id || '.webp' from (${parts}) p`);
  await client.query('vacuum analyze');
  return made;
}

function actions(brand: number, product: number): readonly Action[] {
  const parts = `select id from parts where part_brand_id = ${brand}`;
  const children = ['part_attributes', 'part_crosses', 'part_pictures', 'part_vehicles'];
  return [
    {
      name: 'attribute set',
      action: { do: 'set_attribute', name: 'Material', value: 'Acero' },
      limit: `insert into part_attributes (part_id, name, value, unit) select id, 'Material', 'Acero', '' from (${parts}) p`,
    },
    {
      name: 'moved to another product',
      action: { do: 'move', part_product_id: product },
      limit: `update parts set part_product_id = ${product} where part_brand_id = ${brand}`,
    },
    {
      name: 'removed',
      action: { do: 'remove' },
      limit: [
        ...children.map((table) => `delete from ${table} where part_id in (${parts})`),
        `delete from parts where part_brand_id = ${brand}`,
      ].join(';'),
    },
  ];
}

async function timeLimit(client: pg.Client, statement: string): Promise<number> {
  await client.query('begin');
  const start = performance.now();
  await client.query(statement);
  const seconds = (performance.now() - start) / 1000;
  await client.query('rollback');
  await client.query('vacuum');
  return seconds;
}

type Job = {
  readonly id: number;
  readonly state: string;
  readonly status_message: string;
  readonly operation_id: number;
};

async function finished(server: MainServer, path: string): Promise<Job> {
  for (;;) {
    const job = await server.call<Job>(path);
    if (job.state === 'done') return job;
    if (job.state !== 'queued' && job.state !== 'running')
      throw new Error(`${path} ended with «${job.status_message}»`);
    await delay(100);
  }
}

const ms = (time: number) => `${time.toFixed(0)} ms`;

function report(name: string, { seconds, memory, during }: Long, idle: readonly number[], limit?: number) {
  const cells = [
    seconds.toFixed(1),
    limit?.toFixed(1) ?? '',
    memory.worker.toFixed(0),
    memory.server.toFixed(0),
    ms(p99(during)),
    `${(p99(during) / p99(idle)).toFixed(2)}×`,
  ];
  say(`| ${[name, ...cells].join(' | ')} |`);
}

await run();
