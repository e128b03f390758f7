import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { addBrand, addCategory, addPart, addProduct } from '../testing/catalogue.ts';
import { errorsOf, finished, importFile, makeWorkbook, startImports, upload } from '../testing/imports.ts';
import { enrol } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { soak } from '../testing/soak.ts';
import { readWorkbook } from '../testing/written-workbook.ts';
import type { Limits } from './limits.ts';
import { createImportQueue } from './queue.ts';
import { sweepImports } from './sweep.ts';

/* Worker processes that die or get stuck, and rows that the database refuses. SOAK=1 imports 20,000 rows. */

vi.setConfig({ testTimeout: 240_000 });

const DAY = 24 * 60 * 60_000;
const GROUP = 100;
const server = await startServer({ importLimits: { groupRows: GROUP } });
const { db } = server;
startImports(server);
const { maker, ...ids } = await furnish(server);

/** A product, a brand, and a manufacturer who may import into it. */
async function furnish(owner: typeof server) {
  const product = await addProduct(owner.db, (await addCategory(owner.db)).id, 'Pastillas');
  const brand = await addBrand(owner.db, 'Ñandú');
  return { product, brand, maker: await enrol(owner, 'manufacturer', { part_brand_id: brand.id }) };
}

const rows = (letter: string, length: number) =>
  Array.from({ length }, (_, index) => ['Ñandú', '', 'Pastillas', `${letter}${index}`, '', 'NO']);
const countParts = async (letter: string) => {
  const parts = await db.selectFrom('parts').where('code', 'like', `${letter}%`).select('id').execute();
  return parts.length;
};

/** Adds a part and locks it, so that the group of rows with its code waits until it is unlocked. */
async function lockPart(code: string, { db: owner } = server, { brand, product } = ids) {
  const { id } = await addPart(owner, brand.id, product.id, code);
  const lock = await owner.startTransaction().execute();
  await lock.selectFrom('parts').where('id', '=', id).select('id').forUpdate().execute();
  let unlocking: Promise<void> | undefined;
  const unlock = () => {
    unlocking ??= lock.commit().execute();
    return unlocking;
  };
  onTestFinished(unlock);
  return { unlock };
}

/** The processes that this server has started for imports. */
async function workers(): Promise<number[]> {
  const children = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

/** Kills the next worker once `mayDie` holds. Returns the ids of all killed workers, so that the next call skips them. */
async function killWorker(earlier: readonly number[], mayDie: () => Promise<boolean> = async () => true) {
  const kill = async () => {
    const [pid] = (await workers()).filter((candidate) => !earlier.includes(candidate));
    expect(pid !== undefined && (await mayDie())).toBe(true);
    if (pid) process.kill(pid, 'SIGKILL');
    return [...earlier, pid ?? 0];
  };
  return vi.waitFor(kill, { timeout: 200_000, interval: 5 });
}

const onLinux = test.runIf(process.platform === 'linux');

onLinux('a worker that is killed is followed by another, which continues after the last saved group', async () => {
  const [second, third] = [await lockPart(`K${GROUP}`), await lockPart(`K${2 * GROUP}`)];
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows('K', 4 * GROUP) }));
  const hasSaved = (count: number) => async () => {
    const file = db.selectFrom('imports').where('udid', '=', udid).select('rows_done');
    return (await file.executeTakeFirstOrThrow()).rows_done === count;
  };
  const atStart = await killWorker([]);
  const inSecond = await killWorker(atStart, hasSaved(GROUP));
  await second.unlock();
  await killWorker(inSecond, hasSaved(2 * GROUP));
  await third.unlock();
  expect(await finished(maker, { udid })).toMatchObject({
    ...{ state: 'done', rows_created: 4 * GROUP - 2, rows_updated: 2, errors_count: 0 },
  });
  expect(await countParts('K')).toBe(4 * GROUP);
});

onLinux('a file on which every worker dies fails, and the next file is imported', async () => {
  const { unlock } = await lockPart('L0');
  const deadly = await upload(maker, await makeWorkbook({ Piezas: rows('L', 10) }));
  const next = await upload(maker, await makeWorkbook({ Piezas: rows('M', 1) }));
  let killed: readonly number[] = [];
  for (let death = 0; death < 3; death++) killed = await killWorker(killed);
  expect(await finished(maker, deadly)).toMatchObject({
    state: 'failed',
    status_message: expect.stringMatching(/^Fallido: el archivo no se pudo leer/),
    rows_done: 0,
  });
  await unlock();
  expect(await finished(maker, next)).toMatchObject({ state: 'done', rows_created: 1 });
});

/** Another server, whose workers have other limits. */
async function startLimited(limits: Partial<Limits>) {
  const limited = await startServer();
  const { db, connection, files, dataDir } = limited;
  const queue = await createImportQueue({ db, connection, files, dataDir, log: () => {}, limits });
  onTestFinished(() => queue.stop());
  queue.start();
  return { ...limited, ...(await furnish(limited)) };
}

test.each([
  ['that reports no progress', { silence: 0 }, /^Fallido: el archivo no se pudo leer/],
  ['that takes too long', { total: 0 }, /^Fallido: tardó demasiado/],
])('a file with a worker %s fails at once', async (_, limits, reason) => {
  const limited = await startLimited(limits);
  await lockPart('R0', limited, limited);
  const { udid } = await upload(limited.maker, await makeWorkbook({ Piezas: rows('R', 10) }));
  const { state, status_message, rows_done } = await finished(limited.maker, { udid });
  expect({ state, status_message, rows_done }).toEqual({
    state: 'failed',
    status_message: expect.stringMatching(reason),
    rows_done: 0,
  });
  const { deaths } = await limited.db.selectFrom('imports').select('deaths').executeTakeFirstOrThrow();
  expect(deaths).toBe(0);
});

test('a server that is alone continues at once what a killed one left', async () => {
  const alone = await startServer();
  const { db, connection, files, dataDir } = alone;
  const { maker } = await furnish(alone);
  const { udid } = await upload(maker, await makeWorkbook({ Piezas: rows('U', 10) }));
  const leased_until = new Date(Date.now() + DAY);
  await db.updateTable('imports').set({ state: 'running', worker: crypto.randomUUID(), leased_until }).execute();
  const queue = await createImportQueue({ db, connection, files, dataDir, log: () => {}, isAlone: true });
  onTestFinished(() => queue.stop());
  queue.start();
  expect(await finished(maker, { udid })).toMatchObject({ state: 'done', rows_created: 10 });
});

test('a row that the database refuses is reported, and all the others are saved', async () => {
  await sql`create function refuse_bad() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = 'check_violation'; end $$`.execute(db);
  await sql`create trigger refuse_bad before insert on parts for each row
    when (new.code in ('N77', 'N234')) execute function refuse_bad()`.execute(db);
  const done = await importFile(maker, await makeWorkbook({ Piezas: rows('N', 250) }));
  expect(await errorsOf(maker, done)).toEqual([
    'Piezas 79 Código «N77»: No se pudo guardar (23514)',
    'Piezas 236 Código «N234»: No se pudo guardar (23514)',
  ]);
  expect(done).toMatchObject({ state: 'done', rows_created: 248, errors_count: 2, rows_done: 250 });
  expect(await countParts('N')).toBe(248);
});

test('an internal error of the database is not reported as an error of the rows', async () => {
  await sql`create function fail_inside() returns trigger language plpgsql as $$
    begin raise exception 'no' using errcode = 'internal_error'; end $$`.execute(db);
  await sql`create trigger fail_inside before insert on parts for each row
    when (new.code = 'S3') execute function fail_inside()`.execute(db);
  const failed = await importFile(maker, await makeWorkbook({ Piezas: rows('S', 10) }));
  expect(failed).toMatchObject({ state: 'failed', errors_count: 0, rows_done: 0 });
  expect(await countParts('S')).toBe(0);
});

const MANY = soak(1_000, 20_000);

test(`of ${MANY} rows with one error in a hundred, every error is listed and all the others are saved`, async () => {
  const bad = (index: number) => index % 100 === 42;
  const all = rows('P', MANY).map((row, index) => (bad(index) ? [...row.slice(0, 5), 'quizás'] : row));
  const done = await importFile(maker, await makeWorkbook({ Piezas: all }));
  const errors = MANY / 100;
  const saved = MANY - errors;
  expect(done.status_message).toBe(
    `Completado con ${errors} errores: ${saved.toLocaleString('es-AR')} nuevas, 0 modificadas, 0 sin cambios`,
  );
  const expected = all.flatMap((_, index) =>
    bad(index) ? [`Piezas ${index + 2} Habilitada «quizás»: Tiene que ser SI o NO`] : [],
  );
  expect(await errorsOf(maker, done)).toEqual(expected);
  expect(await countParts('P')).toBe(saved);
});

test('rows with long texts are saved in smaller groups', async () => {
  const limited = await startLimited({ groupCharacters: 10_000 });
  const long = rows('Q', 6).map((row, index) => [...row.slice(0, 4), `${index} ${'x'.repeat(4_990)}`]);
  expect(await importFile(limited.maker, await makeWorkbook({ Piezas: long }))).toMatchObject({ rows_created: 6 });
  const { rows: groups } = await sql<{ size: number }>`
    select count(*)::int as size from parts group by xmin::text`.execute(limited.db);
  expect(groups).toEqual([{ size: 2 }, { size: 2 }, { size: 2 }]);
});

test('an import whose file is gone says so', async () => {
  const file_key = 'imports/nada.xlsx';
  const { udid } = await db
    .insertInto('imports')
    .values({ user_id: maker.id, name: 'x.xlsx', bytes: 1, sha256: 'x', file_key })
    .returning('udid')
    .executeTakeFirstOrThrow();
  expect(await server.files.stat(file_key)).toBeNull();
  expect((await finished(maker, { udid })).status_message).toBe(
    'Fallido: el archivo ya no está en el servidor, subilo de nuevo',
  );
});

test('the file of an import is kept for so many days after its end, and the rows with errors for ever', async () => {
  const { udid } = await importFile(maker, await makeWorkbook({ Piezas: [['Ñandú', '', 'Nada', 'V1']] }));
  const { file_key } = await db
    .selectFrom('imports')
    .where('udid', '=', udid)
    .select('file_key')
    .executeTakeFirstOrThrow();
  const path = join(server.dataDir, 'files', file_key);
  const yesterday = new Date(Date.now() - DAY);
  await utimes(path, yesterday, yesterday);
  const endedDaysAgo = (days: number) =>
    db
      .updateTable('imports')
      .set({ finished_at: new Date(Date.now() - days * DAY) })
      .where('udid', '=', udid)
      .execute();
  for (const [days, isKept] of [
    [89, true],
    [91, false],
  ] as const) {
    await endedDaysAgo(days);
    await sweepImports(db, server.files, 90);
    expect((await server.files.stat(file_key)) !== null).toBe(isKept);
  }
  const errors = await maker.fetch('GET', `/api/backend/importer/files/${udid}/errors.xlsx`);
  expect(JSON.stringify(readWorkbook(Buffer.from(await errors.arrayBuffer())))).toContain('V1');
});

test('no worker leaves a file behind, and files without an import are swept', async () => {
  await vi.waitFor(async () => expect(await readdir(join(server.dataDir, 'importing'))).toEqual([]));
  const before = await readdir(join(server.dataDir, 'files', 'imports'));
  for (const name of ['new', 'old']) await server.files.put(`imports/${name}.xlsx`, Buffer.from('x'));
  const yesterday = new Date(Date.now() - DAY);
  for (const name of ['old.xlsx', ...before]) {
    await utimes(join(server.dataDir, 'files', 'imports', name), yesterday, yesterday);
  }
  await sweepImports(db, server.files, 90);
  expect((await readdir(join(server.dataDir, 'files', 'imports'))).sort()).toEqual([...before, 'new.xlsx'].sort());
});
