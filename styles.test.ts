import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const WEB = join(import.meta.dirname, 'web/src');
const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

/** The shared classes of a file: those that a module composes, and those that are written in JSX. */
const classesIn = (source: string) =>
  [
    ...source.matchAll(/composes: ([\w -]+) from global/g),
    ...source.matchAll(/className="([\w -]+)"/g),
    ...source.matchAll(/className=\{`([\w -]+) \$\{/g),
    ...source.matchAll(/classNames=\{\{ \w+: '([\w -]+)' \}\}/g),
  ].flatMap(([, names = '']) => names.split(' '));

test('every shared class that a screen uses is defined, and every one that is defined is used', () => {
  const shared = read('app/shared.css') + read('ui/patterns.css');
  const defined = new Set([...shared.matchAll(/^ *(?:\S+ )?\.([a-z][\w-]*)/gm)].map(([, name = '']) => name));
  const files = readdirSync(WEB, { recursive: true, encoding: 'utf8' }).filter((file) => /\.(css|tsx)$/.test(file));
  const used = new Map(files.flatMap((file) => classesIn(read(file)).map((name) => [name, file] as const)));
  expect(defined.size).toBeGreaterThan(20);
  expect([...used].filter(([name]) => !defined.has(name))).toEqual([]);
  expect([...defined].filter((name) => !used.has(name))).toEqual([]);
});
