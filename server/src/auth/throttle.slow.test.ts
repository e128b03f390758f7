import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { networkOf } from '../http/network.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

/** A server behind a proxy, which tells it the address of each caller. */
async function behindProxy(settings: Parameters<typeof startServer>[0] = {}) {
  const server = await startServer({ ...settings, trustProxy: '127.0.0.1' });
  const { email } = await server.addUser('user');
  const post = (path: string, body: object, address: string) =>
    server.guest.request('POST', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    });
  const signIn = (password: string, address: string) => post(api.auth.login.path, { email, password }, address);
  /** Stores failures of the account as from many addresses, with a wait that begins now. */
  const failures = (count: number, key = `account:${email}`) =>
    server.sql(`insert into sign_in_failures (key, failures, last_at, free_at)
      values ('${key}', ${count}, now(), now() + interval '29 seconds')
      on conflict (key) do update set failures = excluded.failures, free_at = excluded.free_at`);
  return { ...server, email, post, signIn, failures };
}

describe('an attacker who knows an e-mail', () => {
  test('does not lock its owner out with wrong passwords', async () => {
    const { signIn } = await behindProxy();
    let answer = await signIn('otra-clave', '203.0.113.9');
    while (answer.code === 401) answer = await signIn('otra-clave', '203.0.113.9');
    expect(answer.code).toBe(429);
    expect(await signIn(PASSWORD, '198.51.100.7')).toMatchObject({ code: 200 });
  });

  test('does not lock the owner out of a known network, even from many addresses', async () => {
    const { signIn, failures } = await behindProxy();
    expect(await signIn(PASSWORD, '198.51.100.7')).toMatchObject({ code: 200 });
    await failures(500);
    expect(await signIn('otra-clave', '203.0.113.9')).toMatchObject({ code: 429 });
    expect(await signIn(PASSWORD, '198.51.100.7')).toMatchObject({ code: 200 });
  });
});

test('a made-up e-mail never counts against the owner of another one', async () => {
  const { post, email, signIn, sql } = await behindProxy();
  for (const account of [`${email} from 198.51.100.7`, `198.51.100.7 ${email}`]) {
    await post(api.auth.login.path, { email: account, password: 'otra-clave' }, '203.0.113.9');
  }
  const { rows } = await sql<{ key: string }>(`select key from sign_in_failures where key like '%${email}'`);
  expect(rows.map(({ key }) => key).sort()).toEqual(
    [`account:198.51.100.7 ${email}`, `pair:203.0.113.9 198.51.100.7 ${email}`].sort(),
  );
  expect(await signIn(PASSWORD, '198.51.100.7')).toMatchObject({ code: 200 });
});

test('the addresses of one IPv6 network count as one', async () => {
  const { signIn } = await behindProxy();
  const address = (n: number) => `2001:db8:1:2:${n.toString(16)}::1`;
  let tries = 0;
  while ((await signIn('otra-clave', address(tries))).code === 401) tries++;
  expect(tries).toBeLessThan(15);
  expect(await signIn(PASSWORD, '2001:db8:1:3::1')).toMatchObject({ code: 200 });
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
])('%s belongs to the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('a wait that was stored before the clock was set back is ignored', async () => {
  const { signIn, email, sql } = await behindProxy();
  await sql(`insert into sign_in_failures (key, failures, last_at, free_at)
    select key, 9, now() + interval '1 day', now() + interval '1 day'
    from unnest(array['network:203.0.113.9', 'pair:203.0.113.9 ${email}', 'account:${email}']) as key`);
  expect(await signIn(PASSWORD, '203.0.113.9')).toMatchObject({ code: 200 });
});

describe('registration, where it is allowed', () => {
  const newPerson = (email: string, password = PASSWORD) => ({ email, password, displayName: 'Nueva' });
  const register = (post: Awaited<ReturnType<typeof behindProxy>>['post'], body: object, address = '203.0.113.9') =>
    post(api.auth.register.path, body, address);

  test('does not reveal which e-mails have an account, nor changes the account', async () => {
    const { post, email, guest } = await behindProxy({ allowRegistration: true });
    const free = await register(post, newPerson('nadie@example.com'));
    const taken = await register(post, newPerson(email.toUpperCase(), 'una-clave-ajena'));
    expect(free.code).toBe(200);
    expect(taken).toEqual(free);
    await guest.signIn(email, PASSWORD);
  });

  test('is limited by network', async () => {
    const { post } = await behindProxy({ allowRegistration: true });
    let made = 0;
    while ((await register(post, newPerson(`nueva${made}@example.com`))).code === 200) made++;
    expect(made).toBeGreaterThanOrEqual(5);
    expect(await register(post, newPerson('otra@example.com'), '198.51.100.7')).toMatchObject({ code: 200 });
  });

  test('refuses a common password', async () => {
    const { post } = await behindProxy({ allowRegistration: true });
    expect(await register(post, newPerson('nueva@example.com', 'Argentina123'))).toMatchObject({
      code: 422,
      result: { errors: { password: 'Es una de las claves más usadas: elegí otra' } },
    });
  });
});

test('a flood of sign-ins is refused in part, and everything else goes on', async () => {
  const { signIn, url } = await behindProxy();
  const flood = Promise.all(Array.from({ length: 100 }, (_, n) => signIn('otra-clave', `203.0.113.${n}`)));
  const during = await Promise.all(
    ['/readyz', '/healthz', api.settings.show.path].map(async (path) => (await fetch(url + path)).status),
  );
  expect(during).toEqual([200, 200, 200]);
  const codes = new Set((await flood).map(({ code, message }) => `${code} ${message}`));
  expect(codes).toEqual(
    new Set([
      '401 El e-mail o la clave no son correctos',
      '429 Hay muchos ingresos a la vez. Probá de nuevo en unos segundos.',
    ]),
  );
  expect(await signIn(PASSWORD, '198.51.100.7')).toMatchObject({ code: 200 });
});

test('an unknown e-mail, a wrong password and a deactivated account take about the same time', async () => {
  const { addUser, db, post } = await behindProxy();
  const inactive = await addUser('user');
  await db.updateTable('users').set({ active: false }).where('id', '=', inactive.id).execute();
  const { email } = await addUser('user');
  const times = new Map<string, number[]>();
  for (let round = 0; round < 9; round++) {
    for (const account of ['nadie@example.com', email, inactive.email]) {
      const start = performance.now();
      const body = { email: account, password: 'otra-clave' };
      expect(await post(api.auth.login.path, body, `203.0.113.${round}`)).toMatchObject({ code: 401 });
      times.set(account, [...(times.get(account) ?? []), performance.now() - start]);
    }
  }
  const medians = [...times.values()].map((all) => all.toSorted((a, b) => a - b)[4] ?? 0);
  // Without a password to verify, an account would take a tenth of the time of the others.
  expect(Math.max(...medians) / Math.min(...medians)).toBeLessThan(3);
});

/** Extra tries on a slow machine: waits of 1, 2, 4… seconds end while it is busy, and each allows one more. */
const triesGainedSince = (start: number) => Math.floor(Math.log2(1 + (Date.now() - start) / 1000));

describe('repeated failures', () => {
  const attempts = async () => {
    const { guest, addUser } = await startServer();
    const { email } = await addUser('user');
    return (password: string) => guest.send(api.auth.login, { body: { email, password } });
  };

  test('do not include several right passwords at once', async () => {
    const attempt = await attempts();
    const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(PASSWORD)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200, 200]);
  });

  test('get no more tries when they are concurrent', async () => {
    const attempt = await attempts();
    const start = Date.now();
    const answers = await Promise.all(Array.from({ length: 15 }, () => attempt('otra-clave')));
    expect(answers.filter(({ code }) => code === 401).length).toBeLessThanOrEqual(6 + triesGainedSince(start));
  });

  test('are forgotten for an account once its password is right', async () => {
    const attempt = await attempts();
    for (let round = 0; round < 3; round++) {
      for (let failure = 0; failure < 4; failure++) await attempt('otra-clave');
      expect(await attempt(PASSWORD)).toMatchObject({ code: 200 });
    }
  });

  test('slow an address down, which a header cannot forge', async () => {
    const { guest } = await startServer();
    const attempt = (n: number) =>
      guest.request('POST', api.auth.login.path, {
        body: JSON.stringify({ email: `nadie${n}@example.com`, password: 'otra-clave' }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${n}`, 'x-real-ip': `10.0.0.${n}` },
      });
    const start = Date.now();
    let tries = 0;
    let answer = await attempt(0);
    for (; answer.code === 401; answer = await attempt(tries)) tries++;
    expect(answer).toMatchObject({ code: 429 });
    expect(tries).toBeGreaterThanOrEqual(30);
    expect(tries).toBeLessThanOrEqual(31 + triesGainedSince(start));
  });
});
