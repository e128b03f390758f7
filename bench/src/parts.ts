import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { hashPassword } from '../../server/dist/auth/passwords.js';
import { startEmbedded } from '../../server/dist/db/embedded.js';
import { loadReference } from '../../server/dist/reference/reference.js';
import { capture, type Plan } from './capture.ts';
import { BRAND, enrich, fill } from './data.ts';
import { type Call, median, timeEach, timeTogether, withCaller } from './measure.ts';
import { openApp, serve, startProcess } from './servers.ts';

/*
 * The calls of the parts catalogue with 300,000 parts, as ratios against the same SQL through plain node:http and pg,
 * alternating in one run because machines are noisy. BENCH_DIR keeps the data for another run; BENCH_ROUNDS is the
 * number of rounds; BENCH_ONLY names the calls to measure.
 */

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 6);
/** Target duration of a round, with calls in sequence. */
const ROUND_MS = 400;
const TOGETHER = 8;
const ONLY = process.env.BENCH_ONLY;

const EMAILS = { admin: 'admin@bench.example', maker: 'manufacturer@bench.example' };
const PASSWORD = 'una-clave-larga';

const say = (line: string) => process.stdout.write(`${line}\n`);

type Kind = {
  readonly name: string;
  readonly who: 'admin' | 'maker';
  readonly goal?: number;
  readonly calls: readonly Call[];
};

const list = (brand: number, queries: readonly Record<string, string>[]): Call[] =>
  queries.map((query) => ({
    method: 'GET',
    path: `/api/backend/user-catalog/parts/${brand}/all?${new URLSearchParams(query)}`,
  }));

const pages = (query: Record<string, string> = {}) =>
  [1, 2, 3, 5, 8, 13].map((page) => ({ ...query, 'page[number]': String(page) }));

const containing = (codes: readonly string[]) => codes.map((code) => ({ 'filter[contains-code]': code }));

const START = Date.now().toString(36);
let stored = 0;
const newPart = (brand: number, product: number) => () => ({
  part_brand_id: brand,
  part_product_id: product,
  code: `N${START}-${++stored}`,
  observation: 'Una pieza nueva',
});

async function run() {
  const dataDir = process.env.BENCH_DIR ?? (await mkdtemp(join(tmpdir(), 'piezario-bench-')));
  await mkdir(dataDir, { recursive: true });
  const { connection, stop } = await startEmbedded({ dataDir, log: () => {} });
  const client = new pg.Client(connection);
  try {
    const { app, db } = await openApp({ connection, dataDir });
    await loadReference(db, () => {});
    await fill(connection, say);
    await client.connect();
    const world = await readWorld(client);
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const tokens = { admin: await signIn(url, EMAILS.admin), maker: await signIn(url, EMAILS.maker) };
    const kinds = listKinds(world).filter(({ name }) => !ONLY || name.includes(ONLY));

    say('Reading which SQL the application sends');
    const captured = await captureAll(url, kinds, tokens);
    await app.close();

    const order = { connection, dataDir, ...captured };
    const servers = await Promise.all((['app', 'bare'] as const).map((kind) => startProcess({ ...order, kind })));
    try {
      await report(kinds, tokens, servers[0]?.url ?? '', servers[1]?.url ?? '');
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()));
    }
  } finally {
    await client.end();
    await stop();
    if (!process.env.BENCH_DIR) await rm(dataDir, { recursive: true, force: true });
  }
}

type Tokens = Readonly<Record<Kind['who'], string>>;

/** The bare server does not check tokens, so a header names the user. */
const headersOf = (tokens: Tokens, who: Kind['who']) => ({ authorization: `Bearer ${tokens[who]}`, 'x-who': who });

/** The SQL of each call, and the code and id that a store inserted. */
async function captureAll(url: string, kinds: readonly Kind[], tokens: Tokens) {
  const plans = new Map<string, Plan>();
  const stored = { code: '', id: 0 };
  for (const { who, calls } of kinds) {
    await withCaller(url, headersOf(tokens, who), 1, async (call) => {
      for (const { method, path, body } of calls) {
        const sent = body?.();
        const plan = await capture(async () => {
          const answer = await call({ method, path, ...(sent && { body: () => sent }) });
          if (sent) Object.assign(stored, { ...sent, id: JSON.parse(answer.toString()).result.id });
        });
        plans.set(`${who} ${method} ${path}`, plan);
      }
    });
  }
  return { plans, stored };
}

async function signIn(url: string, email: string): Promise<string> {
  const body = () => ({ email, password: PASSWORD });
  const path = '/api/backend/auth/login';
  const answer = await withCaller(url, {}, 1, (call) => call({ method: 'POST', path, body }));
  return JSON.parse(answer.toString()).result.access_token;
}

type World = { brand: number; category: number; product: number; rich: number[] };

/** The users and the ids for the calls. */
async function readWorld(client: pg.Client): Promise<World> {
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    (await client.query(text, values)).rows[0].id;
  const brand = await one('select id from part_brands where name = $1', [BRAND]);
  const hash = await hashPassword(PASSWORD);
  const user = (role: string, email: string) =>
    one(
      `insert into users (role, email, name, password_hash) values ($1, $2, $1, $3)
        on conflict ((lower(email))) do update set password_hash = excluded.password_hash returning id`,
      [role, email, hash],
    );
  await user('admin', EMAILS.admin);
  const maker = await user('manufacturer', EMAILS.maker);
  await client.query('insert into grants (user_id, part_brand_id) values ($1, $2) on conflict do nothing', [
    maker,
    brand,
  ]);
  const { rows } = await client.query<{ id: number }>(
    'select id from parts where part_brand_id = $1 order by hashint4(id) limit 20',
    [brand],
  );
  const rich = rows.map(({ id }) => id);
  await enrich(client, rich);
  return {
    brand,
    rich,
    category: await one('select min(part_category_id) as id from part_products'),
    product: await one('select min(id) as id from part_products'),
  };
}

function listKinds({ brand, category, product, rich }: World): Kind[] {
  return [
    { name: 'list page + counts + total, admin', who: 'admin', goal: 1.5, calls: list(brand, pages()) },
    { name: 'list page + counts + total, manufacturer', who: 'maker', goal: 1.5, calls: list(brand, pages()) },
    {
      name: 'contains on code',
      who: 'maker',
      goal: 1.3,
      calls: list(brand, containing(['00791', '1583', '0F-00', '4821', 'c4c-0'])),
    },
    { name: 'contains of two characters', who: 'maker', calls: list(brand, containing(['99', 'A7'])) },
    {
      name: 'list of a category',
      who: 'maker',
      calls: list(brand, pages({ 'filter[matches-part_category_id]': String(category) })),
    },
    { name: 'list by code', who: 'maker', calls: list(brand, pages({ sort: 'code' })) },
    { name: 'list by a count', who: 'maker', calls: list(brand, pages({ sort: '-vehicles_count' })) },
    { name: 'list by product', who: 'maker', calls: list(brand, pages({ sort: 'product' })) },
    {
      name: 'detail',
      who: 'maker',
      goal: 2,
      calls: rich.map((id) => ({ method: 'GET', path: `/api/backend/user-catalog/parts/show/${id}` })),
    },
    {
      name: 'store',
      who: 'maker',
      goal: 2,
      calls: [{ method: 'POST', path: '/api/backend/user-catalog/parts/store', body: newPart(brand, product) }],
    },
  ];
}

async function report(kinds: readonly Kind[], tokens: Tokens, appUrl: string, bareUrl: string) {
  say(`Load before: ${(await readFile('/proc/loadavg', 'utf8').catch(() => 'unknown')).trim()}\n`);
  say(`| call | app ms | bare ms | ratio | ${TOGETHER} at once: app ms | bare ms | ratio | aim |`);
  say('|---|---|---|---|---|---|---|---|');
  for (const { name, who, goal, calls } of kinds) {
    const headers = headersOf(tokens, who);
    const sides = [appUrl, bareUrl].map((url) => ({ url, each: [] as number[], together: [] as number[] }));
    const one = (url: string, length: number) =>
      withCaller(url, headers, 1, (call) => timeEach(call, repeat(calls, length)));
    const several = (url: string, length: number) =>
      withCaller(url, headers, TOGETHER, (call) => timeTogether(call, repeat(calls, length), TOGETHER));

    await refuseUnlikeAnswers(calls, (url, call) => withCaller(url, headers, 1, (send) => send(call)), appUrl, bareUrl);
    const warm = [...(await one(appUrl, 12)), ...(await one(bareUrl, 12))];
    const many = Math.round(Math.min(Math.max(ROUND_MS / median(warm), 6), 100));
    for (let round = 0; round < ROUNDS; round++) {
      // Each side goes first in every second round.
      for (const { url, each, together } of round % 2 ? sides.toReversed() : sides) {
        each.push(...(await one(url, many)));
        together.push(await several(url, 2 * many));
      }
    }
    const [app, bare] = sides.map(({ each, together }) => [median(each), median(together)] as const);
    if (app && bare) say(row(name, app, bare, goal));
  }
}

/** The bare server must answer as many bytes, or the comparison is not fair. */
async function refuseUnlikeAnswers(
  calls: readonly Call[],
  ask: (url: string, call: Call) => Promise<Buffer>,
  appUrl: string,
  bareUrl: string,
) {
  for (const call of calls) {
    const [app, bare] = [await ask(appUrl, call), await ask(bareUrl, call)];
    if (bare.length < 0.8 * app.length) throw new Error(`${call.path}: ${bare.length} bytes instead of ${app.length}`);
  }
}

const repeat = (calls: readonly Call[], length: number): Call[] =>
  Array.from({ length }, (_, index) => calls[index % calls.length]).filter((call) => call !== undefined);

function row(name: string, app: readonly [number, number], bare: readonly [number, number], goal?: number) {
  const figures = app.flatMap((time, index) => {
    const limit = bare[index] ?? Number.NaN;
    return [time.toFixed(2), limit.toFixed(2), `${(time / limit).toFixed(2)}×`];
  });
  return `| ${[name, ...figures, goal ? `≤ ${goal}×` : ''].join(' | ')} |`;
}

await (process.argv[2] === 'serve' ? serve() : run());
