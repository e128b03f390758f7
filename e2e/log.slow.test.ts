import { api } from '@piezario/contract/api';
import { asUrl, createDatabase } from '@piezario/server/testing/database';
import { startS3 } from '@piezario/server/testing/s3';
import { expect, test } from 'vitest';
import { ADMIN, makeDataDir, PLAIN, type Server, type Settings, signIn, startProcess } from './support/process.ts';

/* What the operator reads on the standard output of the real process. */

const store = await startS3();

const start = async (settings: Settings) =>
  startProcess({ ...PLAIN, DATABASE_URL: asUrl(await createDatabase()), DATA_DIR: await makeDataDir(), ...settings });

type Line = Record<string, unknown> & { readonly msg: string; readonly reqId?: string };

const linesOf = ({ output }: Server): Line[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));

const SECRETS = { wrong: 'otra-clave-larga', given: 'una-clave-dada', next: 'la-clave-que-sigue' };

/** Causes most kinds of security events. */
async function changeAccess(server: Server) {
  const guest = await server.client();
  await guest.send(api.auth.login, { body: { email: 'Nadie@example.com', password: SECRETS.wrong } });
  const admin = await signIn(server);
  const email = 'beto@example.com';
  const person = { name: 'Beto', email };
  const { id } = await admin.call(api.users.store, {
    body: { ...person, password: SECRETS.given, role: 'manufacturer' },
  });
  const beto = await guest.signInFirst(email, SECRETS.given, ADMIN.password);
  await beto.send(api.users.show, { params: { id } });
  const brand = await admin.call(api.brands.add, { body: { name: 'Ñandú' } });
  const place = { user_id: id, brand: brand.id, category: null, product: null };
  const grant = await admin.call(api.users.append, { body: place });
  // Refused because the grant exists, and not logged because nothing changes.
  await admin.send(api.users.append, { body: place });
  await admin.call(api.users.withdraw, { body: { id: grant.id } });
  await admin.call(api.users.store, { body: { id, ...person, password: SECRETS.next, role: 'staff' } });
  await beto.send(api.auth.profile, {});
  await guest.send(api.auth.profile, {});
  const client = await admin.call(api.clients.store, {
    body: { name: 'Carla', email: 'carla@example.com', password: SECRETS.given },
  });
  await admin.call(api.clients.viewAs, { body: { id: client.id } });
  await admin.call(api.users.remove, { body: { id } });
  await admin.call(api.users.restore, { body: { id } });
  return { id, brand, grant, tokens: [admin.token ?? '', beto.token ?? ''] };
}

test('changes of access, sign-ins and refusals are logged even at level error, without secrets', async () => {
  const server = await start({ LOG_LEVEL: 'error' });
  const { id, brand, grant, tokens } = await changeAccess(server);
  await server.end();
  const admin = expect.any(Number);
  const events = linesOf(server).filter(({ msg }) => msg === 'security');
  expect(events).toMatchObject([
    { event: 'sign-in-failed', email: 'Nadie@example.com', address: '127.0.0.1' },
    { event: 'sign-in', account: admin },
    { event: 'account-created', user: admin, account: id, role: 'manufacturer' },
    { event: 'sign-in', account: id },
    { event: 'password-changed', user: id, account: id },
    { event: 'refused', user: id, status: 403, path: api.users.show.path.replace(':id', `${id}`) },
    { event: 'grant-added', user: admin, account: id, brand: brand.id, category: null, product: null },
    { event: 'grant-removed', user: admin, account: id, grant: grant.id },
    { event: 'role-changed', user: admin, account: id, from: 'manufacturer', to: 'staff' },
    { event: 'password-changed', user: admin, account: id },
    { event: 'refused', status: 401, method: 'GET', path: api.auth.profile.path },
    { event: 'account-created', user: admin, role: 'client' },
    { event: 'viewed-as', user: admin, account: expect.any(Number) },
    { event: 'account-deactivated', user: admin, account: id },
    { event: 'account-restored', user: admin, account: id },
  ]);
  for (const secret of [ADMIN.password, ...Object.values(SECRETS), ...tokens]) {
    expect(server.output).not.toContain(secret);
  }
});

test('a silent log stays silent', async () => {
  const server = await start({ LOG_LEVEL: 'silent' });
  await changeAccess(server);
  await server.end();
  expect(linesOf(server)).toEqual([]);
});

test('the line of a request names its account', async () => {
  const server = await start({ LOG_LEVEL: 'info' });
  const admin = await signIn(server);
  const { id } = await admin.call(api.auth.profile, {});
  await server.end();
  const requests = linesOf(server).filter(({ msg }) => msg === 'request');
  expect(requests).toMatchObject([{ path: api.auth.login.path }, { path: api.auth.profile.path, user: id }]);
  expect(requests[0]).not.toHaveProperty('user');
});

test('an outage is logged once with its cause, and then counted once a second', async () => {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = store.settings;
  const s3 = { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_PATH_STYLE: '1' };
  const server = await start({
    ...s3,
    ...{ S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, LOG_LEVEL: 'warn' },
  });
  const guest = await server.client();
  await store.kill();
  const CALLS = 200;
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, n) => guest.request('GET', `/media/ab/picture-${n}.jpg`)),
  );
  expect(new Set(answers.map(({ code }) => code))).toEqual(new Set([503]));
  const told = () => linesOf(server).filter(({ msg }) => msg === 'not served');
  const counted = () => told().reduce((sum, { more }) => sum + (typeof more === 'number' ? more : 1), 0);
  await expect.poll(counted).toBe(CALLS);
  expect(told()[0]).toHaveProperty('err.stack');
  expect(told().length).toBeLessThan(CALLS / 4);
});
