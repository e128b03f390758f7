import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { api } from '@piezario/contract/api';
import { asUrl, createDatabase, EMPTY, withClient } from '@piezario/server/testing/database';
import { fingerprint } from '@piezario/server/testing/dump';
import { startS3 } from '@piezario/server/testing/s3';
import { expect, test } from 'vitest';
import { addPart, PIXEL } from './support/catalogue.ts';
import { makeDataDir, PLAIN, type Server, signIn, startCommand, startProcess } from './support/process.ts';

const embeddedIn = (dataDir: string) => ({
  ...{ host: join(dataDir, 'postgres'), port: 5432, user: 'postgres', database: 'piezario' },
});

/** The rows of all tables but the snapshots of the day, which a server takes as soon as it runs. */
const rowsIn = async (connection: Parameters<typeof fingerprint>[0]) => ({
  ...(await fingerprint(connection)),
  gap_snapshots: null,
});

const succeed = async (command: ReturnType<typeof startCommand>) => {
  const { code, output } = await command.ended;
  expect(output).toMatch(/^The backup is (complete|restored)\.$/m);
  expect(code).toBe(0);
};

async function addPicture(server: Server): Promise<number> {
  const admin = await signIn(server);
  const part_id = await addPart(admin);
  await admin.call(api.pictures.store, { body: { part_id, attachment: PIXEL } });
  return part_id;
}

async function pictureOf(server: Server, partId: number): Promise<Buffer> {
  const admin = await signIn(server);
  const { pictures } = await admin.call(api.parts.show, { params: { partId } });
  const response = await admin.fetch('GET', pictures[0]?.imageUrl ?? '');
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

test('a company moves from the embedded database and the disk to a server and S3, and back', async () => {
  const { settings: s3 } = await startS3();
  const [home, other] = [await makeDataDir(), await makeDataDir()];
  const running = startProcess({ ...PLAIN, DATA_DIR: home });
  const part = await addPicture(running);
  const picture = await pictureOf(running, part);
  const rows = await rowsIn(embeddedIn(home));

  const [there, back] = [join(other, 'there.tar'), join(other, 'back.tar')];
  await succeed(startCommand('backup', there, { DATA_DIR: home }));
  const refused = await startCommand('restore', there, { DATA_DIR: home }).ended;
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('is in use by process') });
  await running.end();

  const connection = await createDatabase({ template: EMPTY });
  const onDisk = { DATABASE_URL: asUrl(connection), DATA_DIR: join(other, 'elsewhere') };
  const elsewhere = {
    ...onDisk,
    ...{ S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_PATH_STYLE: '1' },
    ...{ S3_ACCESS_KEY_ID: s3.accessKeyId, S3_SECRET_ACCESS_KEY: s3.secretAccessKey },
  };
  await succeed(startCommand('restore', there, elsewhere));
  expect(await rowsIn(connection)).toEqual(rows);
  const moved = startProcess({ ...PLAIN, ...elsewhere });
  expect(await pictureOf(moved, part)).toEqual(picture);
  const added = await addPicture(moved);
  await moved.end();

  const incomplete = await startCommand('backup', back, onDisk).ended;
  expect(incomplete).toMatchObject({
    code: 1,
    output: expect.stringContaining('files of this database are elsewhere'),
  });
  await succeed(startCommand('backup', back, elsewhere));
  const DATA_DIR = join(other, 'home');
  await succeed(startCommand('restore', back, { DATA_DIR }));
  const returned = startProcess({ ...PLAIN, DATA_DIR });
  await returned.url;
  expect(await rowsIn(embeddedIn(DATA_DIR))).toEqual(await rowsIn(connection));
  expect(await pictureOf(returned, part)).toEqual(picture);
  await pictureOf(returned, added);
  await returned.end();
  // A backup needs no running server.
  await succeed(startCommand('backup', join(other, 'stopped.tar'), { DATA_DIR }));
});

test('a damaged file is refused before a database is made', async () => {
  const folder = await makeDataDir();
  const [file, DATA_DIR] = [join(folder, 'backup.tar'), join(folder, 'new')];
  await succeed(startCommand('backup', file, { DATABASE_URL: asUrl(await createDatabase()), DATA_DIR: folder }));
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 2_000));
  const { code, output } = await startCommand('restore', file, { DATA_DIR }).ended;
  expect(code).toBe(1);
  expect(output).toMatch(/is damaged or cut off at .*: it ends too early/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

const WAITING = 'select from pg_locks where not granted';

test('an interrupted backup leaves no file of its name, and a partial file only when it was killed', async () => {
  const connection = await createDatabase();
  const DATA_DIR = await makeDataDir();
  const settings = { DATABASE_URL: asUrl(connection), DATA_DIR: join(DATA_DIR, 'data') };
  const interrupt = (signal: NodeJS.Signals) =>
    withClient(connection, async (client) => {
      await client.query('begin; lock table parts');
      const { child, ended } = startCommand('backup', join(DATA_DIR, 'backup.tar'), settings);
      await expect
        .poll(async () => (await client.query(`${WAITING} and relation = 'parts'::regclass`)).rowCount)
        .toBe(1);
      child.kill(signal);
      await ended;
    });
  await interrupt('SIGTERM');
  expect(await readdir(DATA_DIR)).toEqual(['data']);
  await interrupt('SIGKILL');
  expect(await readdir(DATA_DIR)).toEqual([expect.stringMatching(/^backup\.tar\.\w+\.partial$/), 'data']);
  await succeed(startCommand('backup', join(DATA_DIR, 'backup.tar'), settings));
});

/** Blocks a restore once all rows are loaded, before the transaction is committed. */
const HALT = `
  create function halt() returns event_trigger language plpgsql as $$ begin
    if to_regclass('part_brands') is null then return; end if;
    perform from part_brands;
    if found then perform pg_advisory_xact_lock(1); end if;
  end $$;
  create event trigger halt on ddl_command_start when tag in ('ALTER TABLE') execute function halt()`;

test('a restore that is killed is started again, and is then complete', async () => {
  const [source, target] = [await createDatabase(), await createDatabase({ template: EMPTY })];
  const folder = await makeDataDir();
  const file = join(folder, 'backup.tar');
  const origin = { DATABASE_URL: asUrl(source), DATA_DIR: join(folder, 'origin') };
  const settings = { DATABASE_URL: asUrl(target), DATA_DIR: join(folder, 'target') };
  const pictureIn = (dataDir: string) => join(dataDir, 'files', 'media', 'aa', 'foto.jpg');
  await withClient(source, (client) => client.query(`insert into part_brands (name) values ('Marca')`));
  await mkdir(dirname(pictureIn(origin.DATA_DIR)), { recursive: true });
  await writeFile(pictureIn(origin.DATA_DIR), 'a picture');
  await succeed(startCommand('backup', file, origin));

  await withClient(target, async (client) => {
    await client.query(`${HALT}; select pg_advisory_lock(1)`);
    const { child, ended } = startCommand('restore', file, settings);
    await expect.poll(async () => (await client.query(`${WAITING} and locktype = 'advisory'`)).rowCount).toBe(1);
    child.kill('SIGKILL');
    await ended;
    // PostgreSQL closes the connection of the killed process when it next uses it.
    await client.query('select pg_advisory_unlock(1)');
    const others = 'select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
    await expect.poll(async () => (await client.query(others)).rowCount).toBe(0);
    await client.query('drop event trigger halt; drop function halt');
  });
  expect(await fingerprint(target)).toEqual({});
  await succeed(startCommand('restore', file, settings));
  expect(await rowsIn(target)).toEqual(await rowsIn(source));
  expect(await readFile(pictureIn(settings.DATA_DIR), 'utf8')).toBe('a picture');
});
