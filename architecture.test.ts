import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Checks the rules of ARCHITECTURE.md against the imports and the statements in the sources. */

type Import = { from: string; to: string; isType: boolean };

const root = import.meta.dirname;
const isShipped = (file: string) => !/\.test\.tsx?$|\/testing\//.test(file);
const files = ['contract', 'server', 'web'].flatMap((workspace) =>
  readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${workspace}/src/${file}`),
);
const imports = files.filter(isShipped).flatMap((from): Import[] => {
  const source = readFileSync(join(root, from), 'utf8');
  const named = [...source.matchAll(/\b(?<!')(import type [^;']*?)?(?:from|import)\s*\(?\s*'([^']+)'/g)];
  return named.map(([, type, name = '']) => ({ from, to: resolve(from, name), isType: type !== undefined }));
});

function resolve(from: string, name: string): string {
  if (name.startsWith('.')) return join(dirname(from), name);
  const [, path] = /^@piezario\/contract\/(.+)$/.exec(name) ?? [];
  return path ? `contract/src/${path}.ts` : name;
}

const isOurs = ({ to }: Import) => /^(contract|server|web)\//.test(to);
const show = ({ from, to }: Import) => `${from} → ${to}`;
const ours = imports.filter(isOurs);

test('the contract imports nothing but zod', () => {
  const strangers = imports.filter(
    ({ from, to }) => from.startsWith('contract/') && to !== 'zod' && !to.startsWith('contract/'),
  );
  expect(strangers.map(show)).toEqual([]);
});

test('server and web import the contract and never each other', () => {
  const crossings = ours.filter(({ from, to }) => {
    const [room, other] = [from.split('/')[0], to.split('/')[0]];
    return other !== room && other !== 'contract';
  });
  expect(crossings.map(show)).toEqual([]);
});

test('no shipped code imports a workspace other than the contract', () => {
  expect(imports.filter(({ to }) => to.startsWith('@piezario/')).map(show)).toEqual([]);
});

/** Floors from the lowest to the highest. Unnamed folders are nouns. Imports stay on their floor or go down. */
const SERVER_FLOORS = [
  'command.ts config.ts limiter.ts',
  'db',
  'http',
  'access spreadsheet files jobs part-rows',
  '(nouns)',
  'app.ts',
  'main.ts worker.ts create-admin.ts backup-command.ts restore-command.ts',
];
const WEB_FLOORS = ['api ui', '(nouns)', 'app', 'main.tsx'];

test.each([
  ['server', SERVER_FLOORS],
  ['web', WEB_FLOORS],
])('no import of the %s goes up a floor', (workspace, floors) => {
  const floor = (path: string) => {
    const room = path.split('/')[2] ?? '';
    const named = floors.findIndex((rooms) => rooms.split(' ').includes(room));
    return named === -1 ? floors.indexOf('(nouns)') : named;
  };
  const climbing = ours.filter(({ from, to }) => {
    const inside = from.startsWith(`${workspace}/src/`) && to.startsWith(`${workspace}/src/`);
    return inside && floor(from) < floor(to);
  });
  expect(climbing.map(show)).toEqual([]);
});

const WRITES = /(?:insertInto|updateTable|deleteFrom)\('(\w+)|(?:insert into|update|delete from) (\w+) /g;
const SHARED_TABLES: Record<string, readonly string[]> = {
  // Users and clients by people/, the first admin by users/, registrations by auth/, own data by account/ and auth/.
  users: ['account', 'auth', 'people', 'users'],
  // The five tables of a part: each by the noun of its rows, and by part-rows/, which saves lists of rows of any table.
  parts: ['part-rows', 'parts'],
  part_attributes: ['attributes', 'part-rows'],
  part_crosses: ['crosses', 'part-rows'],
  part_vehicles: ['part-rows', 'vehicles'],
  part_pictures: ['part-rows', 'pictures'],
};
/** Statements that take a table of a part from ENTITIES (part-rows/entities.ts). They may write any of the five. */
const WRITES_BY_ENTITY = /(?:insert into|update|delete from) \$\{sql\.table\(/;
const TABLES_OF_PARTS = ['parts', 'part_attributes', 'part_crosses', 'part_vehicles', 'part_pictures'];
/** Folders that fill the tables of a new installation. */
const FIRST_DATA = ['reference', 'demo'];

test('a table is written by one folder of the server', () => {
  const schema = readFileSync(join(root, 'server/src/db/schema.ts'), 'utf8');
  const tables = new Set([...schema.matchAll(/^ {2}(\w+): \{$/gm)].map(([, table = '']) => table));
  expect(tables).toContain('parts');
  const writers = new Map<string, Set<string>>();
  for (const file of files.filter((name) => name.startsWith('server/') && isShipped(name))) {
    const folder = file.split('/')[2] ?? '';
    const source = readFileSync(join(root, file), 'utf8');
    const named = [...source.matchAll(WRITES)].map(([, called, inSql]) => called ?? inSql ?? '');
    const writesByEntity = WRITES_BY_ENTITY.test(source) && /\bENTITIES\b/.test(source);
    for (const table of writesByEntity ? [...named, ...TABLES_OF_PARTS] : named) {
      if (tables.has(table) && !FIRST_DATA.includes(folder))
        writers.set(table, (writers.get(table) ?? new Set()).add(folder));
    }
  }
  expect([...(writers.get('part_crosses') ?? [])].sort()).toEqual(['crosses', 'part-rows']);
  const crowded = [...writers].filter(([table, folders]) => {
    const allowed = SHARED_TABLES[table];
    return allowed ? [...folders].some((folder) => !allowed.includes(folder)) : folders.size > 1;
  });
  expect(crowded.map(([table, folders]) => `${table} is written by ${[...folders].join(', ')}`)).toEqual([]);
});

/** Files of db/ that each of its folders may import. */
const DB_ROOMS: Record<string, readonly string[]> = {
  list: ['day.ts', 'prepared.ts'],
  connection: ['prepared.ts', 'schema.ts'],
  embedded: [],
};

test('the folders of db/ do not import each other, except for types of connections', () => {
  const crossings = ours.filter(({ from, to, isType }) => {
    const [room, place] = [from, to].map((path) => path.split('server/src/db/')[1]?.split('/')[0]);
    const allowed = room === undefined ? undefined : DB_ROOMS[room];
    if (!allowed || place === undefined || place === room || allowed.includes(place)) return false;
    return !(room === 'list' && place === 'connection' && isType);
  });
  expect(ours.some(({ from, isType }) => from === 'server/src/db/list/cut.ts' && isType)).toBe(true);
  expect(crossings.map(show)).toEqual([]);
});

test('transactions are opened only in db/, which retries after a deadlock', () => {
  const opening = files
    .filter((file) => file.startsWith('server/') && !file.startsWith('server/src/db/') && isShipped(file))
    .filter((file) => /\.(transaction|startTransaction)\(/.test(readFileSync(join(root, file), 'utf8')));
  expect(opening).toEqual([]);
});

/** Returns cycles of imports, or an empty array when there are none. */
function circles(edges: readonly Pick<Import, 'from' | 'to'>[]): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (node: string, path: string[]) => {
    if (path.includes(node)) found.push([...path.slice(path.indexOf(node)), node].join(' → '));
    else if (!done.has(node)) for (const other of next.get(node) ?? []) visit(other, [...path, node]);
    done.add(node);
  };
  for (const node of next.keys()) visit(node, []);
  return found;
}

test('no file imports itself through others', () => {
  expect(circles(ours)).toEqual([]);
});

/** The web's api/ and ui/ count as one folder: components make calls, and calls show toasts. */
const GROUND = /^(api|ui)$/;

test.each(['server', 'web'])('no folder of the %s imports itself through others', (workspace) => {
  const folder = (path: string) => (path.split('/')[2] ?? '').replace(GROUND, 'api and ui');
  const between = ours
    .filter(({ from, to }) => from.startsWith(`${workspace}/src/`) && to.startsWith(`${workspace}/src/`))
    .map(({ from, to }) => ({ from: folder(from), to: folder(to) }))
    .filter(({ from, to }) => from !== to);
  expect(circles(between)).toEqual([]);
});
