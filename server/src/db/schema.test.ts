import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createDatabase, withClient } from '../testing/database.ts';
import { describeRowTypes } from '../testing/row-types.ts';

test('the rows of schema.ts are those of the database; `npm run db:types` writes them', async () => {
  const source = await readFile(new URL('schema.ts', import.meta.url), 'utf8');
  const head = source.slice(0, source.indexOf('export type Schema = '));
  const generated = await withClient(await createDatabase(), describeRowTypes);
  await expect(head + generated).toMatchFileSnapshot('schema.ts');
});
