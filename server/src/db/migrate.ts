import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { withClient } from './connect.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** An arbitrary number, the same in every process. */
const LOCK = 7_218_341;

export type Migration = {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
  readonly checksum: string;
};
/** A migration that a database or a backup was built with. */
export type Applied = Pick<Migration, 'version' | 'name' | 'checksum'>;

/**
 * Brings the database to the schema of this code: each file of `migrations/` once, in order, in a transaction of its
 * own. Processes that start together wait for each other.
 */
export const migrate = (connection: pg.ClientConfig): Promise<void> =>
  withClient(connection, async (client) => {
    const migrations = await readMigrations();
    while (await applyNext(client, migrations)) {
      // Another process may have its turn in between, and apply the next.
    }
  });

/** False when there is none left. A failure ends the connection, and with it the transaction. */
async function applyNext(client: pg.Client, migrations: readonly Migration[]): Promise<boolean> {
  await client.query('begin');
  await client.query(UNLIMITED);
  await lockSchema(client);
  await createMigrationsTable(client);
  const applied = await readApplied(client);
  refuseStranger(migrations, applied);
  const next = migrations[applied.length];
  if (next) await applyMigration(client, next);
  await client.query('commit');
  return next !== undefined;
}

/** The server may limit statements and transactions; work on the whole database takes as long as it takes. */
export const UNLIMITED = `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`;

/** Waits for the others that build or change the schema, until the transaction ends. */
export const lockSchema = (client: pg.Client) => client.query('select pg_advisory_xact_lock($1)', [LOCK]);

/** The schema that this code expects. */
export const latestVersion = async () => (await readMigrations()).length;

export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name, index) => {
      const version = Number(name.slice(0, 4));
      if (version !== index + 1) throw new Error(`Migration ${name} should be number ${index + 1}`);
      const sql = await readFile(new URL(name, FOLDER), 'utf8');
      return { version, name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

export const createMigrationsTable = (client: pg.Client) =>
  client.query(`create table if not exists migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);

export async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query<Applied>('select version, name, checksum from migrations order by version');
  return rows;
}

export function refuseStranger(migrations: readonly Migration[], applied: readonly Applied[]) {
  for (const { version, checksum } of applied) {
    const migration = migrations[version - 1];
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Piezario (it has migration ${version}, the code ends at ` +
          `${migrations.length}). Start the newer version, or restore a backup from before the upgrade.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new Error(
        `Migration ${migration.name} is not the one that this database was built with. ` +
          'Restore the file as it was and put the change into a new migration.',
      );
    }
  }
}

/** In the transaction of the caller. */
export async function applyMigration(client: pg.Client, { version, name, sql, checksum }: Migration) {
  try {
    await client.query(sql);
    await client.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
  } catch (error) {
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
