import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Attachment, Download, get, post } from '@piezario/contract/endpoint';
import { Id, requiredLine } from '@piezario/contract/fields';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../config.ts';
import { connect } from '../db/connection/connect.ts';
import { Client } from '../testing/client.ts';
import { createDatabase } from '../testing/database.ts';
import { Failure } from './failure.ts';
import { type Caller, type Handlers, implement } from './implement.ts';
import { createServer } from './server.ts';

const notes = {
  show: get({
    path: '/api/notes/:id',
    access: 'user',
    summary: 'A note',
    params: z.object({ id: Id }),
    result: z.object({ id: z.int(), text: z.string() }),
  }),
  create: post({
    path: '/api/notes/create',
    access: 'admin',
    summary: 'Creates a brand, then fails on request',
    body: z.object({ name: requiredLine(20), fail: z.boolean().default(false) }),
    result: z.object({ name: z.string() }),
    message: ({ name }: { name: string }) => `Ahora es ${name}`,
  }),
  swap: post({
    path: '/api/notes/swap',
    access: 'admin',
    summary: 'Locks two brands, one after the other',
    body: z.object({ first: Id, second: Id }),
    result: z.null(),
  }),
  attach: post({
    path: '/api/notes/attach',
    access: 'user',
    summary: 'Takes a small file',
    upload: 1000,
    body: z.object({ note_id: Id, attachment: Attachment }),
    result: z.object({ note_id: z.int(), name: z.string(), content: z.string() }),
  }),
  file: get({
    path: '/api/notes/:id/file',
    access: 'user',
    summary: 'A file',
    params: z.object({ id: Id }),
    result: Download,
  }),
};

/** Barrier: resolves once two calls have reached it. */
const bothHoldOne = (() => {
  let [waiting, open] = [0, () => {}];
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return () => {
    waiting += 1;
    if (waiting === 2) open();
    return opened;
  };
})();

const handlers: Handlers<typeof notes> = {
  show: async ({ params, user }) => ({ id: params.id, text: `de ${user.id}`, password_hash: 'secreto' }),
  create: async ({ db, body }) => {
    await db.insertInto('part_brands').values({ name: body.name }).execute();
    if (body.fail) throw new Failure(409, 'Se arrepintió');
    return { name: body.name };
  },
  swap: async ({ db, body: { first, second } }) => {
    const lock = (id: number) => db.selectFrom('part_brands').select('id').where('id', '=', id).forUpdate().execute();
    await lock(first);
    await bothHoldOne();
    await lock(second);
    return null;
  },
  attach: async ({ body: { note_id, attachment } }) => ({
    note_id,
    name: attachment.name,
    content: await readFile(attachment.path, 'utf8'),
  }),
  file: async ({ params }) => ({
    name: 'catálogo "1"\r\n.txt',
    type: 'text/plain; charset=utf-8',
    content: (async function* () {
      if (params.id === 2) throw new Failure(503, 'Hay muchas descargas');
      yield Buffer.from('ñan');
      yield Buffer.from('dú');
    })(),
  }),
};

const roles = new Map<string | undefined, Caller['role']>([
  ['Bearer admin', 'admin'],
  ['Bearer user', 'user'],
]);
const uploads = await mkdtemp(join(tmpdir(), 'piezario-uploads-'));
const db = connect(await createDatabase(), () => {});
const services = {
  db,
  uploads,
  slowestReader: { bytesPerSecond: 1, patience: 60_000 },
  requireOwnPassword: false,
  source: async () => db,
  authenticate: async ({ headers }: { headers: { authorization?: string | undefined } }) => {
    const role = roles.get(headers.authorization);
    return role ? { id: 7, role, session: '', mustChangePassword: false, tokenIssuedAt: 0 } : null;
  },
};
const newServer = () => createServer({ ...readConfig({ LOG_LEVEL: 'silent' }), trustProxy: false });
const server = await newServer();
implement(server, { notes }, { notes: handlers }, services);
const url = await server.listen({ port: 0, host: '127.0.0.1' });
afterAll(async () => {
  await server.close();
  await db.destroy();
  await rm(uploads, { recursive: true });
});
const admin = new Client(url, 'admin');
const user = new Client(url, 'user');
const guest = new Client(url);

describe('a call', () => {
  test('answers the envelope, with nothing that the contract does not name', async () => {
    expect(await user.send(notes.show, { params: { id: 5 } })).toMatchObject({ code: 200, message: 'OK' });
    expect(await user.call(notes.show, { params: { id: 5 } })).toEqual({ id: 5, text: 'de 7' });
  });

  test('is refused without a session, and with one of another role', async () => {
    expect(await guest.send(notes.show, { params: { id: 5 } })).toMatchObject({ code: 401, result: null });
    expect(await user.send(notes.create, { body: { name: 'x' } })).toMatchObject({ code: 403, result: null });
  });

  test('says what is wrong, at the field', async () => {
    expect(await admin.send(notes.create, { body: { name: '  ' } })).toEqual({
      status: 422,
      code: 422,
      message: 'Revisá los datos marcados',
      result: { errors: { name: 'Completá este campo' } },
    });
  });

  test('keeps nothing of what it wrote when it fails', async () => {
    await admin.call(notes.create, { body: { name: 'Queda' } });
    expect(await admin.send(notes.create, { body: { name: 'No queda', fail: true } })).toMatchObject({ code: 409 });
    expect(await db.selectFrom('part_brands').select('name').execute()).toEqual([{ name: 'Queda' }]);
  });

  test('that collides with another one is tried again, and both are done', async () => {
    const brands = await db
      .insertInto('part_brands')
      .values([{ name: 'a' }, { name: 'b' }])
      .returning('id')
      .execute();
    const [one = 0, other = 0] = brands.map(({ id }) => id);
    const swap = (first: number, second: number) => admin.send(notes.swap, { body: { first, second } });
    const answers = await Promise.all([swap(one, other), swap(other, one)]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  });

  test('answers with the message of its endpoint', async () => {
    expect(await admin.send(notes.create, { body: { name: 'Otra' } })).toMatchObject({ message: 'Ahora es Otra' });
  });

  test.each(['0', '-1', '1.5', 'x', '99999999999999999999', "1' or '1'='1", '%00', '%F0%9F'])(
    'with the id %s in its path finds nothing',
    async (id) => {
      expect((await user.request('GET', `/api/notes/${id}`)).code).toBeOneOf([400, 404]);
    },
  );

  test('with query parameters that it does not know is refused', async () => {
    expect(await user.request('GET', '/api/notes/5?page=1')).toMatchObject({ code: 422 });
  });
});

describe('an upload', () => {
  const form = (content: string, fields: Record<string, string> = { note_id: '5' }) => {
    const body = new FormData();
    body.append('attachment', new Blob([content]), '../../etc/ñandú.txt');
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return { body };
  };

  test('reaches the handler with its fields, wherever they stand in the body', async () => {
    expect(await user.request('POST', '/api/notes/attach', form('hola'))).toMatchObject({
      code: 200,
      result: { note_id: 5, name: 'ñandú.txt', content: 'hola' },
    });
  });

  test('that is too large is refused', async () => {
    expect(await user.request('POST', '/api/notes/attach', form('x'.repeat(1001)))).toMatchObject({
      code: 413,
      message: expect.stringContaining('El archivo es demasiado grande'),
    });
  });

  test('with too many files or fields is malformed, not too large', async () => {
    const twoFiles = form('x');
    twoFiles.body.append('other', new Blob(['x']), 'x.txt');
    const manyFields = form('x', Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`field_${index}`, 'x'])));
    for (const sent of [twoFiles, manyFields]) {
      expect(await user.request('POST', '/api/notes/attach', sent)).toMatchObject({
        code: 400,
        message: 'El formulario está incompleto o mal formado',
      });
    }
  });

  test('without its file, or with fields that are wrong, says so at the field', async () => {
    const noFile = new FormData();
    noFile.append('note_id', '5');
    expect(await user.request('POST', '/api/notes/attach', { body: noFile })).toMatchObject({
      code: 422,
      result: { errors: { attachment: 'Elegí un archivo' } },
    });
    expect(await user.request('POST', '/api/notes/attach', form('x', { note_id: 'x' }))).toMatchObject({
      code: 422,
      result: { errors: { note_id: 'El identificador no es válido' } },
    });
  });

  test('that is not a form is refused', async () => {
    const json = { body: '{}', headers: { 'content-type': 'application/json' } };
    expect(await user.request('POST', '/api/notes/attach', json)).toMatchObject({ code: 415 });
  });

  test('cannot pretend to be a file that is on the server already', async () => {
    const forged = JSON.stringify({ name: 'x', type: 'x', bytes: 1, path: '/etc/hostname' });
    const body = [
      '--b',
      'content-disposition: form-data; name="note_id"',
      '',
      '5',
      '--b',
      'content-disposition: form-data; name="attachment"',
      'content-type: application/json',
      '',
      forged,
      '--b--',
      '',
    ].join('\r\n');
    const answer = await user.request('POST', '/api/notes/attach', {
      body,
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    expect(answer).toMatchObject({ code: 400, result: null });
  });

  test.each([
    ['is cut short', '--b\r\ncontent-disposition: form-data; name="attachment"; filename="x"\r\n\r\nabc'],
    ['has no parts', 'nada'],
    ['is empty', ''],
  ])('that %s is refused as a client error', async (_, body) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const { code } = await user.request('POST', '/api/notes/attach', { body, headers });
    expect(code).toBeOneOf([400, 422]);
  });

  test('to a call that takes none is refused', async () => {
    expect(await admin.request('POST', '/api/notes/create', form('x'))).toMatchObject({ code: 415 });
  });

  test('leaves no file behind', async () => {
    expect(await readdir(uploads)).toEqual([]);
  });
});

describe('a download', () => {
  test('is the file, under a name that cannot break the header', async () => {
    const response = await user.fetch('GET', '/api/notes/5/file');
    expect(await response.text()).toBe('ñandú');
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="catalogo 1.txt"; filename*=UTF-8''cat%C3%A1logo%20%221%22.txt`,
    );
  });

  test('that is refused answers the envelope', async () => {
    expect(await guest.request('GET', '/api/notes/5/file')).toMatchObject({ code: 401 });
  });

  test('that fails before its first byte is an error like any other', async () => {
    const response = await user.fetch('GET', '/api/notes/2/file');
    expect(await response.json()).toEqual({ code: 503, message: 'Hay muchas descargas', result: null });
    expect(response.headers.get('content-disposition')).toBeNull();
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});

describe('the server does not start', () => {
  test('without a handler', async () => {
    const { show: _, ...incomplete } = handlers;
    // @ts-expect-error a handler is missing
    const open = async () => implement(await newServer(), { notes }, { notes: incomplete }, services);
    await expect(open).rejects.toThrow('notes.show has no handler');
  });

  test('with an endpoint that does not say who has access', async () => {
    const { access: _, ...open } = notes.show;
    // @ts-expect-error the access is missing
    const start = async () => implement(await newServer(), { notes: { show: open } }, { notes: handlers }, services);
    await expect(start).rejects.toThrow('notes.show does not say who has access');
  });

  test('with a parameter that its path does not have', async () => {
    const show = get({ ...notes.show, path: '/api/notes/:note' });
    const answer = { show: async () => ({ id: 1, text: '' }) };
    const start = async () => implement(await newServer(), { notes: { show } }, { notes: answer }, services);
    await expect(start).rejects.toThrow('notes.show declares [id] but its path has [note]');
  });

  test('with a route that the contract does not know', async () => {
    const stranger = await newServer();
    implement(stranger, { notes }, { notes: handlers }, services);
    expect(() => stranger.get('/api/backdoor', async () => null)).toThrow('GET /api/backdoor is not in the contract');
  });
});

test('a handler that answers something else does not compile', () => {
  const wrong: Handlers<typeof notes> = {
    ...handlers,
    // @ts-expect-error the text is missing
    show: async ({ params }) => ({ id: params.id }),
  };
  expect(wrong).toBeDefined();
});
