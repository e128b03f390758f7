import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { addBrand, addCategory, addProduct } from '../../testing/catalogue.ts';
import { errorsOf, importFile, makeWorkbook } from '../../testing/imports.ts';
import { startJobs, startQueue } from '../../testing/jobs.ts';
import { enrol } from '../../testing/people.ts';
import { startServer } from '../../testing/server.ts';
import { soak } from '../../testing/soak.ts';

/* Groups of rows, and rows that the database refuses. SOAK=1 imports 20,000 rows. */

vi.setConfig({ testTimeout: 240_000 });

const server = await startServer({ jobLimits: { groupRows: 100 } });
const { db } = server;
startJobs(server);
const maker = await furnish(server);

/** A product, a brand, and a manufacturer who may import into it. */
async function furnish(owner: typeof server) {
  await addProduct(owner.db, (await addCategory(owner.db)).id, 'Pastillas');
  const brand = await addBrand(owner.db, 'Ñandú');
  return enrol(owner, 'manufacturer', { part_brand_id: brand.id });
}

const rows = (letter: string, length: number) =>
  Array.from({ length }, (_, index) => ['Ñandú', '', 'Pastillas', `${letter}${index}`, '', 'NO']);
const countParts = async (letter: string) => {
  const parts = await db.selectFrom('parts').where('code', 'like', `${letter}%`).select('id').execute();
  return parts.length;
};

test('a row that the database refuses is reported, and all other rows are saved', async () => {
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

test(`of ${MANY} rows with one error in a hundred, every error is listed and all other rows are saved`, async () => {
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
  const limited = await startServer();
  await startQueue(limited, { limits: { groupCharacters: 10_000 } });
  const owner = await furnish(limited);
  const long = rows('Q', 6).map((row, index) => [...row.slice(0, 4), `${index} ${'x'.repeat(4_990)}`]);
  expect(await importFile(owner, await makeWorkbook({ Piezas: long }))).toMatchObject({ rows_created: 6 });
  const { rows: groups } = await sql<{ size: number }>`
    select count(*)::int as size from parts group by xmin::text`.execute(limited.db);
  expect(groups).toEqual([{ size: 2 }, { size: 2 }, { size: 2 }]);
});
