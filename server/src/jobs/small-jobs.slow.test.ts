import { randomUUID } from 'node:crypto';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { jobKinds } from '../app.ts';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import { openTransaction } from '../testing/database.ts';
import { finished, makeWorkbook, upload } from '../testing/imports.ts';
import { runJobs, startJobs } from '../testing/jobs.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { claimJob } from './lease.ts';
import { LIMITS } from './limits.ts';

/** A server with one product, and people who each own a brand. */
async function furnish() {
  const server = await startServer();
  const { db } = server;
  const product = await addProduct(db, (await addCategory(db)).id);

  /** A manufacturer whose brand has this many parts. */
  const addOwner = async (parts: number) => {
    const brand = await addBrand(db);
    const { rows } = await sql<{ id: number }>`
      insert into parts (part_brand_id, part_product_id, code)
      select ${brand.id}, ${product.id}, 'C' || n from generate_series(1, ${parts}::int) n returning id`.execute(db);
    const client = await enrol(server, 'manufacturer', { part_brand_id: brand.id });
    const [first = 0, ...others] = rows.map(({ id }) => id);
    const change = async (ids: number[], enabled: 0 | 1 = 0) =>
      (await client.call(api.bulk.store, { body: { ids, action: { do: 'enable', enabled } } })).id;
    return {
      ...{ client, brand, first },
      changeAll: () => change([first, ...others]),
      changeFirst: () => change([first], 1),
      read: (bulkId: number) => client.call(api.bulk.show, { params: { bulkId } }),
      finish: (bulkId: number) =>
        vi.waitFor(
          async () =>
            expect(await client.call(api.bulk.show, { params: { bulkId } })).toMatchObject({
              ...{ state: 'done', impossible: 0 },
            }),
          { timeout: 120_000, interval: 50 },
        ),
    };
  };
  return { ...server, product, addOwner };
}

test('a small job does not wait for long jobs of other people, but for earlier jobs of its owner', async () => {
  const server = await furnish();
  const { db, product } = server;
  const [long, alsoLong, small] = [
    await server.addOwner(LIMITS.groupRows + 1),
    await server.addOwner(LIMITS.groupRows + 1),
    await server.addOwner(1),
  ];
  const lock = await openTransaction(server.connection);
  await lock.query(`select from parts where id = ${long.first} for update`);

  startJobs(server);
  const running = await long.changeAll();
  await vi.waitFor(async () => expect(await long.read(running)).toMatchObject({ state: 'running' }), 120_000);
  const behind = await long.changeFirst();
  const waiting = await alsoLong.changeAll();
  // Both were queued before the small job.
  await small.finish(await small.changeFirst());
  const file = await upload(small.client, await makeWorkbook({ Piezas: [[small.brand.name, '', product.name, 'N1']] }));
  expect(await finished(small.client, file)).toMatchObject({ state: 'done', rows_created: 1 });
  expect(await long.read(running)).toMatchObject({ state: 'running', done: 0 });
  expect(await long.read(behind)).toMatchObject({ state: 'queued' });
  expect(await alsoLong.read(waiting)).toMatchObject({ state: 'queued' });

  await lock.commit();
  await long.finish(behind);
  await alsoLong.finish(waiting);
  const { enabled } = await db
    .selectFrom('parts')
    .where('id', '=', long.first)
    .select('enabled')
    .executeTakeFirstOrThrow();
  expect(enabled, 'the small job ran after the long one').toBe(true);
});

test('a save of a part outside the running group does not wait for the group', async () => {
  const GROUP = 5;
  const server = await furnish();
  const { db } = server;
  const owner = await server.addOwner(2 * GROUP);
  // The group stops in the middle of its changes, with all of its locks.
  await sql`create function halt() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock(1); return new; end $$`.execute(db);
  await sql`create trigger halt before update on parts for each row when (new.id = ${sql.lit(owner.first + GROUP - 1)})
    execute function halt()`.execute(db);
  const lock = await openTransaction(server.connection);
  await lock.query('select pg_advisory_xact_lock(1)');
  const id = await owner.changeAll();
  const jobs = runJobs(server, GROUP);
  await vi.waitFor(async () => {
    const { rows } = await sql`select from pg_locks join pg_database d on d.oid = database
      where datname = current_database() and locktype = 'advisory' and not granted`.execute(db);
    expect(rows).toHaveLength(1);
  }, 120_000);

  const part_id = owner.first + GROUP;
  await owner.client.call(api.attributes.store, { body: { part_id, name: 'Ancho', value: '1', unit: '' } });
  await owner.client.call(api.parts.remove, { body: { id: part_id } });
  expect(await owner.read(id)).toMatchObject({ state: 'running', done: 0 });
  await lock.commit();
  await jobs;
  expect(await owner.read(id)).toMatchObject({ state: 'done', changed: 2 * GROUP - 1, impossible: 1 });
});

test('jobs of one person keep their order while another loop takes the first of them', async () => {
  const server = await furnish();
  const kinds = jobKinds(server.db, server.files);
  const owner = await server.addOwner(2);
  const [first, second] = [await owner.changeAll(), await owner.changeFirst()];
  const lock = await openTransaction(server.connection);
  await lock.query(`select from jobs where id = ${first} for update`);
  for (const share of ['all', 'small'] as const) {
    expect(await claimJob(server.db, randomUUID(), kinds, share)).toBeUndefined();
  }
  await lock.commit();
  expect(await claimJob(server.db, randomUUID(), kinds, 'small')).toMatchObject({ id: first });
  expect(await claimJob(server.db, randomUUID(), kinds, 'all')).toBeUndefined();
  expect(await owner.read(second)).toMatchObject({ state: 'queued' });
});
