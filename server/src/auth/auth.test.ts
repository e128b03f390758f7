import { api } from '@piezario/contract/api';
import { SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { Client } from '../testing/client.ts';
import { PASSWORD, startServer } from '../testing/server.ts';
import { hashPassword } from './passwords.ts';
import { readSessionSecret, sweepSessions } from './sessions.ts';

const server = await startServer();
const WRONG = { code: 401, message: 'El e-mail o la clave no son correctos', result: null };
const EXPIRED = { status: 401, code: 401, message: 'access_token expired', result: null };

const profile = (client: Client) => client.request('GET', api.auth.profile.path);
const login = (email: string, password: string) => server.guest.send(api.auth.login, { body: { email, password } });

describe('signing in', () => {
  test('returns a token and the user', async () => {
    const { id, email } = await server.addUser('manufacturer');
    const { result } = await login(email, PASSWORD);
    expect(result.user).toEqual({
      id,
      email,
      name: 'Persona manufacturer',
      displayName: 'Persona manufacturer',
      role: ['manufacturer'],
      roleName: 'Fabricante',
      brands: [],
      data: { shortcuts: [] },
      pinnedBrands: [],
      defaultBrand: null,
      photoURL: null,
      mustChangePassword: false,
      viewer: null,
    });
    expect(await profile(new Client(server.url, result.access_token))).toMatchObject({
      code: 200,
      result: result.user,
    });
  });

  test('ignores the case of the e-mail and spaces around it', async () => {
    const { email } = await server.addUser('user');
    expect(await login(`  ${email.toUpperCase()} `, PASSWORD)).toMatchObject({ code: 200 });
  });

  test('ignores how the keyboard composes the letters of the password', async () => {
    const { id, email } = await server.addUser('user');
    const password_hash = await hashPassword('contraseña'.normalize('NFC'));
    await server.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute();
    expect(await login(email, 'contraseña'.normalize('NFD'))).toMatchObject({ code: 200 });
  });

  test('answers the same to an unknown e-mail, a wrong password and a deactivated account', async () => {
    const { email } = await server.addUser('user');
    const gone = await server.addUser('user');
    await server.db.updateTable('users').set({ active: false }).where('id', '=', gone.id).execute();
    expect(await login('nadie@example.com', PASSWORD)).toMatchObject(WRONG);
    expect(await login(email, 'otra-clave')).toMatchObject(WRONG);
    expect(await login(gone.email, PASSWORD)).toMatchObject(WRONG);
  });

  test('asks for at least 4 characters in each field', async () => {
    expect(await login('abc', 'abc')).toMatchObject({
      code: 422,
      result: {
        errors: { email: 'Se requieren al menos 4 caracteres', password: 'Se requieren al menos 4 caracteres' },
      },
    });
  });
});

test('repeated failures slow an account down after five, however its e-mail is written', async () => {
  const { db, guest, addUser } = await startServer();
  const { email } = await addUser('user');
  const attempt = (password: string, spelling = email) =>
    guest.send(api.auth.login, { body: { email: spelling, password } });
  for (const spelling of [email, email.toUpperCase(), ` ${email}`, `${email} `, email]) {
    expect(await attempt('otra-clave', spelling)).toMatchObject(WRONG);
  }
  await attempt('otra-clave');
  // On a slow machine the wait would end before the next attempt.
  await db
    .updateTable('sign_in_failures')
    .where('key', '=', `pair:127.0.0.1 ${email}`)
    .whereRef('free_at', '>', 'last_at')
    .set({ free_at: new Date(Date.now() + 60_000) })
    .execute();
  expect(await attempt(PASSWORD)).toMatchObject({
    code: 429,
    message: expect.stringMatching(/^Demasiados intentos/),
  });
});

describe('a session', () => {
  test('ends with logout', async () => {
    const client = await server.signIn('user');
    expect(await client.request('GET', api.auth.logout.path)).toMatchObject({ code: 200, message: 'Sesión cerrada' });
    expect(await profile(client)).toEqual(EXPIRED);
  });

  test.each([
    ['deactivation', { active: false }],
    ['a new role', { role: 'client' }],
    ['a new password', { password_hash: 'otra' }],
  ] as const)('ends with %s', async (_, change) => {
    const { id, email } = await server.addUser('manufacturer');
    const client = await server.guest.signIn(email, PASSWORD);
    expect((await profile(client)).code).toBe(200);
    await server.db.updateTable('users').set(change).where('id', '=', id).execute();
    expect(await profile(client)).toEqual(EXPIRED);
  });

  test('is not opened by a password that is being changed at the same moment', async () => {
    const admin = await server.signIn('admin');
    const { id, email } = await server.addUser('manufacturer');
    const change = { id, name: 'x', email, password: 'una-clave-nueva' };
    const [, ...answers] = await Promise.all([
      admin.call(api.users.store, { body: change }),
      ...Array.from({ length: 5 }, () => login(email, PASSWORD)),
    ]);
    const opened = answers.filter(({ code }) => code === 200).map(({ result }) => result.access_token);
    for (const token of opened) expect(await profile(new Client(server.url, token))).toEqual(EXPIRED);
    expect(await login(email, 'una-clave-nueva')).toMatchObject({ code: 200 });
  });

  test('is not renewed for ever', async () => {
    const { email } = await server.addUser('user');
    const client = await server.guest.signIn(email, PASSWORD);
    const secret = await readSessionSecret(server.db);
    const { jti } = JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString());
    const now = Math.floor(Date.now() / 1000);
    const old = await new SignJWT({ jti, aud: 'piezario', iat: now - 3700, exp: now + 100 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(secret);
    await server.db
      .updateTable('sessions')
      .set({ created_at: new Date(Date.now() - 8 * 24 * 3600 * 1000) })
      .where('id', '=', jti)
      .execute();
    expect((await profile(new Client(server.url, old))).result).not.toHaveProperty('access_token');
  });

  test('continues when other fields of the account change', async () => {
    const { id, email } = await server.addUser('manufacturer');
    const client = await server.guest.signIn(email, PASSWORD);
    await server.db.updateTable('users').set({ name: 'Otro nombre' }).where('id', '=', id).execute();
    expect(await profile(client)).toMatchObject({ code: 200, result: { name: 'Otro nombre' } });
  });

  test('is swept once it has expired', async () => {
    await server.signIn('user');
    await server.db
      .updateTable('sessions')
      .set({ expires_at: new Date(0) })
      .execute();
    await sweepSessions(server.db);
    expect(await server.db.selectFrom('sessions').selectAll().execute()).toEqual([]);
  });
});

describe('a token', () => {
  const now = () => Math.floor(Date.now() / 1000);
  const claims = async () => {
    const { email } = await server.addUser('admin');
    const { token } = await server.guest.signIn(email, PASSWORD);
    return JSON.parse(Buffer.from(token?.split('.')[1] ?? '', 'base64url').toString());
  };
  const sign = (payload: Record<string, unknown>, secret: Uint8Array) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(secret);
  const answer = async (token: string) => profile(new Client(server.url, token));

  test('has its expiry in seconds, eight hours from now', async () => {
    const { exp } = await claims();
    expect(exp - now()).toBeGreaterThan(8 * 3600 - 60);
    expect(exp - now()).toBeLessThanOrEqual(8 * 3600);
  });

  test('is renewed by the profile when it is over an hour old, and not before', async () => {
    const secret = await readSessionSecret(server.db);
    const old = await sign({ ...(await claims()), iat: now() - 3700 }, secret);
    const { result } = (await answer(old)) as { result: { access_token: string } };
    expect(await answer(result.access_token)).toMatchObject({
      code: 200,
      result: expect.not.objectContaining({ access_token: expect.anything() }),
    });
  });

  test('that was forged is refused', async () => {
    const good = await claims();
    const secret = await readSessionSecret(server.db);
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(good)).toString('base64url')}.`;
    const forged = [
      none,
      await sign(good, Buffer.from('secret')),
      await sign({ ...good, aud: 'otra' }, secret),
      await sign({ ...good, exp: now() - 1 }, secret),
      await sign({ ...good, exp: undefined }, secret),
      await sign({ ...good, jti: crypto.randomUUID() }, secret),
      'x',
      'a.b.c',
    ];
    for (const token of forged) expect(await answer(token)).toEqual(EXPIRED);
    expect(await answer(await sign(good, secret))).toMatchObject({ code: 200 });
  });
});

describe('registration', () => {
  const body = { email: 'nueva@example.com', password: 'una-clave-larga', displayName: 'Nueva', role: 'admin', id: 1 };

  test('is refused unless it was allowed, with any body', async () => {
    for (const sent of [body, {}])
      expect(await server.guest.send(api.auth.register, { body: sent })).toMatchObject({ code: 403 });
  });

  test('makes a user without grants, and ignores a role that was sent', async () => {
    const open = await startServer({ allowRegistration: true });
    const { message } = api.auth.register;
    expect(await open.guest.send(api.auth.register, { body })).toEqual({
      status: 200,
      code: 200,
      message,
      result: null,
    });
    const client = await open.guest.signIn(body.email, body.password);
    expect(await client.call(api.auth.profile, {})).toMatchObject({ role: ['user'], brands: [], displayName: 'Nueva' });
  });
});

test('shortcuts are saved for oneself alone', async () => {
  const { id } = await server.addUser('admin');
  const client = await server.signIn('user');
  const body = { user: { id, role: ['admin'], data: { shortcuts: ['parts', 'import'] } } };
  expect(await client.send(api.auth.updateUser, { body })).toMatchObject({
    code: 200,
    message: 'User data saved with api',
    result: { role: ['user'], data: { shortcuts: ['parts', 'import'] } },
  });
  const other = await server.db.selectFrom('users').where('id', '=', id).select('shortcuts').executeTakeFirstOrThrow();
  expect(other.shortcuts).toEqual([]);
});
