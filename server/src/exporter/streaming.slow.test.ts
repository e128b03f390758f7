import { readdir } from 'node:fs/promises';
import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { direct } from '../testing/database.ts';
import { download } from '../testing/exports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';
import { readWorkbook } from '../testing/written-workbook.ts';

const server = await startServer();
const { db } = server;
const [admin, staff] = [await enrol(server, 'admin'), await enrol(server, 'staff')];
const product = await addProduct(db, (await addCategory(db)).id);
const large = await addLargeBrand(db, product);

/** Adds a brand with more data than all buffers hold, so that a reader who stops makes the database wait. */
async function addLargeBrand(target: typeof db, { id }: { id: number }) {
  const brand = await addBrand(target);
  // In groups, each of which stays below the time limit of a statement on a slow machine.
  for (let first = 1; first <= 4000; first += 500) {
    await sql`insert into parts (part_brand_id, part_product_id, code, observation)
      select ${brand.id}, ${id}, 'C' || i, (select string_agg(md5(i::text || n), '') from generate_series(1, 150) n)
      from generate_series(${first}::int, ${first + 499}::int) i`.execute(target);
  }
  return brand;
}

const pathOf = (kind: string, brand: number) =>
  `/api/backend/exporter/files/${kind}/${brand}/all/file.${kind === 'json' ? 'json' : 'xlsx'}`;

/** Begins a download, reads its first bytes and hangs up. */
async function cutShort(client: Client, kind: string) {
  const hangUp = new AbortController();
  const { body } = await client.fetch('GET', pathOf(kind, large.id), { signal: hangUp.signal });
  await body?.getReader().read();
  hangUp.abort();
}

/** The queries of other connections to this test's database. */
async function busyConnections() {
  const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
  return rows;
}

/** Size of the pool, measured by the number of queries that wait in the database for one lock. */
async function countConnections() {
  const holder = await connectAlone();
  await holder.query('select pg_advisory_lock(1)');
  const waiting = Array.from({ length: 25 }, () => sql`select pg_advisory_xact_lock(1)`.execute(db));
  const count = async () => {
    const { rows } = await holder.query(
      "select count(*)::int from pg_locks where locktype = 'advisory' and not granted",
    );
    return rows[0].count;
  };
  await expect.poll(count).toBeGreaterThanOrEqual(20);
  const most = await count();
  await holder.query('select pg_advisory_unlock(1)');
  await Promise.all(waiting);
  return most;
}

async function connectAlone({ connection } = server) {
  const client = new pg.Client(direct(connection));
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

describe('a lost connection', () => {
  const WAVES = soak(5, 50);

  test(`frees everything, ${4 * WAVES} times in a row`, async () => {
    await cutShort(admin, 'json');
    await expect.poll(busyConnections).toEqual([]);
    const openFiles = async () => (await readdir('/proc/self/fd')).length;
    const before = await openFiles();
    for (let wave = 0; wave < WAVES; wave++) {
      await Promise.all([admin, admin, staff, staff].map((client) => cutShort(client, wave % 2 ? 'json' : 'parts')));
    }
    await expect.poll(busyConnections).toEqual([]);
    await expect.poll(openFiles).toBeLessThanOrEqual(before + 20);
    expect(await countConnections()).toBe(20);
  });

  test('while the download waits for a slot leaves nothing behind', async () => {
    const hangUp = new AbortController();
    const waiting = Array.from({ length: 12 }, () =>
      admin.fetch('GET', pathOf('json', large.id), { signal: hangUp.signal }).catch(() => null),
    );
    await Promise.race(waiting);
    hangUp.abort();
    await Promise.all(waiting);
    await expect.poll(busyConnections).toEqual([]);
    expect((await download(admin, 'json', { brand: large.id })).bytes.at(-1)).toBe(10);
  });

  test('to the database ends the download and frees its slot', async () => {
    for (let time = 0; time < 2; time++) {
      const { body } = await admin.fetch('GET', pathOf('json', large.id));
      const reader = body?.getReader();
      await reader?.read();
      await expect.poll(busyConnections).toHaveLength(1);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`.execute(db);
      const readOn = async () => {
        while (!(await reader?.read())?.done);
      };
      await expect(readOn()).rejects.toThrow();
    }
    expect((await download(admin, 'json', { brand: large.id })).response.status).toBe(200);
  });
});

test('twenty downloads at once by two people all get the same file', async () => {
  const brand = await addBrand(db);
  for (let part = 0; part < 50; part++) await addPart(db, brand.id, product.id);
  const asked = Array.from({ length: 20 }, (_, index) =>
    download(index % 2 ? admin : staff, 'parts', { brand: brand.id }),
  );
  const [first, ...others] = await Promise.all(asked);
  expect(first?.response.status).toBe(200);
  expect(others.map(({ bytes }) => first?.bytes.equals(bytes))).toEqual(others.map(() => true));
});

/** Begins downloads of the large brand and reads no more than their first bytes, until the test ends. */
async function pauseDownloads(clients: readonly Client[]) {
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  for (const client of clients) {
    const { body } = await client.fetch('GET', pathOf('json', large.id), { signal: hangUp.signal });
    await body?.getReader().read();
  }
  return hangUp;
}

test('four people who pause all downloads that they may have do not block the download of a fifth', async () => {
  const people = [admin, staff, await enrol(server, 'staff'), await enrol(server, 'staff')];
  await pauseDownloads(people);
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const { signal } = hangUp;
  for (const person of people) person.fetch('GET', pathOf('json', large.id), { signal }).catch(() => {});
  const brand = await addBrand(db);
  const { response } = await download(await enrol(server, 'staff'), 'parts', { brand: brand.id });
  expect(response.status).toBe(200);
});

test('a person who is deactivated while a download waits for a slot gets no byte of the file', async () => {
  const person = await enrol(server, 'staff');
  const held = await pauseDownloads([person, person]);
  const { id, url } = await person.call(api.downloads.ticket, { body: { path: pathOf('json', large.id) } });
  const waiting = server.guest.request('GET', url);
  const stateOf = async () => (await person.call(api.downloads.progress, { params: { id } })).state;
  await expect.poll(stateOf).toBe('running');
  await admin.call(api.users.remove, { body: { id: person.id } });
  held.abort();
  expect(await waiting).toMatchObject({ status: 401, message: 'access_token expired', result: null });
});

test('a download fails when its reader stops, but not when the server is slow', async () => {
  const impatient = await startServer({ slowestReader: { bytesPerSecond: 8 * 1024, patience: 1_000 } });
  const [one, other] = [await enrol(impatient, 'staff'), await enrol(impatient, 'staff')];
  const { id } = await addProduct(impatient.db, (await addCategory(impatient.db)).id);
  const [small, brand] = [await addBrand(impatient.db), await addLargeBrand(impatient.db, { id })];
  await addPart(impatient.db, small.id, id, 'A1');
  const lock = await connectAlone(impatient);
  await lock.query('begin; lock table mercadolibre_categories');
  const slow = await other.fetch('GET', pathOf('meli', small.id));

  const { id: ticket, url } = await one.call(api.downloads.ticket, { body: { path: pathOf('json', brand.id) } });
  const { body } = await impatient.guest.fetch('GET', url);
  const reader = body?.getReader();
  await reader?.read();
  const progress = () => one.call(api.downloads.progress, { params: { id: ticket } });
  await expect.poll(progress).toMatchObject({ state: 'failed', reason: expect.stringContaining('detenida') });
  const readOn = async () => {
    while (!(await reader?.read())?.done);
  };
  await expect(readOn()).rejects.toThrow();

  await lock.query('rollback');
  const { Observaciones } = readWorkbook(Buffer.from(await slow.arrayBuffer()));
  expect(JSON.stringify(Observaciones)).toContain('A1');
});

test('the first bytes are sent before the rows are read, and all sheets show the same snapshot', async () => {
  const brand = await addBrand(db);
  await addPart(db, brand.id, product.id, 'A1');
  const other = await connectAlone();
  await other.query('begin; lock table part_attributes in access exclusive mode');
  const response = await admin.fetch('GET', pathOf('for_importer', brand.id));
  const reader = response.body?.getReader();
  const chunks = [(await reader?.read())?.value ?? new Uint8Array()];
  expect(chunks[0]?.subarray(0, 2)).toEqual(new Uint8Array(Buffer.from('PK')));

  await addPart(db, brand.id, product.id, 'B2');
  // Changes the code, because a change of the description would read the locked attributes for its search words.
  const codes = db.updateTable('parts').set({ code: sql`code || '-CAMBIADA'` });
  await codes.where('part_brand_id', '=', brand.id).execute();
  await other.query('rollback');
  for (let next = await reader?.read(); next?.value; next = await reader?.read()) chunks.push(next.value);
  const { Piezas } = readWorkbook(Buffer.concat(chunks));
  expect(Piezas?.slice(1)).toMatchObject([{ 3: 'A1' }]);
});
