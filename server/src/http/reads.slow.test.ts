import { api } from '@piezario/contract/api';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../config.ts';
import { addBrand, addCategory, addGrant, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { asUrl, withClient } from '../testing/database.ts';
import { download } from '../testing/exports.ts';
import { makeWorkbook, upload } from '../testing/imports.ts';
import { openSession } from '../testing/people.ts';
import { startReplicated } from '../testing/replicated.ts';
import { startServer } from '../testing/server.ts';

const TWO_MINUTES_PASS = `
  update operations set at = at - interval '2 minutes';
  update sessions set created_at = created_at - interval '2 minutes'`;

const brandsOf = async (client: Client) => (await client.call(api.brands.json, {})).map(({ name }) => name);

const { createDatabase, stopReplica, startReplica, suspendReplica, resumeReplica } = await startReplicated();

/** Starts a server, with an admin who saves and a reader who is answered by the replica. */
async function startReading(settings: Partial<Config> = {}) {
  const { connection, replica } = await createDatabase();
  const server = await startServer({ databaseReplicaUrls: [asUrl(replica)], ...settings }, connection);
  const admin = await server.signIn('admin');
  const reader = await server.signIn('admin');
  const onReplica = (text: string) => withClient(replica, async (client) => (await client.query(text)).rows);
  const standStill = () => {
    onTestFinished(async () => {
      await onReplica('select pg_wal_replay_resume()');
    });
    return onReplica('select pg_wal_replay_pause()');
  };
  await expect.poll(() => server.log.at(-1)).toMatch(/is read from$/);
  return { ...server, admin, reader, onReplica, standStill };
}

test('callers who have just saved, or whose rights have just changed, read from the primary', async () => {
  const server = await startReading({ maxReplicaLag: 10 * 60_000 });
  const { admin, reader, onReplica, standStill } = server;
  const { id } = await admin.call(api.brands.add, { body: { name: 'Primera' } });
  const { id: userId } = await server.addUser('manufacturer');
  const grant = await addGrant(server.db, userId, { part_brand_id: id });
  const maker = await openSession(server, userId);
  await server.sql(TWO_MINUTES_PASS);
  await expect
    .poll(() => onReplica(`select from operations where at < now() - interval '1 minute'`))
    .not.toHaveLength(0);

  await standStill();
  await admin.call(api.brands.add, { body: { name: 'Segunda' } });
  expect(await brandsOf(admin)).toEqual(['Primera', 'Segunda']);
  // A new brand may change what others see.
  expect(await brandsOf(reader)).toEqual(['Primera', 'Segunda']);
  await server.sql(TWO_MINUTES_PASS);
  // Later on they read from the replica, which is paused.
  await expect.poll(() => brandsOf(reader)).toEqual(['Primera']);
  await expect.poll(() => brandsOf(maker)).toEqual(['Primera']);
  await admin.call(api.users.withdraw, { body: { id: grant.id } });
  expect(await brandsOf(maker)).toEqual([]);
});

test('a caller with an active job reads from the primary', async () => {
  const server = await startReading({ maxReplicaLag: 10 * 60_000 });
  const { reader, standStill } = server;
  const { id } = await addBrand(server.db, 'Primera');
  await server.sql(TWO_MINUTES_PASS);
  await expect.poll(() => server.onReplica(`select from part_brands where id = ${id}`)).toHaveLength(1);
  await upload(reader, await makeWorkbook({ Piezas: [] }));
  await standStill();
  await addBrand(server.db, 'Segunda');
  await server.sql(TWO_MINUTES_PASS);
  expect(await brandsOf(reader)).toEqual(['Primera', 'Segunda']);
});

test('a replica that lags or stops is left out and logged, and no call fails', async () => {
  const { log, admin, reader, onReplica, standStill, ...server } = await startReading();
  await server.sql(TWO_MINUTES_PASS);
  await standStill();
  await admin.call(api.brands.add, { body: { name: 'Nueva' } });
  await expect.poll(() => log.at(-1)).toMatch(/is left out/);
  await expect.poll(() => brandsOf(reader)).toEqual(['Nueva']);
  await onReplica('select pg_wal_replay_resume()');
  await expect.poll(() => log.at(-1)).toMatch(/is read from$/);

  let reading = true;
  const codes = new Set<number>();
  const readers = [admin, reader, reader].map(async (client) => {
    while (reading) codes.add((await client.send(api.brands.json, {})).code);
  });
  await stopReplica();
  await expect.poll(() => log.at(-1)).toMatch(/is left out/);
  reading = false;
  await Promise.all(readers);
  expect([...codes]).toEqual([200]);
  await startReplica();
  await expect.poll(() => log.at(-1)).toMatch(/is read from$/);
  expectLoggedOnce(log);
});

test.runIf(process.platform === 'linux')('a replica that hangs is left out, and no read fails', async () => {
  const { log, reader, ...server } = await startReading();
  const { id: brand } = await addBrand(server.db, 'Única');
  await server.sql(TWO_MINUTES_PASS);
  await expect.poll(() => brandsOf(reader)).toEqual(['Única']);

  onTestFinished(resumeReplica);
  await suspendReplica();
  const reads = Array.from({ length: 5 }, () => brandsOf(reader));
  // An export is not retried on the primary, but it ends. It may also have started on the primary.
  const exported = download(reader, 'json', { brand });
  await expect.poll(() => log.at(-1)).toMatch(/is left out/);
  await addBrand(server.db, 'Nueva');
  expect(await brandsOf(reader)).toEqual(['Nueva', 'Única']);
  for (const names of await Promise.all(reads)) expect(names).toContain('Única');
  expect([200, 503]).toContain((await exported).response.status);

  await resumeReplica();
  await expect.poll(() => log.at(-1)).toMatch(/is read from$/);
  expectLoggedOnce(log);
});

test('a replica that refuses connections is left out, and finishes its running exports', async () => {
  const { log, reader, connection, onReplica, ...server } = await startReading();
  const { id: brand } = await addBrand(server.db);
  const { id: product } = await addProduct(server.db, (await addCategory(server.db)).id);
  // More than all buffers hold.
  await server.sql(`insert into parts (part_brand_id, part_product_id, code, observation)
    select ${brand}, ${product}, 'C' || i, (select string_agg(md5(i::text || n), '') from generate_series(1, 150) n)
    from generate_series(1, 4000) i`);
  await server.sql(TWO_MINUTES_PASS);
  const exports = `select from pg_stat_activity where application_name = 'piezario' and state <> 'idle'
    and datname = current_database()`;
  const hangUp = new AbortController();
  onTestFinished(() => hangUp.abort());
  const path = `/api/backend/exporter/files/json/${brand}/all/file.json`;
  let bytes: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const begin = async () => {
    await bytes?.cancel();
    bytes = (await reader.fetch('GET', path, { signal: hangUp.signal })).body?.getReader();
    await bytes?.read();
    return onReplica(exports);
  };
  await expect.poll(begin).toHaveLength(1);

  await withClient({ ...connection, database: 'postgres' }, async (client) => {
    await client.query(`alter database ${connection.database} allow_connections false`);
    await expect.poll(() => log.at(-1)).toMatch(/is left out: .* is not currently accepting connections/);
    // Lasts several checks of the replica.
    await client.query('select pg_sleep(8)');
  });
  for (let isRead = false; !isRead; ) isRead = (await bytes?.read())?.done ?? true;
});

/** Expects that each change of the replica's state was logged once. */
function expectLoggedOnce(log: readonly string[]) {
  const isLeftOut = log.map((line) => /left out/.test(line));
  expect(isLeftOut).toEqual(isLeftOut.map((_, index) => isLeftOut[0] === (index % 2 === 0)));
}
