import { api } from '@piezario/contract/api';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addAttribute, addBrand, addCategory, addGrant, addPart, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol, openSession } from '../testing/people.ts';
import { startServer } from '../testing/server.ts';
import { readWorkbook } from '../testing/written-workbook.ts';
import { sweepTickets } from './downloads.ts';

const server = await startServer();
const { db, guest } = server;
const brand = await addBrand(db);
const product = await addProduct(db, (await addCategory(db)).id);
const part = await addPart(db, brand.id, product.id, '00123');
await addAttribute(db, part.id);
const path = `/api/backend/exporter/files/parts/${brand.id}/all/file.xlsx`;

let client: Awaited<ReturnType<typeof enrol>>;
beforeEach(async () => {
  client = await enrol(server, 'client', { part_brand_id: brand.id });
});
const askTicket = (asked = path) => client.call(api.downloads.ticket, { body: { path: asked } });
const progressOf = (id: string) => client.call(api.downloads.progress, { params: { id } });

/** Locks a table until the returned connection rolls back. */
async function lock(table: string): Promise<pg.Client> {
  const other = new pg.Client(server.connection);
  await other.connect();
  onTestFinished(() => other.end());
  await other.query(`begin; lock table ${table} in access exclusive mode`);
  return other;
}

test('a file is downloaded with a link alone, and its progress is reported', async () => {
  const { id, url } = await askTicket();
  expect(url.startsWith(`${path}?ticket=`)).toBe(true);
  expect(await progressOf(id)).toEqual({ state: 'waiting', done: 0, total: null, reason: null });
  const response = await guest.fetch('GET', url);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toContain('attachment');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(readWorkbook(Buffer.from(await response.arrayBuffer())).Piezas?.[1]?.[3]).toBe('00123');
  await expect.poll(() => progressOf(id)).toEqual({ state: 'done', done: 1, total: 1, reason: null });
});

test('the link keeps the filters of its path', async () => {
  const { url } = await askTicket(`${path}?filter[matches-part_category_id]=${product.part_category_id}`);
  expect((await guest.fetch('GET', url)).status).toBe(200);
  const other = await addCategory(db);
  await addGrant(db, client.id, { part_brand_id: brand.id, part_category_id: other.id });
  const { url: ofOther } = await askTicket(`${path}?filter[matches-part_category_id]=${other.id}`);
  const file = await guest.fetch('GET', ofOther);
  expect(readWorkbook(Buffer.from(await file.arrayBuffer())).Piezas).toHaveLength(1);
});

test('a running download reports the parts that it has and will have', async () => {
  const other = await lock('part_attributes');
  const { id, url } = await askTicket();
  const response = await guest.fetch('GET', url);
  await expect.poll(() => progressOf(id)).toEqual({ state: 'running', done: 0, total: 1, reason: null });
  await other.query('rollback');
  await response.arrayBuffer();
  await expect.poll(() => progressOf(id)).toMatchObject({ state: 'done' });
});

test('an aborted download has failed', async () => {
  const other = await lock('part_attributes');
  const { id, url } = await askTicket();
  const hangUp = new AbortController();
  await guest.fetch('GET', url, { signal: hangUp.signal });
  hangUp.abort();
  await expect.poll(() => progressOf(id)).toMatchObject({ state: 'failed', reason: null });
  await other.query('rollback');
});

test('a download whose server died has failed', async () => {
  const { id } = await askTicket();
  const lastNoted = (ago: string) =>
    sql`update download_tickets set state = 'running', noted_at = now() - ${ago}::interval where id = ${id}`.execute(
      db,
    );
  await lastNoted('10 seconds');
  expect(await progressOf(id)).toMatchObject({ state: 'running' });
  await lastNoted('31 seconds');
  expect(await progressOf(id)).toMatchObject({ state: 'failed' });
});

test('a long download keeps running, because its progress is stored again', async () => {
  const other = await lock('part_attributes');
  const { id, url } = await askTicket();
  const response = await guest.fetch('GET', url);
  await sql`update download_tickets set noted_at = now() - interval '1 hour' where id = ${id}`.execute(db);
  await expect.poll(() => progressOf(id)).toMatchObject({ state: 'running' });
  await other.query('rollback');
  await response.arrayBuffer();
});

describe('a link is refused', () => {
  const refusal = { code: 401, message: 'El enlace de descarga venció o ya se usó. Pedí la descarga de nuevo.' };

  test('the second time', async () => {
    const { url } = await askTicket();
    const responses = await Promise.all([1, 2, 3, 4].map(() => guest.fetch('GET', url)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  test('after a minute, and then its download has failed', async () => {
    const { id, url } = await askTicket();
    await sql`update download_tickets set expires_at = now() - interval '1 second' where id = ${id}`.execute(db);
    expect(await guest.request('GET', url)).toMatchObject(refusal);
    expect(await progressOf(id)).toMatchObject({ state: 'failed' });
  });

  test('once its session is over', async () => {
    const { url } = await askTicket();
    await client.call(api.auth.logout, {});
    expect(await guest.request('GET', url)).toMatchObject(refusal);
  });

  test('once its session has expired', async () => {
    const { url } = await askTicket();
    await sql`update sessions set expires_at = now() where user_id = ${client.id}`.execute(db);
    expect(await guest.request('GET', url)).toMatchObject(refusal);
  });

  test('for another file', async () => {
    const { url } = await askTicket();
    const [, secret = ''] = url.split('?');
    for (const other of [path.replace('/all/', `/${product.id}/`), path.replace('/parts/', '/meli/')]) {
      expect(await guest.request('GET', `${other}?${secret}`)).toMatchObject(refusal);
    }
    expect(await guest.request('GET', `${path}?filter[matches-part_category_id]=1&${secret}`)).toMatchObject(refusal);
    expect(await guest.request('GET', `${path}?${secret}&${secret}`)).toMatchObject(refusal);
    expect((await guest.fetch('GET', url)).status).toBe(200);
  });

  test('for a call that returns no file', async () => {
    const { url } = await askTicket();
    const [, secret = ''] = url.split('?');
    expect(await guest.request('GET', `/api/backend/auth/profile?${secret}`)).toMatchObject({ code: 401 });
  });

  test.each(['', 'x', 'ticket', `${'A'.repeat(43)}`, "' or 1=1 --", '%00'])(
    'when it was made up: «%s»',
    async (secret) => {
      expect(await guest.request('GET', `${path}?ticket=${secret}`)).toMatchObject(refusal);
    },
  );

  test('when its file is no longer in scope', async () => {
    const { id, url } = await askTicket();
    await db.deleteFrom('grants').where('user_id', '=', client.id).execute();
    const response = await guest.fetch('GET', url);
    expect(response.status).toBe(404);
    expect(response.headers.get('content-disposition')).toBeNull();
    const reason = 'No existe o no está a tu alcance';
    await expect.poll(() => progressOf(id)).toMatchObject({ state: 'failed', reason });
  });

  test('when the server is too busy for it', async () => {
    const { id, url } = await askTicket();
    const other = await lock('part_brands');
    const response = guest.fetch('GET', url);
    const cancel = async () => {
      const { rowCount } = await other.query(`select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rowCount;
    };
    await expect.poll(cancel).toBe(1);
    expect((await response).status).toBe(503);
    const reason = 'La consulta tardó demasiado. Probá con menos datos.';
    await expect.poll(() => progressOf(id)).toMatchObject({ state: 'failed', reason });
  });
});

test.each([
  ['no file', '/api/backend/auth/profile'],
  ['another method', '/api/backend/exporter/files/parts'],
  ['an unknown kind', path.replace('/parts/', '/todo/')],
  ['an invalid id', path.replace('/all/', '/uno/')],
  ['a path with dots', `/api/backend/auth/../exporter/files/parts/${brand.id}/all/file.xlsx`],
  ['another host', `/api/backend/..//malo.example${path}`],
  ['a path with a ticket', `${path}?ticket=x`],
  ['a fragment', `${path}#x`],
  ['a line break', `${path}\r\nset-cookie: a=b`],
  ['another site', 'https://malo.example/api/backend/x'],
])('no link is given to %s', async (_, asked) => {
  const answer = await client.send(api.downloads.ticket, { body: { path: asked } });
  expect(answer).toMatchObject({ code: 422, result: { errors: { path: 'No es un archivo de esta API' } } });
});

test('a session has at most twenty links that wait to be used', async () => {
  const [first] = await Promise.all(Array.from({ length: 20 }, () => askTicket()));
  const refusal = { code: 429, message: 'Pediste muchas descargas a la vez. Probá de nuevo en un minuto.' };
  const ask = (person: Client) => person.send(api.downloads.ticket, { body: { path } });
  expect(await ask(client)).toMatchObject(refusal);
  expect(await ask(await openSession(server, client.id))).toMatchObject({ code: 200 });
  await (await guest.fetch('GET', first?.url ?? '')).arrayBuffer();
  expect(await ask(client)).toMatchObject({ code: 200 });
  expect(await ask(client)).toMatchObject(refusal);
  await sql`update download_tickets set expires_at = now()`.execute(db);
  expect(await ask(client)).toMatchObject({ code: 200 });
});

test('the progress of a download is visible only to the session that asked for it', async () => {
  const { id } = await askTicket();
  const strangers = [await openSession(server, client.id), await enrol(server, 'admin')];
  for (const stranger of strangers) {
    const answer = await stranger.send(api.downloads.progress, { params: { id } });
    const never = await stranger.send(api.downloads.progress, { params: { id: crypto.randomUUID() } });
    expect(answer).toEqual(never);
    expect(answer.code).toBe(404);
  }
});

test('the secret of a link is not in the database', async () => {
  const { url } = await askTicket();
  const [, secret = ''] = url.split('ticket=');
  expect(secret).toMatch(/^[\w-]{43}$/);
  const tickets = await db.selectFrom('download_tickets').selectAll().execute();
  expect(JSON.stringify(tickets)).not.toContain(secret);
});

test('links are deleted after a day', async () => {
  const [old, recent] = [await askTicket(), await askTicket()];
  await sql`update download_tickets set expires_at = now() - interval '25 hours' where id = ${old.id}`.execute(db);
  await sweepTickets(db);
  expect((await client.send(api.downloads.progress, { params: { id: old.id } })).code).toBe(404);
  expect(await progressOf(recent.id)).toMatchObject({ state: 'waiting' });
});
