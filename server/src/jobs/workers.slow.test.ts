import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addCategory, addProduct } from '../testing/catalogue.ts';
import { openTransaction } from '../testing/database.ts';
import { finished, makeWorkbook, upload } from '../testing/imports.ts';
import { startJobs, startQueue } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { sendTemplate, templated } from '../testing/templates.ts';
import { furnish, killWorker, lockPart, onLinux, rows, workers } from '../testing/workers.ts';
import type { Limits } from './limits.ts';

/* Worker processes that die or get stuck, mostly at the example of imports. */

vi.setConfig({ testTimeout: 240_000 });

const DAY = 24 * 60 * 60_000;
const GROUP = 100;
const server = await furnish(await startServer({ jobLimits: { groupRows: GROUP } }));
const { db, brand } = server;
startJobs(server);

const enrolAnother = (owner = server) => enrol(owner, 'manufacturer', { part_brand_id: owner.brand.id });

onLinux('a file on which every worker dies fails, and the next file is imported', async () => {
  const { unlock } = await lockPart(server, 'L0');
  const other = await enrolAnother();
  // Workers from before, such as one that waits for another file of the first person.
  let killed: readonly number[] = await workers();
  const deadly = await upload(other, await makeWorkbook({ Piezas: rows('L', 10) }));
  const next = await upload(other, await makeWorkbook({ Piezas: rows('M', 1) }));
  for (let death = 0; death < 3; death++) killed = await killWorker(killed);
  expect(await finished(other, deadly)).toMatchObject({
    state: 'failed',
    status_message: expect.stringMatching(/^Fallido: el archivo no se pudo leer/),
    rows_done: 0,
  });
  await unlock();
  expect(await finished(other, next)).toMatchObject({ state: 'done', rows_created: 1 });
});

/** Blocks updates of the counts of a part until `letGo` is called, without locks that other statements wait for. */
async function haltAt(partId: number) {
  await sql`create function halt() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(db);
  await sql`create trigger halt before update on part_counts for each row when (new.part_id = ${sql.lit(partId)})
    execute function halt()`.execute(db);
  const lock = await openTransaction(server.connection);
  await lock.query('select pg_advisory_xact_lock(1)');
  return { letGo: lock.commit };
}

onLinux('a worker that is killed while it compares parts with a template is followed by another', async () => {
  const admin = await enrol(server, 'admin');
  const { id: product } = await addProduct(db, (await addCategory(db)).id);
  const { rows: added } = await sql<{ id: number }>`
    insert into parts (part_brand_id, part_product_id, code)
    select ${brand.id}, ${product}, 'T' || n from generate_series(1, ${3 * GROUP}::int) n returning id`.execute(db);
  const { letGo } = await haltAt(added[GROUP]?.id ?? 0);
  const earlier = await workers();
  await sendTemplate(admin, product, [templated('Ancho', { importance: 'required' })]);
  const job = async () => (await admin.call(api.templates.show, { params: { productId: product } })).job;
  await killWorker(earlier, async () => (await job())?.done === GROUP);
  await letGo();
  await vi.waitFor(async () => expect(await job()).toBeNull(), 200_000);
  const { rows: counted } = await sql`select missing_attributes, count(*)::int as parts from part_counts
    where part_product_id = ${product} group by 1`.execute(db);
  expect(counted).toEqual([{ missing_attributes: 1, parts: 3 * GROUP }]);
});

onLinux('the files of one person share a worker that nobody else gets, and at most two workers are kept', async () => {
  // No worker ends because it has waited long enough, however slow the machine is.
  const patient = await startLimited({ waiting: DAY });
  const another = () => enrolAnother(patient);
  const others = await workers();
  const importOne = async (client: typeof server.maker, code: string) => {
    const file = await upload(client, await makeWorkbook({ Piezas: rows(code, 1) }));
    expect(await finished(client, file)).toMatchObject({ state: 'done', rows_created: 1 });
    return (await workers()).filter((pid) => !others.includes(pid));
  };
  const [one, two, three] = [await another(), await another(), await another()];
  const [first = 0, ...more] = await importOne(one, 'N');
  expect(more).toEqual([]);
  expect(await importOne(one, 'O')).toEqual([first]);
  const [, second = 0] = await importOne(two, 'P');
  expect(await importOne(one, 'Q')).toEqual([first, second]);
  expect(await importOne(three, 'V')).toEqual([first, expect.any(Number)]);
  expect(await workers()).not.toContain(second);
});

/** Another server, whose workers have other limits. */
async function startLimited(limits: Partial<Limits>) {
  const limited = await startServer();
  await startQueue(limited, { limits });
  return furnish(limited);
}

onLinux.for([
  ['that waited long enough', { waiting: 0 }],
  ['that kept much memory', { waitingMemory: 0 }],
] as const)('a worker %s ends', async ([, limits]) => {
  const limited = await startLimited(limits);
  const others = await workers();
  const file = await upload(limited.maker, await makeWorkbook({ Piezas: rows('S', 1) }));
  expect(await finished(limited.maker, file)).toMatchObject({ state: 'done', rows_created: 1 });
  await vi.waitFor(async () => expect((await workers()).filter((pid) => !others.includes(pid))).toEqual([]), 200_000);
});

test.each([
  ['that reports no progress', { silence: 0 }, /^Fallido: el archivo no se pudo leer/],
  ['that takes too long', { total: 0 }, /^Fallido: tardó demasiado/],
])('a file with a worker %s fails at once', async (_, limits, reason) => {
  const limited = await startLimited(limits);
  await lockPart(limited, 'R0');
  const { udid } = await upload(limited.maker, await makeWorkbook({ Piezas: rows('R', 10) }));
  const { state, status_message, rows_done } = await finished(limited.maker, { udid });
  expect({ state, status_message, rows_done }).toEqual({
    state: 'failed',
    status_message: expect.stringMatching(reason),
    rows_done: 0,
  });
  const { deaths } = await limited.db.selectFrom('jobs').select('deaths').executeTakeFirstOrThrow();
  expect(deaths).toBe(0);
});

test('a server that is alone continues the jobs of a killed server at once', async () => {
  const alone = await startServer();
  const { maker } = await furnish(alone);
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows('U', 10) }));
  const leased_until = new Date(Date.now() + DAY);
  await alone.db.updateTable('jobs').set({ state: 'running', worker: crypto.randomUUID(), leased_until }).execute();
  await startQueue(alone, { isAlone: true });
  expect(await finished(maker, { udid })).toMatchObject({ state: 'done', rows_created: 10 });
});

test('no worker leaves a file behind', async () => {
  await vi.waitFor(async () => expect(await readdir(join(server.dataDir, 'jobs'))).toEqual([]), 200_000);
});
