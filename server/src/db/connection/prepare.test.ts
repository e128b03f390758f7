import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createDatabase, direct } from '../../testing/database.ts';
import { connect } from './connect.ts';
import { ONE_PLAN } from './prepare.ts';

// One connection, so that it is always the same that remembers.
const db = connect({ ...direct(await createDatabase()), max: 1 }, () => {});
afterAll(() => db.destroy());

async function readPrepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db);
  return rows.map(({ statement }) => statement);
}

test('a statement is prepared once for all its values', async () => {
  for (const id of [1, 2, 3]) await db.selectFrom('part_brands').where('id', '=', id).select('name').execute();
  expect(await readPrepared()).toEqual(['select "name" from "part_brands" where "id" = $1']);
});

test('a statement whose plan depends on what it is given is planned each time', async () => {
  const brands = db.selectFrom('part_brands').select('id');
  const before = await readPrepared();
  await brands.where('name', 'like', '%a%').execute();
  await brands.where('id', '>', 0).limit(5).execute();
  await db.selectFrom('parts').where('part_brand_id', '=', 1).select(sql`count(*)`.as('count')).execute();
  expect(await readPrepared()).toEqual(before);
});

test('a statement that has one plan is prepared, whatever its text looks like', async () => {
  for (const id of [1, 2]) await sql`${ONE_PLAN} select id from part_brands where id > ${id} limit 5`.execute(db);
  expect(await readPrepared()).toContain('/* one plan */ select id from part_brands where id > $1 limit 5');
});

test('a statement that failed can be sent again', async () => {
  const add = () => db.insertInto('part_brands').values({ name: 'Norvial' }).execute();
  await add();
  await expect(add()).rejects.toThrow('part_brands_name_key');
  await expect(add()).rejects.toThrow('part_brands_name_key');
});

test('a connection remembers so many, and the rest work all the same', async () => {
  for (let n = 0; n < 150; n++) {
    const { rows } = await sql`select ${n}::int as ${sql.ref(`column_${n}`)}`.execute(db);
    expect(rows).toEqual([{ [`column_${n}`]: n }]);
  }
  const prepared = await readPrepared();
  expect(prepared.filter((text) => !text.startsWith('/* one plan */')).length).toBe(100);
});
