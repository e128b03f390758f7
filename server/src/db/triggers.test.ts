import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createDatabase, withClient } from '../testing/database.ts';
import { describeTriggers, readTriggers } from '../testing/triggers.ts';

test('docs/triggers.md describes the triggers of the schema; `npm run docs:triggers` writes it', async () => {
  const described = await withClient(await createDatabase(), describeTriggers);
  await expect(described).toMatchFileSnapshot('../../../docs/triggers.md');
});

test('triggers.sql has the triggers of a table in the order in which they fire', async () => {
  const source = await readFile(new URL('../../schema/triggers.sql', import.meta.url), 'utf8');
  const declared = [...source.matchAll(/^create or replace trigger (\w+)[^;]*? on (\w+)/gm)];
  const tables = [...new Set(declared.map(([, , table]) => table))];
  const triggers = await withClient(await createDatabase(), readTriggers);
  expect(declared.map(([, name, table]) => `${table}.${name}`)).toEqual(
    tables.flatMap((table) =>
      triggers.filter((trigger) => trigger.table === table).map(({ name }) => `${table}.${name}`),
    ),
  );
});
