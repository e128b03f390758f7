import { api } from '@piezario/contract/api';
import { DEFAULT_BODY, type Endpoint } from '@piezario/contract/endpoint';
import { expect, test } from 'vitest';
import { startServer } from '../testing/server.ts';

const server = await startServer();
const admin = await server.signIn('admin');

const posts = Object.entries(api).flatMap(([noun, calls]) =>
  Object.entries<Endpoint>(calls)
    .filter(([, { method, upload, access }]) => method === 'POST' && upload === undefined && access !== 'onlyGuest')
    .map(([name, endpoint]) => ({ name: `${noun}.${name}`, ...endpoint })),
);

/** About as many keys as fit into the largest JSON body. */
const KEYS = Object.fromEntries(Array.from({ length: 55_000 }, (_, index) => [`clave${index}`, '1']));
const EMPTY = '{}';

/** Milliseconds of this process, in which the server runs too. */
async function cpuOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const send = (path: string, body: string) =>
  admin.request('POST', path, { body, headers: { 'content-type': 'application/json' } });

/** The keys as the whole body and, for calls that accept large bodies, as each of its fields. */
function bodiesFor({ body, bodyLimit = DEFAULT_BODY }: Endpoint): string[] {
  const fields = bodyLimit > DEFAULT_BODY ? Object.keys(body?.shape ?? {}) : [];
  return [KEYS, ...fields.map((field) => ({ [field]: KEYS }))].map((sent) => JSON.stringify(sent));
}

test.each(posts)('$name refuses 1 MB of keys at little more than the cost of parsing them', async (endpoint) => {
  const path = endpoint.path.replace(/:\w+/g, '1');
  await send(path, EMPTY);
  for (const body of bodiesFor(endpoint)) {
    const answer = await send(path, body);
    expect(answer.code).toBeOneOf([400, 404, 413, 422]);
    expect(JSON.stringify(answer.result).length).toBeLessThan(64 * 1024);
    const compare = async () => {
      const reading = await cpuOf(async () => JSON.parse(body));
      const nothing = await cpuOf(() => send(path, EMPTY));
      return (await cpuOf(() => send(path, body))) / (reading + nothing);
    };
    // A garbage collection can make any single measurement several times as long.
    await expect.poll(compare, { interval: 0 }).toBeLessThan(8);
  }
});

test('a view with more keys than a table has columns is refused before they are read', async () => {
  const few = Object.fromEntries(Object.entries(KEYS).slice(0, 2_000));
  const columns = { hidden: [], order: [], widths: few };
  const body = { id: '', list: api.parts.list.path, name: 'Grande', query: few, columns };
  const { code, result } = await send(api.views.store.path, JSON.stringify(body));
  expect(code).toBe(422);
  expect(result).toEqual({
    errors: { query: 'Son demasiados filtros', 'columns.widths': 'Son demasiadas columnas' },
  });
});

test('a refusal names at most 200 fields', async () => {
  const rows = Array.from({ length: 500 }, () => ({ name: '', value: '' }));
  const { result } = await admin.send(api.attributes.storeMany, { body: { part_id: 1, rows } });
  expect(Object.keys((result as unknown as { errors: object }).errors)).toHaveLength(200);
});
