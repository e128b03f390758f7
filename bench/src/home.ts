import pg from 'pg';
import { type Catalogue, withCatalogue } from './catalogue.ts';
import { withCaller } from './client.ts';
import { median, quantile } from './measure.ts';
import { readOptions } from './options.ts';
import { startProcess } from './servers.ts';
import { prepareWorld, signIn } from './world.ts';

/*
 * Times the calls of Inicio and Pendientes over HTTP, as an admin and as the manufacturer of a third of all parts: the
 * first answer after the start, and later ones. The catalog has snapshots of two years and 50,000 operations of a week.
 *
 *   --sizes 1M       number of parts in the catalog; the largest size is used
 *   --dir <folder>   keeps the catalog there for another run
 */

const ROUNDS = 15;
const AIM_MS = 300;

const options = readOptions(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Snapshots as the sweep keeps them: every day of 90, then Mondays. */
const PAST = [
  `insert into gap_snapshots (day, part_brand_id, part_product_id, parts, complete, publishable)
    select current_date - days, part_brand_id, part_product_id, sum(parts), sum(parts) / 3, sum(parts) / 4
    from gap_tallies, generate_series(1, 730) days
    where days <= 90 or extract(isodow from current_date - days) = 1 group by 1, 2, 3 on conflict do nothing`,
  `with done as (insert into operations (what, user_id, at)
      select 'parts.update', (select min(id) from users), now() - n * interval '12 seconds' from generate_series(1, 50000) n
      where not exists (select from operations where what = 'parts.update')
      returning id)
    insert into operation_tallies (operation_id, entity, action, part_brand_id, rows)
      select id, 'part', 'changed', (select min(id) from part_brands) + id % 120, 1 + id % 7 from done`,
  'vacuum analyze gap_snapshots, operations, operation_tallies',
];

const PATHS = {
  'completeness by brand and category': 'home/catalog',
  'twelve weeks': 'home/progress',
  'the week': 'home/week',
  'coverage of the product with most parts': 'home/coverage',
  'holes of a model': `home/holes?${new URLSearchParams({ brand: 'Renault', model: 'Clio' })}`,
  'what is new': 'home/news',
  'Pendientes by brand': 'pending/json/',
  'Pendientes by product': 'pending/json/?by=product',
};

async function measure({ connection, dataDir, size }: Catalogue) {
  const client = new pg.Client(connection);
  await client.connect();
  await prepareWorld(client);
  for (const statement of PAST) await client.query(statement);
  await client.end();
  const { url, stop } = await startProcess({ kind: 'app', connection, dataDir });
  try {
    const headers = await signIn(url);
    for (const who of ['admin', 'maker'] as const) {
      const scope = who === 'admin' ? 'all brands' : 'the brand with a third of them';
      say(`\n${size.name} parts, ${scope}; the aim is ${AIM_MS} ms\n`);
      say('| | first, ms | p50 | worst | kB |\n|---|---|---|---|---|');
      await withCaller(url, headers[who], 1, async (call) => {
        for (const [name, path] of Object.entries(PATHS)) {
          const times: number[] = [];
          let bytes = 0;
          for (let round = 0; round <= ROUNDS; round++) {
            const start = performance.now();
            bytes = (await call({ method: 'GET', path: `/api/backend/${path}` })).length;
            times.push(performance.now() - start);
          }
          const [first = 0, ...later] = times;
          const figures = [first, median(later), quantile(later, 1), bytes / 1000].map((value) => value.toFixed(0));
          say(`| ${[name, ...figures].join(' | ')} |`);
        }
      });
    }
  } finally {
    await stop();
  }
}

const size = options.sizes.at(-1);
if (!size) throw new Error('Say a size');
await withCatalogue({ size, dir: options.dir, say }, measure);
