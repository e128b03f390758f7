import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { type Compared, type Cursor, listCalls, middlePage, NEW_CODE, otherCalls, saveAgain } from './calls.ts';
import { type Catalogue, withCatalogue } from './catalogue.ts';
import { drawChart } from './chart.ts';
import { type Call, withCaller } from './client.ts';
import { compare, type Measured, type Side } from './compare.ts';
import { readPostmaster } from './cpu.ts';
import { LIMIT } from './limit.ts';
import { readOptions } from './options.ts';
import { printPlans } from './plans.ts';
import { type Results, tableHead, tableRow } from './report.ts';
import { openApp, serve, startProcess } from './servers.ts';
import { prepareWorld, signIn, type World } from './world.ts';

/*
 * Compares the calls of the catalog with the best that could be done for each of them (limit.ts), with catalogs of
 * several sizes. Both sides are separate processes on the same database, and are measured in alternating rounds of one
 * run, because machines are noisy.
 *
 *   --sizes 30k,1M   number of parts in the catalogs
 *   --quick          two minutes in all: smaller sizes and fewer rounds
 *   --only <text>    the calls with this text in their names
 *   --dir <folder>   keeps the catalogs there for another run
 *   --write <path>   draws the figures of the largest size in <path>.svg
 *   --plans          prints how PostgreSQL runs the lists of the largest size, and measures nothing
 */

const say = (line: string) => process.stdout.write(`${line}\n`);

type Options = ReturnType<typeof readOptions>;

async function run(options: Options) {
  const { sizes, plans, write, dir } = options;
  const largest = sizes.at(-1);
  if (plans && largest) return withCatalogue({ size: largest, dir, say }, (catalogue) => explain(catalogue, options));
  let smallest: Results | undefined;
  let latest: readonly Measured[] = [];
  for (const size of sizes) {
    const measured = await withCatalogue({ size, dir, say }, (catalogue) => measure(catalogue, options, smallest));
    smallest ??= new Map(measured.map((each) => [each.name, each]));
    latest = measured;
  }
  if (!write || !largest) return;
  await writeFile(`${write}.svg`, drawChart(latest, `Milliseconds of a call, with ${largest.name} parts`));
}

/** Runs `use` with a direct connection to the catalog, and the rows that the calls use. */
async function withWorld<T>(
  { connection }: Catalogue,
  use: (client: pg.Client, world: World) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await removeStored(client);
    return await use(client, await prepareWorld(client));
  } finally {
    await removeStored(client);
    await client.end();
  }
}

/** Deletes the parts that calls have stored, so that a catalog is the same for the next run. */
const removeStored = (client: pg.Client) => client.query('delete from parts where code like $1', [`${NEW_CODE}-%`]);

async function measure(catalogue: Catalogue, { only, effort }: Options, smallest: Results | undefined) {
  const { connection, dataDir, size } = catalogue;
  return withWorld(catalogue, async (client, world) => {
    const token = randomUUID();
    const [app, limit] = await Promise.all([
      startProcess({ kind: 'app', connection, dataDir }),
      startProcess({ kind: 'limit', connection, token, statements: LIMIT }),
    ]);
    try {
      const admin = { authorization: `Bearer ${token}` };
      const sides: { app: Side; limit: Side } = {
        app: { ...app, headers: await signIn(app.url) },
        limit: { ...limit, headers: { admin, maker: admin } },
      };
      const calls = await readCalls(client, world, sides.app, only);
      await storeTotals(client, calls);
      const postmaster = await readPostmaster(client);

      say(`\n${size.name} parts, ${world.brand.parts} of them of the brand. Load before: ${await readLoad()}`);
      say(
        'Figures are of the application / of the limit. The application remembers totals and where pages begin until',
      );
      say(
        `the brand changes, so it can be faster in the middle of a list than the limit, which does not.\n\n${tableHead()}`,
      );
      const measured: Measured[] = [];
      for (const call of calls) {
        const each = await compare(call, { sides, postmaster, effort, change: saveAgain(world) });
        say(tableRow(each, smallest?.get(each.name)));
        measured.push(each);
      }
      return measured;
    } finally {
      await Promise.all([app.stop(), limit.stop()]);
    }
  });
}

async function explain(catalogue: Catalogue, { only }: Options) {
  const { app } = await openApp(catalogue, 'silent');
  try {
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    await withWorld(catalogue, async (client, world) => {
      const side = { url, headers: await signIn(url) };
      const lists = (await readCalls(client, world, side, only)).filter(({ counted }) => counted);
      for (const who of ['admin', 'maker'] as const) {
        const ofUser = lists.filter((list) => list.who === who);
        await withCaller(url, side.headers[who], 1, (call) => printPlans(ofUser, { app: call, client, say }));
      }
    });
  } finally {
    await app.close();
  }
}

async function readCalls(client: pg.Client, world: World, app: Omit<Side, 'pid'>, only: string): Promise<Compared[]> {
  const cursor = await readCursor(client, app, middlePage(world));
  return [...listCalls(world, cursor), ...otherCalls(world)].filter(({ name }) => name.includes(only));
}

/** Returns the cursor that the application answers with a page, and the last row of the page. */
async function readCursor(client: pg.Client, { url, headers }: Omit<Side, 'pid'>, page: Call): Promise<Cursor> {
  const answer = await withCaller(url, headers.admin, 1, (call) => call(page));
  const { next, data }: { next: string; data: { id: number }[] } = JSON.parse(answer.toString()).result;
  const { rows } = await client.query<Omit<Cursor, 'next'>>(
    'select id, created_at::text as "createdAt" from parts where id = $1',
    [data.at(-1)?.id],
  );
  if (!rows[0]) throw new Error(`${page.path} answered no rows`);
  return { next, ...rows[0] };
}

/** Stores the total that the limit returns for each list. */
async function storeTotals(client: pg.Client, calls: readonly Compared[]) {
  await client.query('drop table if exists limit_totals');
  await client.query('create table limit_totals (key text primary key, total integer not null)');
  // Totals of other lists, so that a total has to be found by its key.
  await client.query("insert into limit_totals select 'other ' || i, i from generate_series(1, 10000) i");
  for (const { name, counted } of calls) {
    if (!counted) continue;
    await client.query(`insert into limit_totals select $1, count(*) from ${counted}`, [name]);
  }
  await client.query('vacuum analyze limit_totals');
}

const readLoad = async () => (await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown')).trim();

await (process.argv[2] === 'serve' ? serve() : run(readOptions(process.argv.slice(2))));
