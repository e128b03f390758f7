import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

/** Which folder of ours may import which, read off the real imports. The rules of ARCHITECTURE.md. */

type Import = { from: string; to: string };

const root = import.meta.dirname;
const isShipped = (file: string) => !/\.test\.tsx?$|\/testing\//.test(file);
const files = ['contract', 'server', 'web'].flatMap((workspace) =>
  readdirSync(join(root, workspace, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${workspace}/src/${file}`),
);
const imports = files.filter(isShipped).flatMap((from): Import[] => {
  const source = readFileSync(join(root, from), 'utf8');
  const named = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name);
  return named.map((to) => ({ from, to: resolve(from, to) }));
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

/** From the ground up; what is not named is a noun. An import stays on its floor or goes down. */
const SERVER_FLOORS = [
  'config.ts limiter.ts',
  'db',
  'http',
  'access spreadsheet files',
  '(nouns)',
  'app.ts',
  'main.ts create-admin.ts',
];
const WEB_FLOORS = ['api ui', '(nouns)', 'app', 'main.tsx'];

test.each([
  ['server', SERVER_FLOORS],
  ['web', WEB_FLOORS],
])('on the %s no import runs back up a floor', (workspace, floors) => {
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

/** Who writes what. Reading may join: that is what a database is for. */
const WRITERS: Record<string, readonly string[]> = {
  users: ['people', 'users', 'auth'],
  sessions: ['auth'],
  sign_in_failures: ['auth'],
  secrets: ['auth'],
  grants: ['access'],
  part_brands: ['brands'],
  part_categories: ['categories'],
  part_products: ['products'],
  part_product_vehicle_headers: ['products'],
  part_product_attributes: [],
  mercadolibre_categories: [],
  vehicle_headers: [],
  vehicles: [],
  parts: ['parts'],
  part_attributes: ['attributes'],
  part_crosses: ['crosses'],
  part_vehicles: ['vehicles'],
  part_pictures: ['pictures'],
  removed_part_pictures: ['pictures'],
  vehicle_images: ['vehicles'],
  released_files: ['pictures'],
  imports: ['importer'],
  import_errors: ['importer'],
  download_tickets: ['downloads'],
  loaded_data: [],
};
/** They fill the tables of a new installation. */
const FIRST_DATA = ['reference', 'demo'];

test('a noun of the server writes to its own tables alone', () => {
  const trespassing = files
    .filter((file) => file.startsWith('server/') && isShipped(file))
    .flatMap((file) => {
      const room = file.split('/')[2] ?? '';
      const source = readFileSync(join(root, file), 'utf8');
      const written = [
        ...source.matchAll(/(?:insertInto|updateTable|deleteFrom)\('(\w+)|(?:insert into|update|delete from) (\w+) /g),
      ];
      const tables = written.map(([, called, inSql]) => called ?? inSql ?? '').filter((table) => table in WRITERS);
      const strange = tables.filter((table) => !FIRST_DATA.includes(room) && !WRITERS[table]?.includes(room));
      return strange.map((table) => `${file} writes to ${table}`);
    });
  expect(trespassing).toEqual([]);
});

test('there are no circles', () => {
  const next = new Map<string, string[]>();
  for (const { from, to } of ours) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: string[]) => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    else if (!done.has(file)) for (const other of next.get(file) ?? []) visit(other, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(circles).toEqual([]);
});
