import pg from 'pg';
import { expect, test } from 'vitest';
import { createDatabase, EMPTY } from '../testing/database.ts';
import { migrate } from './migrate.ts';

async function withClient<T>(connection: pg.ClientConfig, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connection);
  await client.connect();
  return use(client).finally(() => client.end());
}

test('four processes that start at once on an empty database all succeed', async () => {
  const connection = await createDatabase({ template: EMPTY });
  await Promise.all([migrate(connection), migrate(connection), migrate(connection), migrate(connection)]);
  const { rows } = await withClient(connection, (client) =>
    client.query('select version from migrations order by version'),
  );
  expect(rows.map(({ version }) => version)).toEqual(rows.map((_, index) => index + 1));
  expect(rows.length).toBeGreaterThan(0);
});

test('a database that is newer than the code is refused', async () => {
  const connection = await createDatabase();
  await withClient(connection, (client) => client.query("insert into migrations values (9999, '9999_later.sql', '')"));
  await expect(migrate(connection)).rejects.toThrow('The database is newer than this version of Piezario');
});

test('a migration that was changed after it ran is refused', async () => {
  const connection = await createDatabase();
  await withClient(connection, (client) => client.query("update migrations set checksum = 'other' where version = 1"));
  await expect(migrate(connection)).rejects.toThrow('0001_people.sql is not the one that this database was built with');
});
