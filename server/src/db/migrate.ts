import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';
import { buildSchema, type Code, installCode, readCode } from './code.ts';
import { withClient } from './connection/connect.ts';
import { isCollision } from './transaction.ts';

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

/** The last migration with functions and triggers of its own. Later ones rely on those of `schema/`. */
const LAST_WITH_CODE = 31;
const MAX_ATTEMPTS = 5;

/**
 * Brings the database to the schema of this code. A new one is built from `schema/`. An existing one gets the missing
 * files of `migrations/`, and then the functions and triggers of `schema/`. Processes that start together wait for each
 * other.
 */
export const migrate = (connection: pg.ClientConfig): Promise<void> =>
  withClient(connection, async (client) => {
    const migrations = await readMigrations();
    const code = await readCode();
    while (await migrateStep(client, migrations, code)) {
      // Another process may take the lock in between, and apply the next one.
    }
  });

/** Returns whether a step is left. After a deadlock with a process of the previous version it tries again. */
async function migrateStep(client: pg.Client, migrations: readonly Migration[], code: Code): Promise<boolean> {
  for (let attempt = 1; ; attempt++) {
    await client.query('begin');
    try {
      const isLeft = await applyStep(client, migrations, code);
      await client.query('commit');
      return isLeft;
    } catch (error) {
      // Fails too when the connection is broken.
      await client.query('rollback').catch(() => {});
      if (attempt === MAX_ATTEMPTS || !isCollision((error as Error).cause ?? error)) throw error;
    }
  }
}

/**
 * Migrations up to LAST_WITH_CODE are steps of their own. The later ones are one step with the functions and triggers, so
 * that no process writes new tables with old triggers.
 */
async function applyStep(client: pg.Client, migrations: readonly Migration[], code: Code): Promise<boolean> {
  await client.query(UNLIMITED);
  await lockSchema(client);
  await createMigrationsTable(client);
  const applied = await readApplied(client);
  refuseStranger(migrations, applied);
  if (applied.length === 0) {
    await buildSchema(client);
    for (const migration of migrations) await recordMigration(client, migration);
    return false;
  }
  const isStep = applied.length < LAST_WITH_CODE;
  const missing = migrations.slice(applied.length, isStep ? applied.length + 1 : undefined);
  for (const migration of missing) await applyMigration(client, migration);
  if (!isStep) await installCode(client, code);
  return isStep;
}

/** Removes the timeouts that the server may set, for work on the whole database. */
export const UNLIMITED = `select set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true),
  set_config('idle_in_transaction_session_timeout', '0', true)`;

/** Locks the schema until the transaction ends. Waits for other processes that build or change it. */
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

/** Checksums of other contents that a migration once had. Later migrations lead to the same schema from both. */
const FORMER: Readonly<Record<number, string>> = {
  33: '160b393da43d5832ba9e062465b03a263fdc15cf2eb778a07bac3947255144a0',
};

export function refuseStranger(migrations: readonly Migration[], applied: readonly Applied[]) {
  for (const { version, checksum } of applied) {
    const migration = migrations[version - 1];
    if (!migration) {
      throw new Error(
        `The database is newer than this version of Piezario (it has migration ${version}, the code ends at ` +
          `${migrations.length}). Start the newer version, or restore a backup from before the upgrade.`,
      );
    }
    if (checksum !== migration.checksum && checksum !== FORMER[version]) {
      throw new Error(
        `Migration ${migration.name} is not the one that this database was built with. ` +
          'Restore the file as it was and put the change into a new migration.',
      );
    }
  }
}

/** In the transaction of the caller. */
export async function applyMigration(client: pg.Client, migration: Migration) {
  try {
    await client.query(migration.sql);
    await recordMigration(client, migration);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed`, { cause: error });
  }
}

const recordMigration = (client: pg.Client, { version, name, checksum }: Applied) =>
  client.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', [version, name, checksum]);
