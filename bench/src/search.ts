import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../server/dist/db/embedded.js';
import { loadReference } from '../../server/dist/reference/reference.js';
import { type Caller, withCaller } from './client.ts';
import { fill } from './data.ts';
import { median, quantile } from './measure.ts';
import { readOptions } from './options.ts';
import { openApp, startProcess } from './servers.ts';
import { addUsers, signIn } from './world.ts';

/*
 * The search and the catalogue by vehicle, as an admin and as a manufacturer with one small brand, against the best
 * statement for each: prepared, on a connection of its own, with nothing checked. The application is called over HTTP,
 * and both take turns. The catalogue has three equivalences and ten applications a part.
 *
 *   --sizes 1M       how many parts the catalogue has; the largest counts
 *   --dir <folder>   keeps the catalogue there for another run
 *   --only <text>    the questions with this text in their names
 *   --quick          fewer calls
 */

const options = readOptions(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);
const RICH = { crosses: 7, vehicles: 21 };
const SMALL_BRAND = 'Marca 120';
const CATALOG = '/api/backend/user-catalog';

/** What is asked, and the statement that would find the ids of the parts, or the counts, at once. */
type Question = {
  readonly name: string;
  readonly path: string;
  readonly limit: { readonly text: string; readonly values: readonly unknown[] };
};

const SHOWN = `select p.id, b.name, p.code, product.name, c.name, p.enabled, p.discontinued
  from found join parts p on p.id = found.part_id join part_brands b on b.id = p.part_brand_id
    join part_products product on product.id = p.part_product_id
    join part_categories c on c.id = product.part_category_id`;
const shown = (found: string) => `with found as materialized (${found} limit 8) ${SHOWN}`;
const NUMBERS = 'select part_id from part_numbers where';

const suggest = (text: string) => `${CATALOG}/search/suggestions?${new URLSearchParams({ text })}`;

/** The questions of a person about parts that they see. `within` restricts the limit to the person's brand. */
async function readQuestions(client: pg.Client, brand: number | null): Promise<Question[]> {
  const within = brand === null ? '' : `and part_brand_id = ${brand}`;
  const { rows: samples } = await client.query<{ number: string; oem: string }>(
    `select number_of(p.code_bare) as number, number_of(bare(c.code)) as oem
      from parts p join part_crosses c on c.part_id = p.id and c.brand = 'Renault'
      where ${brand === null ? 'true' : `p.part_brand_id = ${brand}`} order by hashint4(p.id) limit 20`,
  );
  const { rows: vehicles } = await client.query<{ ids: number[]; year: number }>(
    `select array_agg(id) as ids, 2012 as year from vehicles
      where brand = 'Volkswagen' and model_master = 'Gol' and 2012 between sold_from_year and coalesce(sold_until_year, 9999)`,
  );
  const { rows: filters } = await client.query<{ ids: number[] }>(
    `select array_agg(p.id) as ids from part_products p where words like '% filtro%' and words like '% aceite%'`,
  );
  const [gol, oil] = [vehicles[0]?.ids ?? [], filters[0]?.ids ?? []];
  const equal = shown(`${NUMBERS} kind = any ('{code,cross,barcode}') and number = $1 ${within}`);
  const begins = shown(`${NUMBERS} kind = 'code' and number >= $1 and number < $2 ${within}`);
  const holds = shown(`${NUMBERS} number like $1 ${within}`);
  const byNumber = (name: string, text: string, limit: string, values: readonly unknown[]): Question => ({
    name,
    path: suggest(text),
    limit: { text: limit, values },
  });
  const choice = (more: Record<string, string>) =>
    new URLSearchParams({ brand: 'Volkswagen', model: 'Gol', year: '2012', ...more });
  const words = (name: string, text: string, limit: string, values: readonly unknown[]) =>
    byNumber(name, text, limit, values);
  return [
    ...samples.flatMap(({ number, oem }) => [
      byNumber('exact, own code', number, equal, [number]),
      byNumber('exact, OEM number', oem, equal, [oem]),
      byNumber('prefix, selective', number.slice(0, 8), begins, [number.slice(0, 8), `${number.slice(0, 8)}~`]),
      byNumber('contains, selective', number.slice(3, 9), holds, [`%${number.slice(3, 9)}%`]),
    ]),
    ...['1', '3', 'a', 'e2', '45'].map((text) => byNumber('prefix, in very many', text, begins, [text, `${text}~`])),
    ...['0000', '1234', '9999', '0123'].map((text) => byNumber('contains, in very many', text, holds, [`%${text}%`])),
    byNumber('in no part', 'qwxz0', equal, ['qwxz0']),
    words(
      'words of product and vehicle',
      'filtro aceite gol 1.6',
      shown('select distinct part_id from vehicle_parts where vehicle_id = any ($1) and part_product_id = any ($2)'),
      [gol, oil],
    ),
    words(
      'words of a product',
      'filtro aceite',
      shown(`select id as part_id from parts where part_product_id = any ($1) ${within}`),
      [oil],
    ),
    words(
      'words of texts',
      'soporte reforzado',
      shown(`select part_id from part_texts where words @@ $1::tsquery ${within}`),
      ["'soporte' & 'reforzado'"],
    ),
    words(
      'words with a wrong letter',
      'filtro aseite',
      shown(`select id as part_id from parts where part_product_id = any ($1) ${within}`),
      [oil],
    ),
    {
      name: 'by vehicle: products',
      path: `${CATALOG}/vehicle-catalog/products?${choice({})}`,
      limit: {
        text: `select part_product_id, count(distinct part_id) from vehicle_parts
          where vehicle_id = any ($1) and is_offered ${within} group by 1`,
        values: [gol],
      },
    },
    {
      name: 'by vehicle: parts',
      path: `${CATALOG}/vehicle-catalog/parts?filter[in-vehicle_id]=${gol.join(';')}&filter[matches-part_product_id]=${oil[0]}`,
      limit: {
        text: shown('select distinct part_id from vehicle_parts where vehicle_id = any ($1) and part_product_id = $2'),
        values: [gol, oil[0]],
      },
    },
    {
      name: 'by vehicle: choices',
      path: `${CATALOG}/vehicle-catalog/choices?${choice({})}`,
      limit: { text: 'select distinct brand from vehicles', values: [] },
    },
    {
      name: 'by vehicle: a line',
      path: `${CATALOG}/vehicle-catalog/find?text=vw+gol+2012+1.6`,
      limit: { text: `select id from vehicles where words like '% gol %' and words like '% 1.6 %'`, values: [] },
    },
  ].filter(({ name }) => name.includes(options.only));
}

async function measure(who: string, questions: readonly Question[], call: Caller, client: pg.Client, rounds: number) {
  const times = new Map<string, { app: number[]; limit: number[] }>();
  const time = async (run: () => Promise<unknown>) => {
    const start = performance.now();
    await run();
    return performance.now() - start;
  };
  for (let round = -1; round < rounds; round++) {
    for (const [index, { name, path, limit }] of questions.entries()) {
      const [app, bare] = [
        await time(() => call({ method: 'GET', path })),
        await time(() => client.query({ name: `${who} ${index}`, text: limit.text, values: [...limit.values] })),
      ];
      // The first round warms up.
      if (round < 0) continue;
      const known = times.get(name) ?? { app: [], limit: [] };
      known.app.push(app);
      known.limit.push(bare);
      times.set(name, known);
    }
  }
  return times;
}

async function run() {
  const size = options.sizes.at(-1);
  if (!size) throw new Error('Say a size');
  const dataDir = options.dir ? join(options.dir, size.name) : await mkdtemp(join(tmpdir(), 'piezario-bench-'));
  await mkdir(dataDir, { recursive: true });
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {} });
  try {
    const { app, db } = await openApp({ connection, dataDir });
    await loadReference(db, () => {}).finally(() => app.close());
    await fill(connection, size.parts, say, RICH);
    const client = new pg.Client(connection);
    await client.connect();
    const { rows } = await client.query<{ id: number }>('select id from part_brands where name = $1', [SMALL_BRAND]);
    const brand = rows[0]?.id ?? 0;
    await addUsers(client, brand);
    const server = await startProcess({ kind: 'app', connection, dataDir });
    try {
      const headers = await signIn(server.url);
      for (const who of ['admin', 'maker'] as const) {
        const questions = await readQuestions(client, who === 'admin' ? null : brand);
        const times = await withCaller(server.url, headers[who], 1, (call) =>
          measure(who, questions, call, client, options.effort.rounds * 2),
        );
        say(`\n${size.name} parts, as ${who === 'admin' ? 'an admin' : 'a manufacturer of one small brand'}\n`);
        say(`| | p50 ms | p99 ms | limit p50 | limit p99 |\n|---|---|---|---|---|`);
        for (const [name, { app, limit }] of times) {
          const figures = [median(app), quantile(app, 0.99), median(limit), quantile(limit, 0.99)];
          say(`| ${name} | ${figures.map((ms) => ms.toFixed(1)).join(' | ')} |`);
        }
      }
    } finally {
      await server.stop();
      await client.end();
    }
  } finally {
    await stop();
    if (!options.dir) await rm(dataDir, { recursive: true, force: true });
  }
}

await run();
