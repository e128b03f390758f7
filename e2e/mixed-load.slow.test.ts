import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { withDb } from '@piezario/server/testing/database';
import { forkRandom, seededRandom } from '@piezario/server/testing/random';
import { recount } from '@piezario/server/testing/recount';
import { soak } from '@piezario/server/testing/soak';
import { expect, test, vi } from 'vitest';
import { copyEmbedded } from './support/installation.ts';
import { Load } from './support/load.ts';
import { createEdits } from './support/load-edits.ts';
import { createJobs } from './support/load-jobs.ts';
import { OwnPart } from './support/load-own.ts';
import { addMaker, Caller, createWorld, tokenOf } from './support/load-world.ts';
import { killDatabase, PLAIN, signIn, startProcess } from './support/process.ts';

/* Several people change the same parts in every way while the server and its database are killed. */

/** Calls, not minutes: a slow machine gets the same load. */
const CALLS = soak(1_200, 6_000);
/** Kills of the server and of the database, in turn. */
const KILLS = soak(4, 12);
/** Timeout for the jobs that are queued at the end, which take longer than any other wait of the journeys. */
const JOBS_TIMEOUT = 600_000;
const LOOPS_PER_PERSON = 3;
const OWN_PARTS = 2;

vi.setConfig({ testTimeout: soak(3, 30) * JOBS_TIMEOUT });

test('after a mixed load with kills all derived rows equal a recount, and no acknowledged write is lost', async () => {
  const DATA_DIR = await copyEmbedded();
  // Several transactions even in a small job, so that kills and cancellations come between them.
  const settings = { ...PLAIN, DATA_DIR, JOB_GROUP_ROWS: '10' };
  let server = startProcess(settings);
  const setUp = await signIn(server);
  const world = await createWorld(setUp);
  const random = seededRandom();

  const killServer = async () => {
    await server.end('SIGKILL');
    server = startProcess(settings);
    await server.url;
  };
  const killPostgres = async () => {
    const lockFile = () => readFile(join(DATA_DIR, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
    const before = await lockFile();
    await killDatabase(DATA_DIR);
    await vi.waitFor(async () => {
      expect(await lockFile()).not.toBe(before);
      expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
    }, 100_000);
  };
  const outages = Array.from({ length: KILLS }, (_, n) => (n % 2 ? killPostgres : killServer));
  const load = new Load({ calls: CALLS, outages, url: () => server.url });

  const own: OwnPart[] = [];
  const loops: (() => Promise<void>)[] = [];
  for (const name of ['admin', 'beto', 'carla']) {
    const isAdmin = name === 'admin';
    const { id: part_brand_id } = await setUp.call(api.brands.add, { body: { name: `Propia de ${name}` } });
    const brands = [world.brands[0].id, part_brand_id];
    const token = isAdmin ? tokenOf(setUp) : await addMaker(setUp, `${name}@example.com`, brands);
    for (let loop = 0; loop < LOOPS_PER_PERSON; loop++) {
      const caller = new Caller(load, token, { isAdmin, random: forkRandom(random), name: `${name}${loop}` });
      const ownParts: OwnPart[] = [];
      for (let n = 0; n < OWN_PARTS; n++) {
        const place = { part_brand_id, part_product_id: random.pick(world.products).id };
        ownParts.push(await OwnPart.create(setUp, place, `P-${loop}-${n}`));
      }
      own.push(...ownParts);
      loops.push(createLoop(caller, ownParts));
    }
  }

  /** Returns the step of a loop, which makes edits while its last job runs. */
  function createLoop(caller: Caller, ownParts: readonly OwnPart[]) {
    const [edits, jobs] = [createEdits(world, caller), createJobs(world, caller)];
    let follow: (() => Promise<unknown>) | null = null;
    return async () => {
      const chance = caller.random.next();
      if (chance < 0.15) await caller.random.pick(ownParts).write(caller);
      else if (chance < 0.9) await caller.random.pick(edits)();
      else {
        await follow?.();
        follow = await caller.random.pick(jobs)();
      }
    };
  }

  await load.run(loops);
  expect(load.outages).toBe(KILLS);
  const acknowledged = own.reduce((sum, part) => sum + part.acknowledged, 0);
  expect(acknowledged).toBeGreaterThan(CALLS / 50);

  const connection = { host: join(DATA_DIR, 'postgres'), port: 5432, user: 'postgres', database: 'piezario' };
  await withDb(connection, async (db) => {
    const active = () => db.selectFrom('jobs').where('state', 'in', ['queued', 'running']).select('id').execute();
    await expect.poll(active, { timeout: JOBS_TIMEOUT }).toEqual([]);
    const admin = await signIn(server);
    const lost = await Promise.all(own.map((part) => part.findLost(admin)));
    expect(lost.flat()).toEqual([]);

    const jobs = await db.selectFrom('jobs').select(['id', 'kind', 'state', 'status_message']).execute();
    expect(jobs.filter(({ state }) => state === 'failed')).toEqual([]);
    expect(jobs.map(({ id }) => id)).toEqual(expect.arrayContaining(world.jobs));
    const parts = await db
      .selectFrom('parts')
      .select('id')
      .unionAll(db.selectFrom('removed_parts').select('id'))
      .execute();
    expect(parts.map(({ id }) => id)).toEqual(expect.arrayContaining(world.parts));
    expect(await recount(db)).toEqual([]);
  });
});
