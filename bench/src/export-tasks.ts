import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { createDeflateRaw } from 'node:zlib';
import pg from 'pg';
import { connect } from '../../server/dist/db/connection/connect.js';
import { atOneMoment } from '../../server/dist/db/snapshot.js';
import { forImporter } from '../../server/dist/exporter/for-importer.js';
import { Progress } from '../../server/dist/exporter/read-parts.js';
import { openApp } from './servers.ts';

/* Tasks that run in their own process, so that nothing else is measured with them. */

export type Order =
  | { readonly task: 'serve'; readonly connection: pg.PoolConfig; readonly dataDir: string }
  | { readonly task: 'idle' }
  | { readonly task: 'deflate'; readonly path: string }
  | { readonly task: 'exceljs'; readonly connection: pg.PoolConfig; readonly brand: number; readonly folder: string }
  | { readonly task: 'copy'; readonly connection: pg.PoolConfig; readonly brand: number };

async function perform(order: Order): Promise<unknown> {
  switch (order.task) {
    case 'serve':
      return serve(order);
    case 'idle':
      return watchDelay();
    case 'deflate':
      return timed(() => deflate(order.path));
    case 'exceljs':
      return timed(() => writeWithExceljs(order));
    case 'copy':
      return timed(() => copy(order));
  }
}

async function timed(work: () => Promise<number>): Promise<{ ms: number; size: number }> {
  const start = performance.now();
  const size = await work();
  return { ms: performance.now() - start, size };
}

/** Answers each message with the delay of the event loop since the last one. */
function watchDelay() {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  process.on('message', () => {
    process.send?.(histogram.percentile(99) / 1e6);
    histogram.reset();
  });
}

async function serve({ connection, dataDir }: Order & { task: 'serve' }): Promise<string> {
  const { app } = await openApp({ connection, dataDir });
  watchDelay();
  return app.listen({ port: 0, host: '127.0.0.1' });
}

/** The lower bound for a workbook: compressing its XML. */
async function deflate(path: string): Promise<number> {
  let bytes = 0;
  const deflated = createReadStream(path, { highWaterMark: 64 * 1024 }).pipe(createDeflateRaw({ level: 6 }));
  for await (const chunk of deflated) bytes += chunk.length;
  return bytes;
}

type Exceljs = {
  readonly stream: {
    readonly xlsx: {
      readonly WorkbookWriter: new (options: {
        stream: Writable;
      }) => {
        addWorksheet(name: string): { addRow(cells: unknown[]): { commit(): void }; commit(): void };
        commit(): Promise<void>;
      };
    };
  };
};

/** The same rows of the same queries, written by exceljs. */
async function writeWithExceljs({ connection, brand, folder }: Order & { task: 'exceljs' }): Promise<number> {
  const main = pathToFileURL(join(folder, 'node_modules/exceljs/lib/exceljs.nodejs.js')).href;
  const { default: exceljs } = (await import(main)) as { default: Exceljs };
  const db = connect(connection, () => {});
  let bytes = 0;
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      bytes += chunk.length;
      done();
    },
  });
  const workbook = new exceljs.stream.xlsx.WorkbookWriter({ stream });
  const selection = {
    person: { id: 0, role: 'admin' as const },
    brand: { id: brand, name: 'Marca' },
    category: null,
    product: null,
    filters: [],
  };
  const sheets = atOneMoment(db, (snapshot) =>
    forImporter({ db: snapshot, selection, publicUrl: '', progress: new Progress(4) }),
  );
  for await (const { name, columns, rows } of sheets) {
    const sheet = workbook.addWorksheet(name);
    sheet.addRow(columns.map(({ header }) => header)).commit();
    for await (const batch of rows) for (const row of batch) sheet.addRow([...row]).commit();
    sheet.commit();
  }
  await workbook.commit();
  await db.destroy();
  return bytes;
}

/** The lower bound for a document: the database writes the same JSON, and Node forwards it. */
async function copy({ connection, brand }: Order & { task: 'copy' }): Promise<number> {
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  let bytes = 0;
  const { connection: wire } = client as unknown as { connection: NodeJS.EventEmitter };
  wire.on('copyData', ({ chunk }: { chunk: Buffer }) => {
    bytes += chunk.length;
  });
  // Without this, the database reads all vehicles again for each part.
  await client.query('set enable_hashjoin = off; set enable_mergejoin = off');
  const children = (table: string, columns: string) =>
    `coalesce((select json_agg(row_to_json(c)) from (select ${columns} from ${table} where part_id = parts.id) c), '[]')`;
  await client.query(`copy (select json_build_object('id', parts.id, 'brand', b.name, 'code', parts.code,
      'observation', observation, 'enabled', enabled::int, 'discontinued', discontinued::int,
      'product_with_category', json_build_object('id', p.id, 'name', p.name, 'part_category_id', k.id, 'category', k.name),
      'part_brand_id', parts.part_brand_id, 'part_product_id', parts.part_product_id, 'attributes_count', attributes_count,
      'cross_count', cross_count, 'pictures_count', pictures_count, 'vehicles_count', vehicles_count,
      'has_observation_str', case when observation = '' then 'NO' else 'SI' end,
      'attributes', ${children('part_attributes', 'id, name, value, unit')},
      'cross', ${children('part_crosses', 'id, brand, code')},
      'pictures', ${children('part_pictures', 'id, image_key, thumbnail_key')},
      'vehicles', ${children('part_vehicles join vehicles v on v.id = vehicle_id', 'v.*')})
    from parts join part_counts n on n.part_id = parts.id join part_brands b on b.id = parts.part_brand_id
      join part_products p on p.id = parts.part_product_id
      join part_categories k on k.id = p.part_category_id
    where parts.part_brand_id = ${brand} order by code_bare, parts.id) to stdout`);
  await client.end();
  return bytes;
}

/** The child side of a task. */
export async function performInChild() {
  process.on('disconnect', () => process.exit());
  const [order] = (await once(process, 'message')) as [Order];
  process.send?.((await perform(order)) ?? 'ready');
}
