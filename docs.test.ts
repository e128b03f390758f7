import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* Checks that tests named in docs/spec.md exist. */

const root = import.meta.dirname;
const ROW = /^\| (\d+\.\d+) \| .+ \| (.+) \|$/gm;

test('every statement of docs/spec.md is proved by tests that exist', () => {
  const rows = [...readFileSync(join(root, 'docs/spec.md'), 'utf8').matchAll(ROW)];
  expect(rows.length).toBeGreaterThan(150);
  const missing = rows.flatMap(([, number, tests = '']) =>
    tests
      .split('<br>')
      .filter((name) => !exists(name))
      .map((name) => `${number}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/** A test is named by its file and its title, as both are written in the source. */
function exists(test: string): boolean {
  const [, file = '', title = ''] = /^(\S+\.test\.tsx?): (.+)$/.exec(test) ?? [];
  if (!existsSync(join(root, file)) || !title) return false;
  const source = readFileSync(join(root, file), 'utf8');
  return ["'", '`', '"'].some((quote) => source.includes(`${quote}${title}${quote}`));
}
