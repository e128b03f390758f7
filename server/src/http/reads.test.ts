import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { addGrant } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { asUrl, withClient } from '../testing/database.ts';
import { openSession } from '../testing/people.ts';
import { startReplicated } from '../testing/replicated.ts';
import { startServer } from '../testing/server.ts';
import { readsCatalogue } from './reads.ts';

test('lists, searches and what else tells of the catalogue are read from replicas, and no work under way', () => {
  const read = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries(calls).flatMap(([name, call]) => (readsCatalogue(call) ? [`${noun}.${name}`] : [])),
  );
  const examples = ['parts.list', 'parts.sheet', 'search.list', 'vehicleCatalog.list', 'brands.json', 'pending.list'];
  expect(read).toEqual(expect.arrayContaining(examples));
  const nouns = new Set(read.map((name) => name.split('.')[0]));
  expect(
    ['importer', 'bulk', 'undos', 'pictureImports', 'users', 'clients', 'account'].filter((noun) => nouns.has(noun)),
  ).toEqual([]);
});

const TWO_MINUTES_PASS = `
  update operations set at = at - interval '2 minutes';
  update sessions set created_at = created_at - interval '2 minutes'`;

const brandsOf = async (client: Client) => (await client.call(api.brands.json, {})).map(({ name }) => name);

test('who has just saved, and whose rights have just changed, read what is true now', async () => {
  const { connection, replica } = await startReplicated();
  const lags = { databaseReplicaUrls: [asUrl(replica)], maxReplicaLag: 10 * 60_000 };
  const server = await startServer(lags, connection);
  const onReplica = (text: string) => withClient(replica, async (client) => (await client.query(text)).rows);
  const admin = await server.signIn('admin');
  const reader = await server.signIn('admin');
  const { id } = await admin.call(api.brands.add, { body: { name: 'Primera' } });
  const { id: userId } = await server.addUser('manufacturer');
  const grant = await addGrant(server.db, userId, { part_brand_id: id });
  const maker = await openSession(server, userId);
  await server.sql(TWO_MINUTES_PASS);
  await expect
    .poll(() => onReplica(`select from operations where at < now() - interval '1 minute'`))
    .not.toHaveLength(0);

  await onReplica('select pg_wal_replay_pause()');
  await admin.call(api.brands.add, { body: { name: 'Segunda' } });
  expect(await brandsOf(admin)).toEqual(['Primera', 'Segunda']);
  // Others read from the replica, which stands still.
  await expect.poll(() => brandsOf(reader)).toEqual(['Primera']);
  expect(await brandsOf(maker)).toEqual(['Primera']);
  await admin.call(api.users.withdraw, { body: { id: grant.id } });
  expect(await brandsOf(maker)).toEqual([]);
});

test('a replica that stays behind or ends is left out, and nobody notices but the log', async () => {
  const { connection, replica, stopReplica, startReplica } = await startReplicated();
  const { log, ...server } = await startServer({ databaseReplicaUrls: [asUrl(replica)] }, connection);
  const onReplica = (text: string) => withClient(replica, (client) => client.query(text));
  const admin = await server.signIn('admin');
  const reader = await server.signIn('admin');
  await server.sql(TWO_MINUTES_PASS);
  await expect.poll(() => log.at(-1)).toMatch(/is read from$/);

  await onReplica('select pg_wal_replay_pause()');
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
  // Each time is told once.
  const leftOut = log.map((line) => /left out/.test(line));
  expect(leftOut).toEqual(log.map((_, index) => index % 2 === 1));
});
