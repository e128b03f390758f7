import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { TEMPLATE } from './postgres.ts';

/** A database of its own for a test file, with every migration applied, or an empty one. */
export async function createDatabase({ empty = false } = {}): Promise<pg.ClientConfig> {
  const postgres = inject('postgres');
  const database = `test_${randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ ...postgres, database: 'postgres' });
  await client.connect();
  await client.query(`create database ${database} template ${empty ? 'template0' : TEMPLATE}`);
  await client.end();
  return { ...postgres, database };
}

/** The same, as the setting that a server process takes. */
export const asUrl = ({ host, port, user, database }: pg.ClientConfig) =>
  `postgresql:///${database}?${new URLSearchParams({ host: `${host}`, port: `${port}`, user: `${user}` })}`;
