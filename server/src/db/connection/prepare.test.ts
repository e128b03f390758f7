import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, direct } from '../../testing/database.ts';
import { prepared } from '../prepared.ts';
import { connect } from './connect.ts';

// One connection, so that all queries share its prepared statements.
const db = connect({ ...direct(await createDatabase()), max: 1 }, () => {});
afterAll(() => db.destroy());

async function readPrepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

test('a marked statement is prepared once for all its values', async () => {
  for (const id of [1, 2]) await prepared(db).selectFrom('part_brands').where('id', '=', id).select('name').execute();
  for (const id of [1, 2]) await sql`select id from part_brands where id > ${id} limit 5`.execute(prepared(db));
  expect(await readPrepared()).toEqual([
    'select "name" from "part_brands" where "id" = $1',
    'select id from part_brands where id > $1 limit 5',
  ]);
});

test('unmarked statements are planned each time', async () => {
  const before = await readPrepared();
  await db.selectFrom('part_brands').select('id').where('name', '=', 'a').execute();
  await sql`select id from part_brands where name = ${'a'}`.execute(db);
  expect(await readPrepared()).toEqual(before);
});

test('a marked statement is prepared inside a transaction too', async () => {
  await db.transaction().execute((trx) => sql`select code from parts where id = ${1}`.execute(prepared(trx)));
  expect(await readPrepared()).toContain('select code from parts where id = $1');
});

test('a prepared statement that failed can be sent again', async () => {
  const add = () => prepared(db).insertInto('part_brands').values({ name: 'Norvial' }).execute();
  await add();
  await expect(add()).rejects.toThrow('part_brands_name_key');
  await expect(add()).rejects.toThrow('part_brands_name_key');
});

test('composed statements are prepared up to a limit, which leaves room for fixed ones', async () => {
  const before = (await readPrepared()).length;
  for (let n = 0; n < 150; n++) {
    const { rows } = await sql`select ${n}::int as ${sql.ref(`column_${n}`)}`.execute(prepared(db, 'composed'));
    expect(rows).toEqual([{ [`column_${n}`]: n }]);
  }
  expect((await readPrepared()).length).toBe(before + 100);
  await sql`select ${1}::int as fixed`.execute(prepared(db));
  expect(await readPrepared()).toContain('select $1::int as fixed');
});
