import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/* The limits are in docs/decisions/0023-line-budget.md. */

const ROOT = import.meta.dirname;
const DECISION = 'docs/decisions/0023-line-budget.md';
const isShipped = (file: string) => !/\.test\.tsx?$|\/testing\//.test(file);

const filesOf = (folder: string, ending: RegExp) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => ending.test(file) && isShipped(file))
    .map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n') }));
type File = ReturnType<typeof filesOf>[number];

const ROOMS: Readonly<Record<string, readonly File[]>> = {
  server: filesOf('server/src', /\.ts$/),
  contract: filesOf('contract/src', /\.ts$/),
  web: [...filesOf('web/src', /\.tsx?$/), ...filesOf('web/build', /\.ts$/)],
  'web, CSS': filesOf('web/src', /\.css$/),
  migrations: filesOf('server/migrations', /\.sql$/),
  schema: filesOf('server/schema', /\.sql$/),
  demo: filesOf('demo/src', /\.ts$/),
  bench: filesOf('bench/src', /\.ts$/),
};
const FILES = Object.values(ROOMS).flat();

const decision = readFileSync(join(ROOT, DECISION), 'utf8');
const LIMITS = new Map(
  [...decision.matchAll(/^\| ([\w, ]+) \| ([\d,]+) \|/gm)].map(([, name = '', limit = '']) => [
    name,
    Number(limit.replaceAll(',', '')),
  ]),
);
/** A missing limit is 0, so that its test fails. */
const limitOf = (name: string) => LIMITS.get(name) ?? 0;

test('every limit of the decision has a test', () => {
  expect([...LIMITS.keys()]).toEqual([...Object.keys(ROOMS), 'longest file', 'longest function']);
});

test.each(Object.entries(ROOMS))('%s has no more lines than its budget', (name, files) => {
  const lines = files.reduce((sum, file) => sum + file.lines.length, 0);
  expect(lines, `Take lines away, or raise the limit in ${DECISION} and say why`).toBeLessThanOrEqual(limitOf(name));
});

/** Written by `npm run db:types`. */
const GENERATED = 'server/src/db/schema.ts';

test('no file is longer than its limit', () => {
  const written = FILES.filter(({ file }) => file !== GENERATED);
  const long = written.filter(({ lines }) => lines.length > limitOf('longest file')).map(({ file }) => file);
  expect(long).toEqual([]);
});

/** First lines of functions, of arrow functions with a name, and of methods. */
const STARTS = [
  /^( *)(?:export )?(?:default )?(?:async )?function\b/,
  /^( *)(?:export )?const \w+.* => \{$/,
  /^( *)(?:(?:static|override|async|get|set) )*[#*]{0,2}(?!(?:if|for|while|switch|catch|return)\b)\w+\(.*\{$/,
];

/** Finds functions by indentation: one ends at the first closing brace that is indented like its first line. */
const functionsOf = ({ file, lines }: File) =>
  lines.flatMap((line, index) => {
    const indent = STARTS.map((start) => start.exec(line)?.[1]).find((found) => found !== undefined);
    if (indent === undefined) return [];
    const length = lines
      .slice(index)
      .findIndex((later) => later.startsWith(`${indent}}`) && /^ *\}[;,)]*$/.test(later));
    return length < 0 ? [] : [{ at: `${file}:${index + 1}`, length: length + 1 }];
  });

test('no function is longer than its limit', () => {
  const functions = FILES.filter(({ file }) => /\.tsx?$/.test(file)).flatMap(functionsOf);
  // Fails when STARTS no longer matches functions.
  expect(functions.length).toBeGreaterThan(2000);
  const long = functions.filter(({ length }) => length > limitOf('longest function')).map(({ at }) => at);
  expect(long).toEqual([]);
});
