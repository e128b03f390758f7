import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type pg from 'pg';

const FOLDER = new URL('../../schema/', import.meta.url);

/** Files of `schema/tables`. A table comes after those that its foreign keys refer to. */
const TABLES = 'people catalog vehicles parts proposals pictures search history jobs imports server'.split(' ');

/** The functions and triggers of `schema/`. */
export type Code = {
  /** Grows with every change of functions or triggers, so that an older process recognizes newer ones. */
  readonly revision: number;
  /** Begins with those of `expressions.sql`. */
  readonly functions: string;
  readonly triggers: string;
};

const read = (path: string) => readFile(new URL(path, FOLDER), 'utf8');

export async function readCode(): Promise<Code> {
  const names = (await readdir(new URL('functions/', FOLDER))).filter((name) => name.endsWith('.sql')).sort();
  const functions = await Promise.all(['expressions.sql', ...names.map((name) => `functions/${name}`)].map(read));
  const [revision = ''] = (await read('revision')).split(' ');
  return { revision: Number(revision), functions: functions.join('\n'), triggers: await read('triggers.sql') };
}

export const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Creates all tables, functions and triggers in an empty database, in the transaction of the caller. */
export async function buildSchema(client: pg.Client): Promise<void> {
  const code = await readCode();
  const tables = await Promise.all(TABLES.map((name) => read(`tables/${name}.sql`)));
  for (const sql of [await read('expressions.sql'), ...tables, code.functions, code.triggers, await read('start.sql')])
    await client.query(sql);
  await writeInstalled(client, code);
}

/**
 * Replaces the functions and triggers by those of `schema/` when they differ, and drops those that are not declared any
 * more, in the transaction of the caller. Leaves them when the database has a newer revision: a process of the previous
 * version that restarts during an upgrade must not revert it. No table is rewritten and no index rebuilt. Triggers lock
 * their tables against writers, so they are replaced only when they have changed themselves.
 */
export async function installCode(client: pg.Client, code: Code): Promise<void> {
  const { rows } = await client.query<Code>('select revision, functions, triggers from schema_code');
  const [installed] = rows;
  if (installed && installed.revision > code.revision) return;
  const hasFunctions = installed?.functions === hash(code.functions);
  const hasTriggers = installed?.triggers === hash(code.triggers);
  if (hasFunctions && hasTriggers && installed.revision === code.revision) return;
  const functions = hasFunctions ? [] : await replace(client, FUNCTIONS, code.functions);
  const triggers = hasTriggers ? [] : await replace(client, TRIGGERS, code.triggers);
  for (const trigger of triggers) await client.query(`drop trigger ${trigger}`);
  if (functions.length > 0) await client.query(`drop function ${functions.join(', ')}`);
  await writeInstalled(client, code);
}

async function writeInstalled(client: pg.Client, { revision, functions, triggers }: Code): Promise<void> {
  await client.query('delete from schema_code');
  await client.query('insert into schema_code (revision, functions, triggers) values ($1, $2, $3)', [
    revision,
    hash(functions),
    hash(triggers),
  ]);
}

/** Functions of the schema, except those of extensions and of other roles. `place` changes when a function is replaced. */
const FUNCTIONS = `
  select p.oid::regprocedure::text as object, p.ctid::text as place
  from pg_proc p
  where pronamespace = current_schema()::regnamespace and pg_get_userbyid(proowner) = current_user
    and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')`;

/** Triggers that call such functions, except their copies on partitions. */
const TRIGGERS = `
  select format('%I on %s', tgname, tgrelid::regclass) as object, t.ctid::text as place
  from pg_trigger t join pg_class c on c.oid = tgrelid join pg_proc p on p.oid = tgfoid
  where relnamespace = current_schema()::regnamespace and not tgisinternal and tgparentid = 0
    and pronamespace = relnamespace and pg_get_userbyid(proowner) = current_user`;

/** Returns the objects that existed before and were not replaced. */
async function replace(client: pg.Client, objects: string, sql: string): Promise<string[]> {
  const list = async () => (await client.query<{ object: string; place: string }>(objects)).rows;
  const places = new Map((await list()).map(({ object, place }) => [object, place]));
  await client.query(sql);
  return (await list()).filter(({ object, place }) => places.get(object) === place).map(({ object }) => object);
}
