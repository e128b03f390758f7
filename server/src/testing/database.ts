import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import * as connect from '../db/connection/connect.ts';
import { TEMPLATE } from './postgres.ts';
import type { Server } from './versions.ts';

/** A template of PostgreSQL's own. */
export const EMPTY = 'template0';

export type Connection = Server & { database: string } & Pick<connect.Address, 'pooler'>;

/** A database of its own for a test file, a copy of another: by default of one with every migration applied. */
export async function createDatabase({ template = TEMPLATE } = {}): Promise<Connection> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((client) => client.query(`create database ${database} template ${template} strategy file_copy`));
  const pooler = inject('pooler');
  return pooler ? { ...pooler, database, pooler: 'transaction' } : { ...inject('postgres'), database };
}

/** Does work that is for the whole run; the other workers wait meanwhile. */
export const byTurns = (what: string, work: (client: pg.Client) => Promise<void>) =>
  asAdmin(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [what]);
    await work(client);
  });

/** A database to copy others from. It is filled once in a run. */
export const createTemplate = (
  name: string,
  fill: (connection: Connection) => Promise<void>,
  from: { readonly template?: string } = {},
) =>
  byTurns(name, async (client) => {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (rowCount) return;
    const connection = await createDatabase(from);
    await fill(connection);
    await client.query(`alter database ${connection.database} rename to ${name}`);
  });

const asAdmin = <T>(work: (client: pg.Client) => Promise<T>) =>
  connect.withClient({ ...inject('postgres'), database: 'postgres' }, work);

type Given = pg.ClientConfig & Pick<connect.Address, 'pooler'>;

/** Past the pooler, for what needs a session of its own. */
export const direct = ({ pooler, ...connection }: Given): Given =>
  pooler ? { ...connection, ...inject('postgres') } : connection;

/** A client of the test, which no pooler disturbs. */
export const withClient = <T>(connection: Given, work: (client: pg.Client) => Promise<T>) =>
  connect.withClient(direct(connection), work);

/** The database as the application uses it, until the work is done. */
export async function withDb<T>(connection: Given, work: (db: connect.Db) => Promise<T>): Promise<T> {
  const db = connect.connect({ ...direct(connection), max: 1 }, () => {});
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** A transaction that stays open for as long as its test: those of the application may not pause for that long. */
export async function openTransaction(connection: Given) {
  const client = await connect.openClient(direct(connection));
  await client.query('begin');
  let ending: Promise<void> | undefined;
  const end = async () => {
    await client.query('commit');
    await client.end();
  };
  const commit = () => {
    ending ??= end();
    return ending;
  };
  onTestFinished(commit);
  return { query: (text: string) => client.query(text), commit };
}

/** The connection as the setting DATABASE_URL. */
export const asUrl = ({ database, port, pooler: _, ...server }: Connection) =>
  `postgresql:///${database}?${new URLSearchParams({ ...server, port: `${port}` })}`;
