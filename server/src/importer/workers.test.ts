import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import { errorsOf, finished, importFile, makeWorkbook, startImports, upload } from '../testing/imports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { createImportQueue } from './queue.ts';
import { sweepImports } from './sweep.ts';

/* The processes that do the work: they die, and the database refuses what they bring. */

// Tens of thousands of rows may take their time on a busy machine.
vi.setConfig({ testTimeout: 240_000 });

const server = await startServer();
const { db } = server;
startImports(server);
await addProduct(db, (await addCategory(db)).id, 'Pastillas');
const brand = await addBrand(db, 'Ñandú');
const maker = await enrol(server, 'manufacturer', { part_brand_id: brand.id });

const rows = (letter: string, length: number) =>
  Array.from({ length }, (_, index) => ['Ñandú', '', 'Pastillas', `${letter}${index}`]);
const countParts = async (letter: string) => {
  const parts = await db.selectFrom('parts').where('code', 'like', `${letter}%`).select('id').execute();
  return parts.length;
};

/** The processes that this server has started for imports. */
async function workers(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Kills workers as they come, until so many are dead. */
async function killWorkers(deaths: number, mayDie: () => Promise<boolean> = async () => true) {
  const killed = new Set<number>();
  const kill = async () => {
    for (const pid of await workers()) {
      if (killed.has(pid) || !(await mayDie())) continue;
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
    expect(killed.size).toBe(deaths);
  };
  await vi.waitFor(kill, { timeout: 200_000, interval: 5 });
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux('a worker that is killed is followed by another, which goes on where it was', async () => {
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows('K', 12_000) }));
  const done = async () => {
    const file = db.selectFrom('imports').where('udid', '=', udid).select('rows_done');
    return (await file.executeTakeFirstOrThrow()).rows_done;
  };
  await killWorkers(1);
  await killWorkers(1, async () => (await done()) >= 4_000);
  await killWorkers(1, async () => (await done()) >= 8_000);
  expect(await finished(maker, { udid })).toMatchObject({ state: 'done', rows_created: 12_000, errors_count: 0 });
  expect(await countParts('K')).toBe(12_000);
});

onLinux('a file on which every worker dies is given up, and the next one has its turn', async () => {
  const deadly = await upload(maker, await makeWorkbook({ Piezas: rows('L', 8_000) }));
  const next = await upload(maker, await makeWorkbook({ Piezas: rows('M', 1) }));
  await killWorkers(3);
  expect(await finished(maker, deadly)).toMatchObject({
    state: 'failed',
    status_message: expect.stringMatching(/^Fallido: el archivo no se pudo leer/),
    rows_done: 0,
  });
  expect(await finished(maker, next)).toMatchObject({ state: 'done', rows_created: 1 });
});

test.each([
  ['of which nothing is heard', { silence: 0 }, /^Fallido: el archivo no se pudo leer/],
  ['that takes too long', { total: 0 }, /^Fallido: tardó demasiado/],
])('a file with a worker %s fails at once', async (_, limits, reason) => {
  const slow = await startServer();
  const { db, connection, files, dataDir } = slow;
  const log = () => {};
  const queue = await createImportQueue({ db, connection, files, dataDir, log, limits });
  onTestFinished(() => queue.stop());
  const owner = await enrol(slow, 'manufacturer');
  const { udid } = await upload(owner, await makeWorkbook({ Piezas: rows('R', 8_000) }));
  queue.start();
  const { state, status_message, rows_done } = await finished(owner, { udid });
  expect({ state, status_message, rows_done }).toEqual({
    state: 'failed',
    status_message: expect.stringMatching(reason),
    rows_done: 0,
  });
  expect(await db.selectFrom('imports').select('deaths').executeTakeFirstOrThrow()).toEqual({ deaths: 0 });
});

test('a row that the database refuses is found and told, and all the others go in', async () => {
  await sql`create function refuse_bad() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = 'check_violation'; end $$`.execute(db);
  await sql`create trigger refuse_bad before insert on parts for each row
    when (new.code in ('N77', 'N2345')) execute function refuse_bad()`.execute(db);
  const done = await importFile(maker, await makeWorkbook({ Piezas: rows('N', 5_000) }));
  expect(await errorsOf(maker, done)).toEqual([
    'Piezas 79 Código «N77»: No se pudo guardar (23514)',
    'Piezas 2347 Código «N2345»: No se pudo guardar (23514)',
  ]);
  expect(done).toMatchObject({ state: 'done', rows_created: 4_998, errors_count: 2, rows_done: 5_000 });
  expect(await countParts('N')).toBe(4_998);
});

test('what goes wrong inside the database is not blamed on rows', async () => {
  await sql`create function fail_inside() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = 'internal_error'; end $$`.execute(db);
  await sql`create trigger fail_inside before insert on parts for each row
    when (new.code = 'S3') execute function fail_inside()`.execute(db);
  const failed = await importFile(maker, await makeWorkbook({ Piezas: rows('S', 10) }));
  expect(failed).toMatchObject({ state: 'failed', errors_count: 0, rows_done: 0 });
  expect(await countParts('S')).toBe(0);
});

test('twenty thousand rows with one error in a hundred: every one is named, and all the others go in', async () => {
  const bad = (index: number) => index % 100 === 42;
  const all = rows('P', 20_000).map((row, index) => (bad(index) ? [...row, '', 'quizás'] : row));
  const done = await importFile(maker, await makeWorkbook({ Piezas: all }));
  expect(done.status_message).toBe('Completado con 200 errores: 19.800 nuevas, 0 modificadas, 0 sin cambios');
  const expected = all.flatMap((_, index) =>
    bad(index) ? [`Piezas ${index + 2} Habilitada «quizás»: Tiene que ser SI o NO`] : [],
  );
  expect(await errorsOf(maker, done)).toEqual(expected);
  expect(await countParts('P')).toBe(19_800);
});

test('rows with long texts are settled a few at a time', async () => {
  const long = rows('Q', 1_000).map((row, index) => [...row, `${index} ${'x'.repeat(4_990)}`]);
  expect(await importFile(maker, await makeWorkbook({ Piezas: long }))).toMatchObject({ rows_created: 1_000 });
  const { rows: groups } = await sql<{ size: number }>`
    select count(*)::int as size from parts where code like 'Q%' group by xmin::text order by 1`.execute(db);
  expect(groups.length).toBeGreaterThan(1);
});

test('an import whose file is gone says so', async () => {
  const { udid, key } = await db.transaction().execute(async (trx) => {
    const { udid } = await trx
      .insertInto('imports')
      .values({ user_id: maker.id, name: 'x.xlsx', bytes: 1, sha256: 'x', file_key: 'imports/nada.xlsx' })
      .returning('udid')
      .executeTakeFirstOrThrow();
    return { udid, key: 'imports/nada.xlsx' };
  });
  expect(await server.files.stat(key)).toBeNull();
  expect((await finished(maker, { udid })).status_message).toBe(
    'Fallido: el archivo ya no está en el servidor, subilo de nuevo',
  );
});

test('no worker leaves a file behind, and files without an import are swept', async () => {
  await vi.waitFor(async () => expect(await readdir(join(server.dataDir, 'importing'))).toEqual([]));
  const before = await readdir(join(server.dataDir, 'files', 'imports'));
  for (const name of ['new', 'old']) await server.files.put(`imports/${name}.xlsx`, Buffer.from('x'));
  const yesterday = new Date(Date.now() - 24 * 60 * 200_000);
  for (const name of ['old.xlsx', ...before]) {
    await utimes(join(server.dataDir, 'files', 'imports', name), yesterday, yesterday);
  }
  await sweepImports(db, server.files);
  expect((await readdir(join(server.dataDir, 'files', 'imports'))).sort()).toEqual([...before, 'new.xlsx'].sort());
});
