import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';

/** The types that a column of each PostgreSQL type may have in schema.ts. */
const TYPES: Record<string, RegExp> = {
  integer: /number/,
  bigint: /string/,
  text: /string|Role|State|Kind|Phase|Entity|Action|Sheet|Suspicion|Mode|Outcome|Type|Importance/,
  ARRAY: /(string|Replaceable)\[\]/,
  uuid: /string/,
  boolean: /boolean/,
  date: /string/,
  numeric: /string/,
  'timestamp with time zone': /Date/,
  jsonb: /JSONColumnType|ColumnType/,
  xid8: /string/,
  tsvector: /string/,
};

test('schema.ts names the tables and columns of the migrations, with their types', async () => {
  const { sql } = await startServer();
  const { rows } = await sql<{ table: string; column: string; type: string; nullable: boolean }>(`
    select table_name as "table", column_name as "column", data_type as type, is_nullable = 'YES' as nullable
    from information_schema.columns where table_schema = 'public' and table_name not in ('migrations', 'schema_code')
      and not (select relispartition from pg_class where oid = table_name::regclass)
    order by table_name, column_name`);
  const source = await readFile(new URL('schema.ts', import.meta.url), 'utf8');
  const declared = [...source.matchAll(/^ {2}(\w+): \{\n([\s\S]*?)^ {2}\};/gm)].flatMap(([, table, body = '']) =>
    [...body.matchAll(/^ {4}(\w+): (.+);$/gm)].map(([, column, type = '']) => ({ table, column, type })),
  );
  const name = ({ table, column }: { table?: string | undefined; column?: string | undefined }) => `${table}.${column}`;
  expect(declared.map(name).sort()).toEqual(rows.map(name).sort());
  const mismatched = rows.filter((row) => {
    const type = declared.find((other) => name(other) === name(row))?.type ?? '';
    return !TYPES[row.type]?.test(type) || row.nullable !== / \| null\b/.test(type);
  });
  expect(mismatched).toEqual([]);
});
