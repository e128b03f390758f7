import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../config.ts';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { asUrl, openTransaction } from '../testing/database.ts';
import { finished, makeWorkbook, upload } from '../testing/imports.ts';
import { startQueue } from '../testing/jobs.ts';
import { startOwn } from '../testing/own-database.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { signal, signalDoor } from '../testing/versions.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';

const onLinux = test.runIf(process.platform === 'linux');

/** Opens a database that counts as lost after two seconds without an answer. */
async function openWatched() {
  const { connection } = await startOwn();
  const log: string[] = [];
  const config = { ...readConfig({ DATABASE_URL: asUrl(connection) }), maxSilence: 2_000 };
  const { db, probe, close } = await openDatabase({ ...config, log: (line) => log.push(line) });
  onTestFinished(close);
  onTestFinished(() => signal(connection, 'SIGCONT'));
  const ask = async () => (await sql`select 1 as one`.execute(db)).rows;
  expect(await ask()).toEqual([{ one: 1 }]);
  return { connection, log, db, probe, ask };
}

onLinux('queries to a database that has vanished fail, and the log says so', async () => {
  const { connection, log, probe, ask } = await openWatched();
  await signal(connection, 'SIGSTOP');
  // The first uses the open connection, the others open new ones.
  const refused = await Promise.allSettled([ask(), ask(), sql`select 1`.execute(probe)]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect.poll(() => log).toContain('The database does not answer: its connections are given up');
  await signal(connection, 'SIGCONT');
  await expect.poll(ask).toEqual([{ one: 1 }]);
});

onLinux('a database that accepts no connections is not given up while it answers on open ones', async () => {
  const { connection, log, db } = await openWatched();
  await signalDoor(connection, 'SIGSTOP');
  for (let slow = 0; slow < 50; slow++) await sql`select pg_sleep(0.1)`.execute(db);
  expect(log).toEqual([]);
});

onLinux('a job whose database has vanished waits, and goes on when it is back', async () => {
  const { connection } = await startOwn();
  await migrate(connection);
  const server = await startServer({}, connection);
  const { id: brand } = await addBrand(server.db, 'Ñandú');
  const { id: product } = await addProduct(server.db, (await addCategory(server.db)).id, 'Pastillas');
  const { id: part } = await addPart(server.db, brand, product, 'A1');
  const maker = await enrol(server, 'manufacturer', { part_brand_id: brand });
  const lock = await openTransaction(connection);
  await lock.query(`select from parts where id = ${part} for update`);
  const log: string[] = [];
  await startQueue(server, { limits: { answer: 5_000 }, log: (line) => log.push(line) });
  const sheet = await makeWorkbook({ Piezas: [['Ñandú', '', 'Pastillas', 'A1', '', 'NO']] });
  const file = await upload(maker, sheet);
  const waiting = `select from pg_stat_activity where application_name = 'piezario job' and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await server.sql(waiting)).rows).toHaveLength(1);

  onTestFinished(() => signal(connection, 'SIGCONT'));
  await signal(connection, 'SIGSTOP');
  await expect.poll(() => log).toContainEqual(expect.stringContaining('waits: El servicio se está reiniciando'));
  await signal(connection, 'SIGCONT');
  await lock.commit();
  expect(await finished(maker, file)).toMatchObject({ state: 'done', rows_updated: 1 });
});
