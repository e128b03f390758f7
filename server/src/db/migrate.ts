import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../../migrations/', import.meta.url);
/** An arbitrary number, the same in every process. */
const LOCK = 7_218_341;

type Migration = { version: number; name: string; sql: string; checksum: string };

/**
 * Brings the database to the schema of this code: each file of `migrations/` once, in order, in a transaction of its
 * own. Processes that start together wait for each other.
 */
export async function migrate(connection: pg.ClientConfig): Promise<void> {
  const migrations = await readMigrations();
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK]);
    const applied = await readApplied(client);
    refuseStranger(migrations, applied);
    for (const migration of migrations.slice(applied.size)) await apply(client, migration);
  } finally {
    await client.end();
  }
}

/** The schema that this code expects. */
export const latestVersion = async () => (await readMigrations()).length;

async function readMigrations(): Promise<Migration[]> {
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

async function readApplied(client: pg.Client): Promise<Map<number, string>> {
  await client.query(`create table if not exists migrations (
    version integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`);
  const { rows } = await client.query<Migration>('select version, checksum from migrations order by version');
  return new Map(rows.map(({ version, checksum }) => [version, checksum]));
}

function refuseStranger(migrations: Migration[], applied: Map<number, string>) {
  for (const [version, checksum] of applied) {
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

async function apply(client: pg.Client, { version, name, sql, checksum }: Migration) {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (version, name, checksum) values ($1, $2, $3)', [
      version,
      name,
      checksum,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw new Error(`Migration ${name} failed`, { cause: error });
  }
}
