import { once } from 'node:events';
import { type AddressInfo, connect as connectSocket, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { api } from '@piezario/contract/api';
import { expect, test } from 'vitest';
import { Client } from '../testing/client.ts';
import { startServer } from '../testing/server.ts';
import { CONSTRAINTS } from './constraints.ts';
import { toFailure } from './errors.ts';

const server = await startServer();
const admin = await server.signIn('admin');
const ADD_BRAND = api.brands.add.path;
const json = (body: string | Uint8Array<ArrayBuffer>, contentType = 'application/json') => ({
  body,
  headers: { 'content-type': contentType },
});

test('an unknown address answers the envelope', async () => {
  for (const path of ['/api/backend/nada', '/api/nada', '/media/nada', '/assets/nada.js', '/nada']) {
    expect(await server.guest.request('GET', path)).toEqual({
      status: 404,
      code: 404,
      message: 'Esa dirección no existe',
      result: null,
    });
  }
});

test('a body that is no JSON, is empty, is too large or is something else answers the envelope', async () => {
  expect(await admin.request('POST', ADD_BRAND, json('{'))).toMatchObject({ status: 400, code: 400 });
  expect(await admin.request('POST', ADD_BRAND, json(''))).toMatchObject({ status: 400, code: 400 });
  expect(await admin.request('POST', ADD_BRAND, json(`"${'x'.repeat(1024 * 1024)}"`))).toMatchObject({ code: 413 });
  expect(await admin.request('POST', ADD_BRAND, json('x=1', 'text/plain'))).toMatchObject({ code: 415 });
  expect(await admin.request('POST', ADD_BRAND, json('{"__proto__": {"name": "x"}}'))).toMatchObject({ code: 400 });
});

test('a compressed body is refused: it could be a thousand times larger than what was sent', async () => {
  const { headers, body } = json(gzipSync('{"name": "Frenor"}'));
  const compressed = { body, headers: { ...headers, 'content-encoding': 'gzip' } };
  expect(await admin.request('POST', ADD_BRAND, compressed)).toMatchObject({ code: 415 });
});

test('bodies of guests are limited to a few kB', async () => {
  const body = json(JSON.stringify({ email: 'ana@example.com', password: 'x'.repeat(10_000) }));
  expect(await server.guest.request('POST', api.auth.login.path, body)).toMatchObject({ code: 413 });
  expect(await server.guest.request('POST', api.auth.register.path, body)).toMatchObject({ code: 413 });
});

test.each(['[]', '"x"', '1', 'null', '{"name": null}', '{"name": 1e309}', '{"name": ["x"]}', '{"name": {"a": 1}}'])(
  'the body %s is refused as invalid',
  async (body) => {
    expect(await admin.request('POST', ADD_BRAND, json(body))).toMatchObject({ code: 422 });
  },
);

test('text that cannot be stored is refused at its field', async () => {
  for (const name of ['\\u0000', 'a\\ud800b', 'a\\r\\nb', '\\u001b[31m']) {
    const { code, result } = await admin.request('POST', ADD_BRAND, json(`{"name": "a${name}z"}`));
    expect({ code, result }).toEqual({ code: 422, result: { errors: { name: expect.any(String) } } });
  }
});

test('the connection of a caller who is refused before the body arrives is closed', async () => {
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
  socket.write(
    `POST ${ADD_BRAND} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{`,
  );
  const answer = await text(socket);
  expect(answer).toMatch(/^HTTP\/1.1 401 /);
  expect(answer).toMatch(/connection: close/i);
});

test('answers forbid proxies to cache them', async () => {
  const good = await admin.fetch('GET', api.auth.profile.path);
  const bad = await server.guest.fetch('GET', api.auth.profile.path);
  expect([good, bad].map(({ headers }) => headers.get('cache-control'))).toEqual(['no-store', 'no-store']);
});

test('a public call ignores an invalid token', async () => {
  const old = new Client(server.url, 'a.b.c');
  expect(await old.request('GET', api.statistics.home.path)).toMatchObject({ code: 200 });
});

test('the process reports its liveness and its readiness', async () => {
  expect(await server.guest.request('GET', '/healthz')).toMatchObject({ code: 200 });
  expect(await server.guest.request('GET', '/readyz')).toMatchObject({
    code: 200,
    result: { database: true, schema: true, disk: true },
  });
  const other = await startServer();
  await other.sql("insert into migrations values (9999, '9999_later.sql', '')");
  expect(await other.guest.request('GET', '/readyz')).toMatchObject({
    code: 503,
    result: { database: true, schema: false, disk: true },
  });
});

test('bytes that are not HTTP are answered with the envelope', async () => {
  const socket = connectSocket(Number(new URL(server.url).port), '127.0.0.1');
  socket.write('ESTO NO ES HTTP\r\n\r\n');
  const [head, body] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1.1 400 /);
  expect(JSON.parse(body ?? '')).toEqual({ code: 400, message: 'El pedido no es válido', result: null });
});

test('a name that is taken is a conflict, at its field', async () => {
  await admin.call(api.brands.add, { body: { name: 'Ñandú' } });
  expect(await admin.send(api.brands.add, { body: { name: '  NANDU ' } })).toEqual({
    status: 409,
    code: 409,
    message: 'Ya hay una marca con ese nombre',
    result: { errors: { name: 'Ya hay una marca con ese nombre' } },
  });
});

test('an unexpected error answers its request id for support and nothing else', async () => {
  const broken = await startServer();
  const client = await broken.signIn('admin');
  await broken.db.schema.dropTable('mercadolibre_categories').execute();
  const response = await client.fetch('GET', `${api.mercadolibre.categories.path}?search=x`);
  const id = response.headers.get('x-request-id');
  expect(await response.json()).toEqual({
    code: 500,
    message: `Algo falló de nuestro lado. Si vuelve a pasar, pasale este código a soporte: ${id}`,
    result: null,
  });
});

test('ñandú is stored alike from UTF-8 and from Latin-1, both declared iso-8859-1', async () => {
  const declared = 'application/json; charset=iso-8859-1';
  const stored = async (bytes: Uint8Array<ArrayBuffer>) => {
    await server.db.deleteFrom('part_brands').execute();
    await admin.request('POST', ADD_BRAND, json(bytes, declared));
    return server.db.selectFrom('part_brands').select('name').execute();
  };
  const body = '{"name": "ñandú"}';
  expect(await stored(Uint8Array.from(Buffer.from(body, 'utf8')))).toEqual([{ name: 'ñandú' }]);
  expect(await stored(Uint8Array.from(Buffer.from(body, 'latin1')))).toEqual([{ name: 'ñandú' }]);
  const undeclared = json(Uint8Array.from(Buffer.from(body, 'latin1')));
  expect(await admin.request('POST', ADD_BRAND, undeclared)).toMatchObject({ code: 400 });
});

test('every constraint that a caller can violate has a message', async () => {
  const unreachable = [
    // Rows that only the server itself writes.
    /^(sessions|secrets|sign_in_failures|known_networks|loaded_data|migrations|schema_code|mercadolibre_categories|vehicle_headers|shipped_vehicles)_/,
    /^(part_pictures|vehicle_images|operations|operation_tallies|changes|removed_parts|undos|undo_results|template_jobs|bulks|bulk_parts|bulk_results|picture_imports|picture_import_uploads|picture_import_files|jobs(?!_same$)|imports|import_errors|import_changes|import_named_rows|import_mappings|import_corrections|download_tickets|conflict_counts|conflict_signals)_/,
    // The person is the caller.
    /^(saved_views|workbook_mappings|pinned_brands)_user_id_fkey$/,
    // The person is locked.
    /^pinned_brands_default_key$/,
    // The parts are locked, the vehicles were found and the pair is in order.
    /^(rejected_suggestions|alternatives)_/,
    // The person is locked, and the parts and vehicles were found.
    /^vehicle_proposals_/,
    /^vehicle_proposal_parts_(?!years_check)/,
    /^part_product_vehicle_headers_part_product_id/,
    // Checked before, so that the error names the row of the template.
    /^part_product_attributes_/,
    /^part_(vehicles|attributes|crosses)_part_id_fkey$/,
    /^grants_level_check$/,
    /(?<!^part_vehicles)_pkey$/,
    /_not_null$/,
  ];
  const { rows } = await server.sql<{ name: string }>(`
    select conname as name from pg_constraint where connamespace = 'public'::regnamespace
    union select relname from pg_class join pg_index on indexrelid = pg_class.oid
      where indisunique and relnamespace = 'public'::regnamespace
    -- Triggers raise under a name of their own.
    union select (regexp_matches(pg_get_triggerdef(oid), 'refuse_rows\\(''(\\w+)'))[1] from pg_trigger
    union select (regexp_matches(prosrc, 'constraint = ''(\\w+)', 'g'))[1] from pg_proc
      where pronamespace = 'public'::regnamespace`);
  const names = rows.map(({ name }) => name).filter((name) => !unreachable.some((pattern) => pattern.test(name)));
  expect(Object.keys(CONSTRAINTS).sort()).toEqual(names.sort());
});

test('a service that refuses connections at both of its addresses is a 503', async () => {
  const gone = createServer().listen(0);
  await once(gone, 'listening');
  const { port } = gone.address() as AddressInfo;
  gone.close();
  await once(gone, 'close');
  const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
  const socket = connectSocket({ host: 'dos', port, lookup: (_, __, found) => found(null, addresses) });
  const error = await once(socket, 'error').then(([refused]) => refused);
  expect(error).toBeInstanceOf(AggregateError);
  expect(toFailure(error)).toMatchObject({ code: 503 });
});

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN'])(
  'a service whose machine is unreachable (%s) is a 503',
  (code) => {
    const gone = Object.assign(new Error(`connect ${code} 10.0.0.1:5432`), { code, syscall: 'connect' });
    expect(toFailure(gone)).toMatchObject({ code: 503 });
  },
);
