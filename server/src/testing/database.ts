import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import * as connect from '../db/connection/connect.ts';
import { TEMPLATE } from './postgres.ts';
import type { Server } from './versions.ts';

/** The empty template of PostgreSQL. */
export const EMPTY = 'template0';

export type Connection = Server & { database: string } & Pick<connect.Address, 'pooler'>;

/** Creates a database for a test file as a copy of another one, by default of one with the current schema. */
export async function createDatabase({ template = TEMPLATE } = {}): Promise<Connection> {
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin((client) => client.query(`create database ${database} template ${template} strategy file_copy`));
  const pooler = inject('pooler');
  return pooler ? { ...pooler, database, pooler: 'transaction' } : { ...inject('postgres'), database };
}

/** Runs work for the whole run. Workers that call this with the same `what` wait for each other. */
export const byTurns = (what: string, work: (client: pg.Client) => Promise<void>) =>
  asAdmin(async (client) => {
    await client.query('select pg_advisory_lock(hashtext($1))', [what]);
    await work(client);
  });

/** Creates and fills a database from which others are copied, once per run. */
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

/** A connection that bypasses the pooler, for work that needs one session. */
export const direct = ({ pooler, ...connection }: Given): Given =>
  pooler ? { ...connection, ...inject('postgres') } : connection;

/** Runs work with a client that bypasses the pooler. */
export const withClient = <T>(connection: Given, work: (client: pg.Client) => Promise<T>) =>
  connect.withClient(direct(connection), work);

/** Runs work with a `Db` of one connection that bypasses the pooler. */
export async function withDb<T>(connection: Given, work: (db: connect.Db) => Promise<T>): Promise<T> {
  const db = connect.connect({ ...direct(connection), max: 1 }, () => {});
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

/** Opens a transaction that may stay idle until its test ends, unlike those of the application. */
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
