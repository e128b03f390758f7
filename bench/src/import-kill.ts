import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { count, writeImport } from './import-file.ts';
import { MainServer } from './main-server.ts';

/*
 * Kills the server with its worker and its embedded database at random moments of imports of 50,000 rows, a hundred
 * times. After each import the catalogue and the errors must equal those of an undisturbed import. Each import has its
 * own brand. BENCH_KILLS is the number of kills.
 */

const KILLS = Number(process.env.BENCH_KILLS ?? 100);
const PARTS = 10_000;
/** Long enough for some progress, and short enough to interrupt most imports. */
const MAX_LIFE_MS = 12_000;
const PRODUCT = 'Pastillas de la prueba';

const say = (line: string) => process.stdout.write(`${line}\n`);
const brandOf = (turn: number) => `Marca ${turn}`;

/** Ten thousand parts with forty thousand rows of children, and one error in a hundred rows. */
async function writeFile(path: string, brand: string) {
  const part = (n: number) => [brand, PRODUCT, `A-${n}`];
  const all = count(PARTS);
  await writeImport(path, {
    Piezas: all.map((n) => [brand, null, PRODUCT, `A-${n}`, `Pieza ñ ${n}`, n % 100 === 7 ? 'quizás' : 'SI', 'NO']),
    Atributos: all.map((n) => [...part(n), n % 100 === 9 ? null : 'Ancho', `${n}`, 'mm']),
    // Some rows are duplicates.
    Equivalencias: all.map((n) =>
      n % 100 === 11 ? [...part(n - 1), 'Fiat', `${n - 1}`] : [...part(n), 'Fiat', `${n}`],
    ),
    Aplicaciones: all.flatMap((n) => [1, 2].map((fit) => [...part(n), n % 100 === 13 ? 999_999 : fit + (n % 500)])),
  });
}

async function run() {
  const folder = await mkdtemp(join(tmpdir(), 'piezario-bench-kill-'));
  const dataDir = join(folder, 'data');
  const start = () => MainServer.start({ DATA_DIR: dataDir });
  let server = await start();
  try {
    const { id: category_id } = await server.call<{ id: number }>('catalog/part-categories/add', {
      name: 'De la prueba',
    });
    await server.call('catalog/part-products/add', { name: PRODUCT, category_id, mercadolibre_category: '' });

    const upload = async (turn: number) => {
      await server.call('catalog/part-brands/add', { name: brandOf(turn) });
      const path = join(folder, `${turn}.xlsx`);
      await writeFile(path, brandOf(turn));
      return server.upload(path);
    };
    const { udid } = await upload(0);
    const undisturbed = await server.finished(udid);
    const expected = await dump(dataDir, brandOf(0), udid);
    say(`Undisturbed: ${undisturbed.status_message}`);

    let killed = 0;
    const returns: number[] = [];
    for (let turn = 1; killed < KILLS; turn++) {
      const { udid } = await upload(turn);
      let deaths = 0;
      for (; killed < KILLS; deaths++) {
        await delay(Math.random() * MAX_LIFE_MS);
        const { state, rows_done } = await server.show(udid);
        if (state === 'done') break;
        const before = await withDatabase(dataDir, (client) => workerOf(client, udid));
        await server.end('SIGKILL');
        killed++;
        server = await start();
        returns.push(await returned(dataDir, udid, before?.worker));
        say(
          `  import ${turn}, death ${deaths + 1}, at row ${rows_done} or later: back after ${returns.at(-1)?.toFixed(1)} s`,
        );
      }
      const done = await server.finished(udid);
      assert.equal(done.status_message, undisturbed.status_message);
      assert.deepEqual(await dump(dataDir, brandOf(turn), udid), expected);
      say(`Import ${turn}: equal after ${deaths} deaths (${killed} of ${KILLS})`);
    }
    await server.end();
    const left = await readdir(join(dataDir, 'jobs'));
    say(`\n${killed} deaths, every import equal to the undisturbed one.`);
    say(
      `Work goes on at most ${Math.max(...returns).toFixed(1)} s after the server answers; files left behind: ${left.length}`,
    );
  } finally {
    await server.end('SIGKILL').catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

async function withDatabase<T>(dataDir: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ host: join(dataDir, 'postgres'), port: 5432, user: 'postgres', database: 'piezario' });
  await client.connect();
  return use(client).finally(() => client.end());
}

/** The worker of the import. */
const workerOf = (client: pg.Client, udid: string) =>
  client
    .query<{ worker: string; state: string }>(
      'select worker, state from jobs where id = (select id from imports where udid = $1)',
      [udid],
    )
    .then(({ rows }) => rows[0]);

/** Seconds until another worker has the import or it has ended. */
const returned = (dataDir: string, udid: string, dead: string | undefined) =>
  withDatabase(dataDir, async (client) => {
    const start = performance.now();
    for (;;) {
      const now = await workerOf(client, udid);
      if (now?.state === 'done' || now?.worker !== dead) return (performance.now() - start) / 1000;
      await delay(50);
    }
  });

/** The parts of a brand and the errors of its import, without times. */
const dump = (dataDir: string, brand: string, udid: string) =>
  withDatabase(dataDir, async (client) => {
    const parts = await client.query(
      `select p.code, p.observation, p.enabled, p.discontinued, p.version, n.attributes_count, n.cross_count, n.vehicles_count,
        array(select concat_ws('|', a.name, a.value, a.unit) from part_attributes a where a.part_id = p.id order by 1) as attributes,
        array(select concat_ws('|', c.brand, c.code) from part_crosses c where c.part_id = p.id order by 1) as crosses,
        array(select v.vehicle_id from part_vehicles v where v.part_id = p.id order by 1) as vehicles
      from parts p join part_counts n on n.part_id = p.id join part_brands b on b.id = p.part_brand_id
      where b.name = $1 order by p.code_bare`,
      [brand],
    );
    const errors = await client.query(
      `select sheet, row, "column", value, reason, cells - 0 as cells from import_errors
      where import_id = (select id from imports where udid = $1) order by id`,
      [udid],
    );
    return { parts: parts.rows, errors: errors.rows };
  });

await run();
