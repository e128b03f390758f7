import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';
import { installCode, readCode } from './code.ts';
import { openClient, withClient } from './connection/connect.ts';
import {
  type Applied,
  applyMigration,
  createMigrationsTable,
  lockSchema,
  readApplied,
  readMigrations,
  refuseStranger,
  UNLIMITED,
} from './migrate.ts';

/** A table and what is needed to fill it. `columns` leaves out generated columns. */
export type Table = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** The next number of each column that numbers its rows. */
  readonly counters: Readonly<Record<string, number>>;
};

export type Snapshot = {
  readonly migrations: readonly Applied[];
  /** A table comes after those that its foreign keys refer to. */
  readonly tables: readonly Table[];
  /** Rows in the text format of COPY, one per line. */
  rowsOf(table: Table): AsyncIterable<Buffer>;
};

/**
 * Tables whose rows mean nothing outside the running system: sessions, failed sign-ins and tickets of downloads.
 * `secrets` has the key that signs the tokens of those sessions, and the name of the file that marks the store of this
 * database; a restored database makes new ones. `migrations` and `schema_code` are written when a schema is built.
 */
const LEFT_OUT = ['migrations', 'schema_code', 'sessions', 'sign_in_failures', 'download_tickets', 'secrets'];

/** Read from PostgreSQL's catalog, so that a table of a later migration cannot be forgotten here. */
const TABLES = `
  select c.relname::text as name,
    array(select attname::text from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
        -- The number of a transaction means nothing in another cluster. Its default fills it.
        and atttypid <> 'xid8'::regtype
      order by attnum) as columns,
    array(select relname::text from pg_constraint join pg_class other on other.oid = confrelid
      where conrelid = c.oid and contype = 'f') as refers_to,
    -- Sequences are not part of the snapshot. Their values may be newer, and are never lower.
    (select coalesce(json_object_agg(a.attname, coalesce(v.last_value + v.increment_by, v.start_value)), '{}')
      from pg_depend d
      join pg_class s on s.oid = d.objid and s.relkind = 'S'
      join pg_sequences v on v.schemaname = current_schema() and v.sequencename = s.relname
      join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
      where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass and d.refobjid = c.oid) as counters
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
  order by c.relname`;

type Found = Omit<Table, 'rows'> & { readonly refers_to: readonly string[] };

/** Dates are written as ISO. */
const SETTINGS = `${UNLIMITED}, set_config('datestyle', 'ISO', true)`;

/** More months than any history has, so that none is dropped. */
const MAX_MONTHS = 10_000;

const name = pg.escapeIdentifier;
const columnsOf = ({ columns }: Table) => columns.map(name).join(', ');

/** Streams what `read` returns for one snapshot of the whole database. Does not block calls. */
export async function* readDatabase<T>(
  connection: pg.ClientConfig,
  read: (snapshot: Snapshot) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const client = await openClient(connection);
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(SETTINGS);
    const found = await listTables(client);
    if (!found.some((table) => table.name === 'migrations')) throw new Error('There is no Piezario in this database.');
    const migrations = await readApplied(client);
    refuseStranger(await readMigrations(), migrations);
    const tables: Table[] = [];
    for (const { refers_to, ...table } of inOrder(found.filter((table) => !LEFT_OUT.includes(table.name)))) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${name(table.name)}`);
      tables.push({ ...table, rows: Number(rows[0]?.count) });
    }
    const rowsOf = (table: Table) => {
      const rows = client.query(to(`copy (select ${columnsOf(table)} from ${name(table.name)}) to stdout`));
      // When the reader stops early, the closed connection is an error that no caller awaits.
      return rows.on('error', () => {});
    };
    yield* read({ migrations, tables, rowsOf });
  } finally {
    await client.end();
  }
}

const listTables = async (client: pg.Client) => (await client.query<Found>(TABLES)).rows;

function inOrder(tables: readonly Found[]): Found[] {
  const ordered: Found[] = [];
  const isReady = (table: Found) => table.refers_to.every((other) => ordered.some((done) => done.name === other));
  while (ordered.length < tables.length) {
    const next = tables.find((table) => !ordered.includes(table) && isReady(table));
    if (!next) throw new Error('Foreign keys form a circle, or refer to a table that backups leave out.');
    ordered.push(next);
  }
  return ordered;
}

type Contents = {
  /** Migrations of the database that the rows were read from. */
  readonly migrations: readonly Applied[];
  readonly tables: readonly Table[];
  /** Passes the rows of each table to `add`, which takes whole rows in the text form of COPY and returns their number. */
  load(add: (table: Table, rows: Buffer) => Promise<number>): Promise<void>;
};

export const refuseFilledDatabase = (connection: pg.ClientConfig) => withClient(connection, refuseFilled);

/**
 * Builds the schema that the rows were read with, loads them, applies the newer migrations and installs the functions and
 * triggers of this version, in one transaction: a database that is not finished has no tables at all.
 */
export const fillDatabase = (connection: pg.ClientConfig, { migrations, tables, load }: Contents): Promise<void> =>
  withClient(connection, async (client) => {
    const known = await readMigrations();
    await client.query('begin');
    await client.query(SETTINGS);
    await lockSchema(client);
    await refuseFilled(client);
    await createMigrationsTable(client);
    for (const migration of known.slice(0, migrations.length)) await applyMigration(client, migration);
    // The triggers ran when the rows were first written, and the backup has their counters.
    for (const table of tables) await client.query(`alter table ${name(table.name)} disable trigger user`);
    const loaded = new Map<string, number>();
    await load(async (table, rows) => {
      // A statement for each group, since PostgreSQL remembers every row until it checks the foreign keys at its end.
      const copy = client.query(from(`copy ${name(table.name)} (${columnsOf(table)}) from stdin`));
      await pipeline([rows], copy);
      loaded.set(table.name, (loaded.get(table.name) ?? 0) + copy.rowCount);
      return copy.rowCount;
    });
    for (const table of tables) {
      const count = loaded.get(table.name) ?? 0;
      if (count !== table.rows) throw new Error(`The backup has ${count} of the ${table.rows} rows of ${table.name}.`);
      await client.query(`alter table ${name(table.name)} enable trigger user`);
      for (const [column, next] of Object.entries(table.counters)) {
        await client.query('select setval(pg_get_serial_sequence($1, $2), $3, false)', [
          name(table.name),
          column,
          next,
        ]);
      }
    }
    const newer = known.slice(migrations.length);
    for (const migration of newer) await applyMigration(client, migration);
    await installCode(client, await readCode());
    if (newer.length > 0) await remakeExpressionIndexes(client);
    // Creates the partitions for changes of earlier months here, where no timeout applies.
    await client.query(`select keep_changes(${MAX_MONTHS})`);
    // Without statistics, the first queries would be planned as for empty tables.
    await client.query(`analyze ${(await listTables(client)).map((table) => name(table.name)).join(', ')}`);
    await client.query('commit');
  });

/**
 * A session that has written to an index keeps using the old functions of its expression, even after a migration has
 * replaced one and reindexed. A new index uses the new functions.
 */
async function remakeExpressionIndexes(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class c on c.oid = indexrelid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'i' and not c.relispartition
      and indexprs is not null`);
  for (const index of rows) {
    await client.query(`drop index ${index.name}`);
    await client.query(index.definition);
  }
}

async function refuseFilled(client: pg.Client): Promise<void> {
  if ((await listTables(client)).length === 0) return;
  throw new Error(
    'The database is not empty. Nothing was changed. Restore into a new database: set DATABASE_URL to an empty one, ' +
      'or DATA_DIR to a new directory.',
  );
}
