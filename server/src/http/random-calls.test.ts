import { ROLES } from '@piezario/contract/access';
import type { Endpoint, Envelope } from '@piezario/contract/endpoint';
import { MODES } from '@piezario/contract/list';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLimiter } from '../limiter.ts';
import { encodeBody } from '../testing/client.ts';
import { ENDPOINTS, fillPath } from '../testing/contract.ts';
import { openSession } from '../testing/people.ts';
import { INPUTS, type Input, makeRows } from '../testing/rows.ts';
import { startServer } from '../testing/server.ts';
import { inTiers } from '../testing/soak.ts';

/* Every call, as every role, with values that its schema admits and with others. */

const SAMPLES = inTiers(1, 12, 2_000);

const server = await startServer();
const people = new Map<string, number>();
for (const role of ROLES) people.set(role, (await server.addUser(role)).id);
const holders = ['manufacturer', 'client', 'user'].flatMap((role) => people.get(role) ?? []);
const rows = await makeRows(server, { holders, userRole: 'manufacturer' });

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    'all',
    'null',
    '1e309',
    '99999999999999999999',
    '%',
    '\\',
    "'",
    '\u0000',
    '\ud800',
  ),
);
const scalar = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constantFrom(null, 0, 1, 2_147_483_647, 2_147_483_648, -1),
  fc.constantFrom(...Object.values(rows)),
);
const value = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.dictionary(fc.string({ maxLength: 8 }), scalar, { maxKeys: 3, noNullPrototype: true }) },
);

type Mutation = { readonly where: keyof Input; readonly field: number; readonly value: unknown };
const sample = fc.record({
  caller: fc.constantFrom('guest', ...ROLES),
  mutations: fc.array(
    fc.record({
      where: fc.constantFrom('params', 'query', 'body'),
      field: fc.nat(30),
      value,
    }) as fc.Arbitrary<Mutation>,
    { maxLength: 4 },
  ),
});

/** Names of query parameters that lists take, and some that nothing takes. */
const QUERIES = ['page[number]', 'page[size]', 'sort', 'filter[contains-name]', 'filter[x]', 'ticket', 'otra'];

const filtersOf = ({ columns, filters = columns }: Endpoint) =>
  Object.entries(filters ?? {}).flatMap(([column, kind]) =>
    MODES[kind].map((mode) => `filter[${mode}-${kind === 'attribute' ? '@x' : column}]`),
  );

function namesOf(endpoint: Endpoint, where: keyof Input, valid: Record<string, unknown>): readonly string[] {
  if (where === 'query') return [...QUERIES, ...filtersOf(endpoint)];
  const { params, body } = endpoint;
  const shape = where === 'params' ? params?.shape : body?.shape;
  return [...new Set([...Object.keys(shape ?? {}), ...Object.keys(valid)])];
}

/** Valid input of the call, with some fields replaced. */
function mutate(endpoint: Endpoint, valid: Input, mutations: readonly Mutation[]): Required<Input> {
  const input: Record<keyof Input, Record<string, unknown>> = {
    params: { ...valid.params },
    query: { ...valid.query },
    body: { ...valid.body },
  };
  for (const { where, field, value: given } of mutations) {
    const names = namesOf(endpoint, where, input[where]);
    const name = names[field % Math.max(1, names.length)];
    if (name !== undefined) input[where][name] = given;
  }
  return input as Required<Input>;
}

const { run } = createLimiter({ atOnce: 8 });

async function ask(endpoint: Endpoint, caller: string, { params, query, body }: Required<Input>) {
  const id = people.get(caller);
  // A session for each call: some calls end theirs.
  const session = id ? await openSession(server, id) : server.guest;
  const search = new URLSearchParams();
  for (const [name, given] of Object.entries(query)) search.append(name, String(given));
  const path = `${fillPath(endpoint.path, toWellFormed(params))}?${search}`;
  const sent = endpoint.method === 'POST' ? encodeBody(endpoint, body) : {};
  return session.fetch(endpoint.method, path, { ...sent, signal: AbortSignal.timeout(60_000) });
}

/** Removes lone surrogates, which a URL cannot contain. */
const toWellFormed = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, given]) => [name, String(given).replace(/\p{Surrogate}/gu, '')]),
  );

test.each([...ENDPOINTS])(
  '%s answers the envelope or a file to any input, and never a server error',
  async (name, endpoint) => {
    const samples = fc.sample(sample, { numRuns: SAMPLES, seed: process.env.SOAK ? Date.now() : 1 });
    await Promise.all(
      samples.map(({ caller, mutations }) =>
        run(async () => {
          const input = mutate(endpoint, INPUTS[name]?.(rows, rows) ?? {}, mutations);
          const response = await ask(endpoint, caller, input);
          const call = `${caller} ${JSON.stringify(input)}`;
          expect(response.status, call).toBeLessThan(500);
          const isFile = response.headers.has('content-disposition');
          if (isFile) return void (await response.arrayBuffer());
          // The server checks a result against its schema, and answers 500 when it is not as promised.
          const { code, message, ...rest } = (await response.json()) as Envelope;
          expect([code, Object.keys(rest)], call).toEqual([response.status, ['result']]);
          expect(message, call).toMatch(/./);
        }),
      ),
    );
  },
);
