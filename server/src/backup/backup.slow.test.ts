import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@piezario/contract/api';
import type pg from 'pg';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { applyMigration, createMigrationsTable, readMigrations } from '../db/migrate.ts';
import type { Files } from '../files/files.ts';
import { openFiles } from '../files/open.ts';
import { addBrand } from '../testing/catalogue.ts';
import { createDatabase, EMPTY, withClient } from '../testing/database.ts';
import { fingerprint } from '../testing/dump.ts';
import { contentsOf } from '../testing/files.ts';
import { photo } from '../testing/images.ts';
import { upload } from '../testing/imports.ts';
import { makeRows } from '../testing/rows.ts';
import { describeSchema } from '../testing/schema.ts';
import { PASSWORD, startServer } from '../testing/server.ts';
import { readArchive, writeArchive } from './archive.ts';
import { createBackup } from './backup.ts';
import { checkBackup, restoreBackup } from './restore.ts';
import type { Entry } from './tar.ts';

const folder = await mkdtemp(join(tmpdir(), 'piezario-backup-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const newPath = () => join(folder, crypto.randomUUID());
const silent = () => {};

type Server = Awaited<ReturnType<typeof startServer>>;

async function backUp({ connection, files }: Pick<Server, 'connection' | 'files'>): Promise<string> {
  const path = newPath();
  await createBackup({ connection, files }, path, silent);
  return path;
}

/** As the command does it: the file is checked before anything else. */
async function restore(path: string, target: { connection: pg.ClientConfig; files: Files }): Promise<void> {
  await restoreBackup(await checkBackup(path, silent), target, silent);
}

/** An empty database and store. */
async function newTarget() {
  const dataDir = newPath();
  return {
    connection: await createDatabase({ template: EMPTY }),
    files: await openFiles({ dataDir, s3: null }),
    dataDir,
  };
}

const isEmpty = async ({ connection, files }: Awaited<ReturnType<typeof newTarget>>) =>
  Object.keys(await fingerprint(connection)).length === 0 && Object.keys(await contentsOf(files)).length === 0;

/** Rows of tables that the helpers leave empty, and full applications. A table is larger than an entry of a backup. */
const OTHER_ROWS = `
  insert into loaded_data (name) values ('taxonomy');
  insert into mercadolibre_categories (id, path) select 'MLA' || n, repeat('x', 300) from generate_series(1, 15000) n;
  insert into part_product_attributes (part_product_id, position, name) select id, 1, 'Alto' from part_products;
  insert into template_jobs (id, part_product_id) select min(j.id), min(p.id) from jobs j, part_products p;
  insert into part_product_vehicle_headers select p.id, h.id from part_products p, vehicle_headers h;
  insert into part_vehicles (part_id, vehicle_id, positions, quantity, note, from_year, until_year)
    select p.id, v.id, 'Trasera', 2, 'x', 2001, 2002 from parts p, vehicles v;
  insert into rejected_suggestions (part_id, vehicle_id, rejected_by)
    select min(p.id), min(v.id), min(u.id) from parts p, vehicles v, users u;
  insert into alternatives (part_id, other_id, decided_by) select min(p.id), max(p.id), min(u.id) from parts p, users u;
  insert into gap_snapshots (day, part_brand_id, part_product_id, parts, complete, publishable)
    select date '2026-01-05', part_brand_id, part_product_id, 3, 2, 1 from parts group by 2, 3;
  insert into pinned_brands (user_id, part_brand_id) select min(u.id), min(b.id) from users u, part_brands b;
  insert into conflict_counts (part_brand_id, part_product_id, pairs)
    select min(part_brand_id), min(part_product_id), 1 from parts;
  insert into removed_vehicles (id, origin, brand, model, model_master, version, engine_code, fuel, sold_from_year, components)
    values (1000000, '', 'Fiat', 'Duna', 'Duna', '', '', '', 1990, '{}');
  insert into shipped_vehicles (key, vehicle_id, fields, conflicts) select id, id, '{"brand": "Fiat"}', '{}' from vehicles;
  insert into vehicle_images (brand, model, image_key) values ('Fiat', 'Uno', 'media/aa/uno.jpg')`;

/** A server with a row in every table that a backup has, texts that COPY has to escape, a picture and a spreadsheet. */
async function startFilled() {
  const server = await startServer();
  const person = await server.addUser('admin');
  const admin = await server.guest.signIn(person.email, PASSWORD);
  const rows = await makeRows(server, { holders: [person.id], userRole: 'user' });
  const place = { part_brand_id: (await addBrand(server.db)).id, part_product_id: rows.product };
  const observation = 'Tab\t, línea\nnueva, \\N, \\. y «ñandú» 🚗';
  const part = await admin.call(api.parts.store, { body: { ...place, code: 'Ñ-1', observation } });
  await admin.call(api.pictures.store, { body: { part_id: part.id, attachment: await photo() } });
  const { id } = await admin.call(api.pictures.store, { body: { part_id: part.id, attachment: await photo() } });
  await admin.call(api.pictures.remove, { body: { part_id: part.id, picture_id: id } });
  await server.sql(OTHER_ROWS);
  await upload(admin, new File(['PK\x03\x04'], 'piezas.xlsx'));
  return { ...server, admin, email: person.email, place, part };
}

/** For the tests that change nothing. */
const filled = await startFilled();
const backup = await backUp(filled);

/** Creates parts with children, changes some and deletes others until `stop` is called. */
function startWriter({ admin, place }: Pick<Awaited<ReturnType<typeof startFilled>>, 'admin' | 'place'>) {
  const writer = { begun: new Set<string>(), finished: new Set<string>(), stop: async () => {} };
  let isStopped = false;
  const write = async () => {
    const attachment = await photo(60, 40);
    for (let n = 0; !isStopped; n++) {
      const code = crypto.randomUUID();
      writer.begun.add(code);
      const { id: part_id } = await admin.call(api.parts.store, { body: { ...place, code } });
      await admin.call(api.attributes.store, { body: { part_id, name: 'Alto', value: `${n}` } });
      await admin.call(api.pictures.store, { body: { part_id, attachment } });
      await admin.call(api.parts.update, { body: { ...place, part_id, code, observation: 'Cambió' } });
      const { id } = await admin.call(api.parts.store, { body: { ...place, code: `${code}-x` } });
      await admin.call(api.crosses.store, { body: { part_id: id, brand: 'Otra', code: '1' } });
      await admin.call(api.parts.remove, { body: { id } });
      writer.finished.add(code);
    }
  };
  const writing = write();
  writer.stop = () => {
    isStopped = true;
    return writing;
  };
  onTestFinished(() => writer.stop());
  return writer;
}

/** Waits until each writer has created, changed and deleted something. */
const wrote = (writers: readonly { finished: Set<string> }[]) =>
  expect.poll(() => writers.every(({ finished }) => finished.size > 0)).toBe(true);

const WAITING = `select from pg_locks where not granted and relation = 'mercadolibre_categories'::regclass`;

test('a backup has no later writes: every table has the rows and the checksum of the snapshot', async () => {
  const server = await startFilled();
  const before = await fingerprint(server.connection);
  expect(Object.keys(before).filter((name) => before[name]?.count === 0)).toEqual([]);
  // The backup has taken its snapshot, and waits for a table that is not written, before it reads any other.
  const path = await withClient(server.connection, async (client) => {
    await client.query('begin; lock table mercadolibre_categories');
    const written = backUp(server);
    await expect.poll(async () => (await client.query(WAITING)).rowCount).toBe(1);
    const writers = [1, 2, 3].map(() => startWriter(server));
    await wrote(writers);
    await client.query('rollback');
    await written;
    for (const { stop } of writers) await stop();
    return written;
  });
  const target = await newTarget();
  await restore(path, target);
  expect(await fingerprint(target.connection)).toEqual(before);
  expect(await fingerprint(server.connection)).not.toEqual(before);
});

const WRONG_COUNTERS = `select id from parts join part_counts n on n.part_id = parts.id where
  attributes_count <> (select count(*) from part_attributes where part_id = parts.id) or
  cross_count <> (select count(*) from part_crosses where part_id = parts.id) or
  pictures_count <> (select count(*) from part_pictures where part_id = parts.id)`;

test('a backup under load has what was finished before it and nothing begun after it, and works when restored', async () => {
  const server = await startFilled();
  const writers = [1, 2, 3].map(() => startWriter(server));
  await wrote(writers);
  const finished = writers.flatMap((writer) => [...writer.finished]);
  const path = await backUp(server);
  const begun = new Set(writers.flatMap((writer) => [...writer.begun]));
  await expect
    .poll(() => writers.flatMap((writer) => [...writer.finished]).every((code) => begun.has(code)))
    .toBe(false);
  for (const { stop } of writers) await stop();

  const target = await newTarget();
  await restore(path, target);
  const restored = await startServer({ dataDir: target.dataDir }, target.connection);
  const { rows: parts } = await restored.sql<{ code: string }>(`select code from parts where code like '%-%-%'`);
  const codes = parts.map(({ code }) => code.replace(/-x$/, ''));
  expect(codes).toEqual(expect.arrayContaining(finished));
  expect(codes.filter((code) => !begun.has(code))).toEqual([]);
  expect((await restored.sql(WRONG_COUNTERS)).rows).toEqual([]);

  const { rows: named } = await restored.sql<{ key: string }>(`select image_key as key from part_pictures
    where name = 'foto.jpg' union select thumbnail_key from part_pictures where name = 'foto.jpg'
    union select file_key from imports where name = 'piezas.xlsx'`);
  const [original, copied] = [await contentsOf(server.files), await contentsOf(target.files)];
  expect(named.length).toBeGreaterThan(finished.length);
  for (const { key } of named) expect(copied[key]?.equals(original[key] ?? Buffer.alloc(0)), key).toBe(true);

  const admin = await restored.guest.signIn(server.email, PASSWORD);
  const shown = await admin.call(api.parts.show, { params: { partId: server.part.id } });
  expect(shown).toMatchObject({ code: 'Ñ-1', observation: server.part.observation, pictures: [{ name: 'foto.jpg' }] });
  expect((await admin.fetch('GET', shown.pictures[0]?.imageUrl ?? '')).status).toBe(200);
});

test('ids of removed rows are not reused, not even in the restored system', async () => {
  const server = await startFilled();
  const last = await server.admin.call(api.parts.store, { body: { ...server.place, code: 'LAST' } });
  await server.admin.call(api.parts.remove, { body: { id: last.id } });
  const target = await newTarget();
  await restore(await backUp(server), target);
  const restored = await startServer({ dataDir: target.dataDir }, target.connection);
  const admin = await restored.guest.signIn(server.email, PASSWORD);
  const { id } = await admin.call(api.parts.store, { body: { ...server.place, code: 'NEXT' } });
  expect(id).toBe(last.id + 1);
  await admin.call(api.attributes.store, { body: { part_id: id, name: 'Alto', value: '1' } });
  expect((await restored.sql(WRONG_COUNTERS)).rows).toEqual([]);
});

test('the owner of a database who has no other rights can restore into it', async () => {
  const target = await newTarget();
  const user = `owner_${target.connection.database}`;
  await withClient({ ...inject('postgres'), database: 'postgres' }, async (client) => {
    await client.query(`create role ${user} login`);
    await client.query(`alter database ${target.connection.database} owner to ${user}`);
  });
  await restore(backup, { ...target, connection: { ...target.connection, user } });
  expect(await fingerprint(target.connection)).toEqual(await fingerprint(filled.connection));
  expect(await contentsOf(target.files)).toEqual(await contentsOf(filled.files));
});

test('a backup of an older schema is migrated to the schema of this version', async () => {
  const [source, target] = [await newTarget(), await newTarget()];
  const migrations = await readMigrations();
  await withClient(source.connection, async (client) => {
    await createMigrationsTable(client);
    for (const migration of migrations.slice(0, 5)) await applyMigration(client, migration);
    await client.query(`
      insert into part_brands (name) values ('Vieja');
      insert into part_categories (name) values ('Filtros');
      insert into part_products (part_category_id, name) values (1, 'Aire');
      insert into parts (part_brand_id, part_product_id, code, created_at)
        select 1, 1, 'C' || i, '2020-01-01' from generate_series(1, 3) i;
      insert into part_attributes (part_id, name, value) values (1, 'Alto', '1'), (1, 'Ancho', '2'), (3, 'Alto', '3');
      insert into part_crosses (part_id, brand, code) values (1, 'Fiat', 'Ñ 1')`);
  });
  await restore(await backUp(source), target);
  const expected = await withClient(await createDatabase(), describeSchema);
  expect(await withClient(target.connection, describeSchema)).toEqual(expected);
  const restored = await startServer({}, target.connection);
  expect((await restored.sql('select version from migrations')).rows).toHaveLength(migrations.length);
  expect((await restored.sql('select name from part_brands')).rows).toEqual([{ name: 'Vieja' }]);
  const counts =
    'select array_agg(attributes_count order by part_id) as counts, max(created_at) as latest from part_counts';
  expect((await restored.sql(counts)).rows).toEqual([{ counts: [2, 0, 1], latest: new Date('2020-01-01') }]);
  const tallies = 'select sum(parts)::int as parts, sum(applications)::int as applications from part_tallies';
  expect((await restored.sql(tallies)).rows).toEqual([{ parts: 3, applications: 0 }]);
  // Codes were compared differently in the older schema.
  const addCross = restored.sql(`insert into part_crosses (part_id, brand, code) values (1, 'Fiat', 'ñ-1')`);
  await expect(addCross).rejects.toThrow('part_crosses_key');
});

test('a database that is not empty is left as it is', async () => {
  const other = await startServer();
  await other.files.put('media/aa/other.jpg', Buffer.from('other'));
  const before = [await fingerprint(other.connection), await contentsOf(other.files)];
  await expect(restore(backup, other)).rejects.toThrow('The database is not empty. Nothing was changed.');
  expect([await fingerprint(other.connection), await contentsOf(other.files)]).toEqual(before);
});

test('a file that exists is not overwritten, and a backup can be read by its owner alone', async () => {
  expect((await stat(backup)).mode & 0o777).toBe(0o600);
  const before = await readFile(backup);
  await expect(createBackup(filled, backup, silent)).rejects.toThrow('exists already');
  expect(await readFile(backup)).toEqual(before);
});

test('a backup that fails leaves no file', async () => {
  const place = await mkdtemp(join(folder, 'failed-'));
  const nowhere = { endpoint: 'http://127.0.0.1:1', bucket: 'b', region: 'r', pathStyle: true };
  const files = await openFiles({ dataDir: place, s3: { ...nowhere, accessKeyId: 'a', secretAccessKey: 'b' } });
  await expect(createBackup({ ...filled, files }, join(place, 'backup'), silent)).rejects.toThrow(
    'Los archivos no están',
  );
  expect(await readdir(place)).toEqual([]);
});

test('a file that was damaged, cut off or is no backup is refused, and nothing is written', async () => {
  const good = await readFile(backup);
  const target = await newTarget();
  const refuse = async (bytes: Uint8Array, message: RegExp) => {
    const bad = newPath();
    await writeFile(bad, bytes);
    await expect(restore(bad, target)).rejects.toThrow(message);
  };
  // The end of the archive is marked by a kilobyte of zeros. Without them it is still complete.
  const END = 1024;
  const steps = Array.from({ length: 60 }, (_, step) => Math.floor((step * (good.length - END)) / 60));
  for (const step of steps) {
    // A zero may be padding between two entries, which is ignored.
    const at = good.findIndex((byte, index) => index >= step && byte !== 0);
    const flipped = Buffer.from(good);
    flipped[at] = (good[at] ?? 0) ^ 0x10;
    await refuse(flipped, /is damaged|is not a backup|is not the one|newer version/);
    await refuse(good.subarray(0, step), /is damaged or cut off at|is not a backup/);
  }
  await refuse(Buffer.alloc(10_000), /is not a backup of Piezario/);
  await refuse(Buffer.from('PK\x03\x04 a workbook'), /is not a backup of Piezario/);
  await expect(restore(newPath(), target)).rejects.toThrow('There is no file');
  expect(await isEmpty(target)).toBe(true);
});

test('the error names a damaged picture', async () => {
  const path = newPath();
  const bytes = await readFile(backup);
  const at = bytes.indexOf('media/');
  const key = bytes.toString('latin1', at, bytes.indexOf(0, at));
  bytes[at + 600] = (bytes[at + 600] ?? 0) ^ 1;
  await writeFile(path, bytes);
  await expect(checkBackup(path, silent)).rejects.toThrow(`the checksum of ${key} is another one`);
});

type Manifest = { version: number; migrations: { version: number; name: string; checksum: string }[] };

test.each<[string, (manifest: Manifest) => unknown, RegExp]>([
  [
    'of a newer format',
    (manifest) => ({ ...manifest, version: 2, tables: 'elsewhere' }),
    /newer version of Piezario \(format 2/,
  ],
  [
    'of a newer schema',
    ({ migrations, ...manifest }) => ({ ...manifest, migrations: [...migrations, ...migrations] }),
    /newer version of Piezario \(schema \d+; this one knows \d+\)/,
  ],
  [
    'with other migrations',
    ({ migrations: [first, ...rest], ...manifest }) => ({
      ...manifest,
      migrations: [{ ...first, checksum: 'x' }, ...rest],
    }),
    /Migration 0001_people.sql is not the one/,
  ],
])('a backup %s is refused, and nothing is written', async (_, change, message) => {
  const [changed, target] = [newPath(), await newTarget()];
  const rewrite = async function* (): AsyncGenerator<Entry> {
    for await (const { name, bytes } of readArchive(backup)) {
      const isManifest = name === 'manifest.json';
      yield { name, bytes: isManifest ? Buffer.from(JSON.stringify(change(JSON.parse(`${bytes}`)))) : bytes };
    }
  };
  await writeArchive(changed, rewrite());
  await expect(restore(changed, target)).rejects.toThrow(message);
  expect(await isEmpty(target)).toBe(true);
});
