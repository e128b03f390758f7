import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type Catalogue, withCatalogue } from './catalogue.ts';
import { type Caller, withCaller } from './client.ts';
import { median, quantile } from './measure.ts';
import { readOptions } from './options.ts';
import { startProcess } from './servers.ts';
import { addUsers, signIn } from './world.ts';

/*
 * Compares the search and the catalog by vehicle with a limit: one prepared statement for each question, without access
 * checks and without reasons. Both are called over HTTP in turn, as an admin and as a manufacturer with one small brand. The
 * catalog has on average three cross references and ten applications a part. Then come lines of random words, of which the
 * slowest are printed.
 *
 *   --sizes 1M       number of parts in the catalog; the largest size is used
 *   --dir <folder>   keeps the catalog there for another run
 *   --only <text>    the questions with this text in their names
 *   --quick          fewer calls
 */

const options = readOptions(process.argv.slice(2));
const say = (line: string) => process.stdout.write(`${line}\n`);
const RICH = { crosses: 7, vehicles: 21 };
const SMALL_BRAND = 'Marca 120';
const CATALOG = '/api/backend/user-catalog';

/** A call, and the statement that finds its parts or counts at once. */
type Question = {
  readonly name: string;
  readonly path: string;
  readonly limit: { readonly text: string; readonly values: readonly string[] };
};

const asJson = (rows: string) => `select coalesce(json_agg(row), '[]')::text from (${rows}) row`;

/** Selects the first eight parts as the search shows them. */
const firstEight = (found: string) =>
  asJson(`select p.id, b.name as brand, p.code, p.observation, p.enabled, p.discontinued, product.name as product,
      c.name as category, counts.*, (select thumbnail_key from part_pictures where part_id = p.id order by position limit 1)
    from (${found} limit 8) found join parts p on p.id = found.part_id join part_counts counts on counts.part_id = p.id
      join part_brands b on b.id = p.part_brand_id join part_products product on product.id = p.part_product_id
      join part_categories c on c.id = product.part_category_id`);

/** Selects parts by number: equal ones, then those that begin with it, then those that contain it. */
function numbers(within: string, begins: string, holds: string): string {
  const kinds = ['code', 'cross', 'barcode'];
  const equal = kinds.map(
    (kind) => `(select part_id, 1 as rank from part_numbers
    where kind = '${kind}' and number = $1 ${within} order by part_id limit 8)`,
  );
  return firstEight(`select part_id from (${[...equal, begins, holds].join(' union all ')}) every_way
    group by part_id order by min(rank)`);
}

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
    `select array_agg(p.id) as ids from part_products p where name_folded like '%filtro%' and name_folded like '%aceite%'`,
  );
  const array = (ids: readonly number[] = []) => `{${ids.join()}}`;
  const [gol, oil, firstOil] = [array(vehicles[0]?.ids), array(filters[0]?.ids), array(filters[0]?.ids.slice(0, 1))];
  // In all brands, the index of numbers returns them in order. In one brand, the trigram index has fewer of them.
  const inOrder = ['code', 'cross', 'barcode'].map(
    (kind) => `(select part_id, 2 as rank from part_numbers
    where kind = '${kind}' and number > $1 and number < $1 || '~' order by number limit 8)`,
  );
  const begins =
    brand === null
      ? inOrder.join(' union all ')
      : `(with n as materialized (select part_id from part_numbers where number like $1 || '%' ${within})
          select part_id, 2 as rank from n limit 8)`;
  // With the limit inside the CTE, the planner would expect early matches and scan the table.
  const holds = `(with n as materialized (select part_id from part_numbers where number like '%' || $1 || '%' ${within})
    select part_id, 3 as rank from n limit 8)`;
  const near = `(select part_id, 3 as rank from (
    select * from part_numbers where kind = 'code' order by number limit 1000) near where number like '%' || $1 || '%' limit 8)`;
  const nothing = '(select 0 as part_id, 0 as rank where false)';
  const rare = numbers(within, begins, holds);
  const common = numbers(within, begins, brand === null ? near : holds);
  const short = numbers(within, begins, nothing);
  const question = (name: string, text: string, limit: string, values: readonly string[]): Question => ({
    name,
    path: suggest(text),
    limit: { text: limit, values },
  });
  const choice = (more: Record<string, string>) =>
    new URLSearchParams({ brand: 'Volkswagen', model: 'Gol', year: '2012', ...more });
  return [
    ...samples.flatMap(({ number, oem }) => [
      question('exact, own code', number, rare, [number]),
      question('exact, OEM number', oem, rare, [oem]),
      question('prefix, selective', number.slice(0, 8), rare, [number.slice(0, 8)]),
      question('contains, selective', number.slice(3, 9), rare, [number.slice(3, 9)]),
    ]),
    ...['1', '3', 'a', 'e2', '45'].map((text) => question('prefix, in very many', text, short, [text])),
    ...['0000', '1234', '9999', '0123'].map((text) => question('contains, in very many', text, common, [text])),
    question('in no part', 'qwxz0', common, ['qwxz0']),
    question(
      'words of product and vehicle',
      'filtro aceite gol 1.6',
      firstEight(
        'select distinct part_id from vehicle_parts where vehicle_id = any ($1::int[]) and part_product_id = any ($2::int[])',
      ),
      [gol, oil],
    ),
    ...samples.slice(0, 5).map(({ oem }) => question('brand and number', `renault ${oem}`, rare, [oem])),
    question(
      'words of a product and a vehicle brand',
      'filtro fiat',
      firstEight(`select distinct part_id from (
        select part_id from vehicle_parts where vehicle_id in (select id from vehicles where brand = 'Fiat')
          and part_product_id = any ($1::int[]) ${within} limit 5000) v`),
      [oil],
    ),
    question(
      'a word of a product',
      'disco',
      firstEight(`select id as part_id from parts where part_product_id in (
        select id from part_products where name_folded like $1 || '%') ${within}`),
      ['disco'],
    ),
    question(
      'another name of a product',
      'motor de arranque gol',
      firstEight(`select distinct part_id from vehicle_parts where vehicle_id = any ($1::int[])
        and part_product_id in (select id from part_products where name = 'Burro de arranque') ${within}`),
      [gol],
    ),
    question(
      'words that no part has',
      'filtro aceite gol submarino',
      firstEight('select 0 as part_id where $1 = 0::text'),
      ['1'],
    ),
    question(
      'words of a product',
      'filtro aceite',
      firstEight(`select id as part_id from parts where part_product_id = any ($1::int[]) ${within}`),
      [oil],
    ),
    question(
      'words of texts',
      'soporte reforzado',
      firstEight(`select part_id from (
        with t as materialized (select part_id from part_texts where words @@ $1::tsquery ${within}) select * from t) t`),
      ["'soporte' & 'reforzado'"],
    ),
    question(
      'words with a wrong letter',
      'filtro aseite',
      firstEight(`select id as part_id from parts where part_product_id = any ($1::int[]) ${within}`),
      [oil],
    ),
    {
      name: 'by vehicle: products',
      path: `${CATALOG}/vehicle-catalog/products?${choice({})}`,
      limit: {
        text: asJson(`select part_product_id, count(distinct part_id) from vehicle_parts
          where vehicle_id = any ($1::int[]) and is_offered ${within} group by 1`),
        values: [gol],
      },
    },
    {
      name: 'by vehicle: parts',
      path: `${CATALOG}/vehicle-catalog/parts?filter[in-vehicle_id]=${vehicles[0]?.ids.join(';')}&filter[matches-part_product_id]=${filters[0]?.ids[0]}`,
      limit: {
        text: firstEight(`select distinct part_id from vehicle_parts
          where vehicle_id = any ($1::int[]) and part_product_id = any ($2::int[]) ${within}`),
        values: [gol, firstOil],
      },
    },
    {
      name: 'by vehicle: choices',
      path: `${CATALOG}/vehicle-catalog/choices?${choice({})}`,
      limit: { text: asJson('select distinct brand from vehicles where $1 = $1'), values: ['1'] },
    },
    {
      name: 'by vehicle: a line',
      path: `${CATALOG}/vehicle-catalog/find?text=vw+gol+2012+1.6`,
      limit: {
        text: asJson(`select id from vehicles where model_folded like $1 || '%' and version_folded like $2 || '%'`),
        values: ['gol', '1.6'],
      },
    },
  ].filter(({ name }) => name.includes(options.only));
}

async function measure(questions: readonly Question[], app: Caller, limit: Caller, rounds: number) {
  const times = new Map<string, { app: number[]; limit: number[] }>();
  const time = async (call: Caller, path: string) => {
    const start = performance.now();
    await call({ method: 'GET', path });
    return performance.now() - start;
  };
  for (let round = -1; round < rounds; round++) {
    for (const question of questions) {
      const { name, path } = question;
      const values = question.limit.values.map(encodeURIComponent).join('&');
      const [mine, bare] = [await time(app, path), await time(limit, `/${encodeURIComponent(name)}?${values}`)];
      // The first round warms up.
      if (round < 0) continue;
      const known = times.get(name) ?? { app: [], limit: [] };
      known.app.push(mine);
      known.limit.push(bare);
      times.set(name, known);
    }
  }
  return times;
}

const LINES = 5000;
const MAX_WORDS = 7;
const ODD = [
  '%',
  '1.6',
  "'",
  '«gol»',
  '2010',
  '16v',
  'x'.repeat(60),
  '0',
  'ñandú',
  '98/05',
  '(((',
  'aseite',
  'del',
  'y',
];

/** Lines of words of products, vehicles and numbers in any order. The seed makes them the same in every run. */
async function randomLines(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ word: string }>(`
    select distinct regexp_split_to_table(name_folded, '\\s+') as word from part_products
    union select distinct regexp_split_to_table(model, '\\s+') from vehicles
    union select distinct brand from vehicles
    union (select code from parts order by hashint4(id) limit 300)
    union (select code from part_crosses order by hashint4(id) limit 300) order by word`);
  const words = [...rows.map(({ word }) => word), ...ODD.flatMap((word) => Array<string>(20).fill(word))];
  let seed = 35;
  const below = (limit: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * limit);
  };
  return Array.from({ length: LINES }, () =>
    Array.from({ length: 1 + below(MAX_WORDS) }, () => words[below(words.length)] ?? '').join(' '),
  );
}

async function measureLines(lines: readonly string[], app: Caller) {
  const times: { line: string; ms: number }[] = [];
  for (const line of lines) {
    const start = performance.now();
    await app({ method: 'GET', path: suggest(line) });
    times.push({ line, ms: performance.now() - start });
  }
  const all = times.map(({ ms }) => ms);
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 5);
  say(
    `\n${lines.length} random lines: p50 ${median(all).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms; the slowest:`,
  );
  for (const { line, ms } of slowest) say(`- ${ms.toFixed(0)} ms: ${line}`);
}

async function run({ connection, dataDir, size }: Catalogue) {
  const client = new pg.Client(connection);
  await client.connect();
  const { rows } = await client.query<{ id: number }>('select id from part_brands where name = $1', [SMALL_BRAND]);
  const brand = rows[0]?.id ?? 0;
  await addUsers(client, brand);
  const server = await startProcess({ kind: 'app', connection, dataDir });
  try {
    const headers = await signIn(server.url);
    const lines = await randomLines(client);
    for (const who of ['admin', 'maker'] as const) {
      const questions = await readQuestions(client, who === 'admin' ? null : brand);
      const token = randomUUID();
      const statements = Object.fromEntries(questions.map(({ name, limit }) => [name, limit.text]));
      const bare = await startProcess({ kind: 'limit', connection, token, statements });
      const times = await withCaller(server.url, headers[who], 1, (app) =>
        withCaller(bare.url, { authorization: `Bearer ${token}` }, 1, (limit) =>
          measure(questions, app, limit, options.effort.rounds * 2),
        ),
      ).finally(bare.stop);
      say(`\n${size.name} parts, as ${who === 'admin' ? 'an admin' : 'a manufacturer of one small brand'}\n`);
      say(`| | p50 ms | p99 ms | limit p50 | limit p99 | p50 of it |\n|---|---|---|---|---|---|`);
      for (const [name, { app, limit }] of times) {
        const figures = [median(app), quantile(app, 0.99), median(limit), quantile(limit, 0.99)];
        const ratio = `${(median(app) / median(limit)).toFixed(1)}×`;
        say(`| ${[name, ...figures.map((ms) => ms.toFixed(1)), ratio].join(' | ')} |`);
      }
      if (options.only === '') await withCaller(server.url, headers[who], 1, (app) => measureLines(lines, app));
    }
  } finally {
    await server.stop();
    await client.end();
  }
}

const size = options.sizes.at(-1);
if (!size) throw new Error('Say a size');
await withCatalogue({ size, dir: options.dir, richness: RICH, say }, run);
