import type { Pin } from '@piezario/contract/account';
import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand } from '../testing/catalogue.ts';
import { Client } from '../testing/client.ts';
import { ENDPOINTS } from '../testing/contract.ts';
import { enrol, newPerson } from '../testing/people.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

const server = await startServer();
const { guest } = server;
const strict = await startServer({ requireOwnPassword: true });
const NEW = 'otra-clave-propia';
const change = (client: Client, body: { current: string; password: string }) =>
  client.send(api.account.password, { body });
const isSignedIn = async (client: Client) => (await client.request('GET', api.auth.profile.path)).code === 200;

test.each(['admin', 'staff', 'manufacturer', 'client', 'user'] as const)(
  'a %s changes their own name and telephone, and nothing else',
  async (role) => {
    const person = await enrol(server, role);
    const body = { name: ' Otro  nombre', phone: '11 5555-1234', email: 'otra@example.com', role: 'admin' };
    const saved = await person.call(api.account.store, { body });
    expect(saved).toMatchObject({ name: 'Otro nombre', phone: '11 5555-1234', email: person.email });
    expect(await person.call(api.account.show, {})).toEqual(saved);
    expect(await person.call(api.auth.profile, {})).toMatchObject({ name: 'Otro nombre', role: [role] });
  },
);

describe('one’s own password', () => {
  test('is changed with the current one; other sessions end, this one continues', async () => {
    const { email } = await server.addUser('user');
    const [here, elsewhere] = [await guest.signIn(email, PASSWORD), await guest.signIn(email, PASSWORD)];
    const { result } = await change(here, { current: PASSWORD, password: NEW });
    expect(await isSignedIn(new Client(server.url, result.access_token))).toBe(true);
    expect(await isSignedIn(elsewhere)).toBe(false);
    await expect(guest.signIn(email, PASSWORD)).rejects.toThrow('401');
    await guest.signIn(email, NEW);
  });

  test.each([
    ['current', { current: 'no-es-esa', password: NEW }, 'No es tu clave actual'],
    ['current', { current: '', password: NEW }, 'Completá este campo'],
    ['password', { current: PASSWORD, password: PASSWORD }, 'Tiene que ser distinta de la actual'],
    ['password', { current: PASSWORD, password: 'corta' }, 'Se requieren al menos 8 caracteres'],
    ['password', { current: PASSWORD, password: 'Contraseña123' }, 'Es una de las claves más usadas: elegí otra'],
  ])('is refused at %s for %j', async (field, body, message) => {
    const person = await enrol(server, 'user');
    expect(await change(person, body)).toMatchObject({ code: 422, result: { errors: { [field]: message } } });
    await guest.signIn(person.email, PASSWORD);
  });

  test('cannot be guessed in an open session', async () => {
    const person = await enrol(server, 'user');
    const tries = async () => (await change(person, { current: 'no-es-esa', password: NEW })).code;
    let code = await tries();
    for (let n = 0; n < 10 && code === 422; n++) code = await tries();
    expect(code).toBe(429);
  });
});

describe('a password that an admin set', () => {
  const admin = enrol(server, 'admin');

  test.each(['users', 'clients'] as const)('works for every call (%s)', async (kind) => {
    const { id, email } = await (await admin).call(api[kind].store, { body: newPerson() });
    const person = await guest.signIn(email, PASSWORD);
    expect(await person.call(api.auth.profile, {})).toMatchObject({ id, mustChangePassword: true });
    expect(await person.send(api.brands.json, {})).toMatchObject({ code: 200 });
    expect(await person.send(api.account.store, { body: { name: 'Otra', phone: '' } })).toMatchObject({ code: 200 });
    const { result } = await change(person, { current: PASSWORD, password: NEW });
    const own = new Client(server.url, result.access_token);
    expect(await own.call(api.auth.profile, {})).toMatchObject({ mustChangePassword: false });
  });

  test('allows nothing but its change where an own password is required', async () => {
    const { email } = await (await strict.signIn('admin')).call(api.users.store, {
      body: { ...newPerson(), role: 'staff' },
    });
    const person = await strict.guest.signIn(email, PASSWORD);
    expect(await person.call(api.auth.profile, {})).toMatchObject({ mustChangePassword: true });
    expect(await person.send(api.brands.json, {})).toMatchObject({
      code: 403,
      message: 'Elegí una clave propia para continuar',
    });
    const { result } = await change(person, { current: PASSWORD, password: NEW });
    const own = new Client(strict.url, result.access_token);
    expect(await own.call(api.auth.profile, {})).toMatchObject({ mustChangePassword: false });
    expect(await own.send(api.brands.json, {})).toMatchObject({ code: 200 });
  });

  test('has to be changed again after an admin has set another', async () => {
    const person = await enrol(server, 'client');
    const body = { id: person.id, name: 'Cliente', email: person.email, password: NEW };
    await (await admin).call(api.clients.store, { body });
    const signedIn = await guest.signIn(person.email, NEW);
    expect(await signedIn.call(api.auth.profile, {})).toMatchObject({ mustChangePassword: true });
  });

  test('is not for the admin’s own account: admins change theirs in Mi cuenta', async () => {
    const person = await enrol(server, 'admin');
    const body = { id: person.id, name: 'Ana', email: person.email, password: NEW };
    expect(await person.send(api.users.store, { body })).toMatchObject({
      code: 422,
      result: { errors: { password: 'Tu propia clave se cambia en Mi cuenta' } },
    });
  });

  test('allows only three calls where an own password is required', () => {
    const allowed = [...ENDPOINTS].filter(([, { beforeNewPassword }]) => beforeNewPassword).map(([name]) => name);
    expect(allowed).toEqual(['account.password', 'auth.profile', 'auth.logout']);
  });

  test('cannot be one of the most common', async () => {
    const body = { ...newPerson(), password: 'password123' };
    expect(await (await admin).send(api.users.store, { body })).toMatchObject({
      code: 422,
      result: { errors: { password: 'Es una de las claves más usadas: elegí otra' } },
    });
  });
});

describe('one’s own sessions', () => {
  const signInWith = async (email: string, device: string) => {
    const { result } = await guest.request('POST', api.auth.login.path, {
      body: JSON.stringify({ email, password: PASSWORD }),
      headers: { 'content-type': 'application/json', 'user-agent': device },
    });
    return new Client(server.url, (result as { access_token: string }).access_token);
  };

  test('are listed with their device and address, and can be closed', async () => {
    const { email } = await server.addUser('manufacturer');
    const [desk, phone] = [await signInWith(email, 'Escritorio'), await signInWith(email, 'Telefono '.repeat(100))];
    const shown = await desk.call(api.account.sessions, {});
    expect(shown.map(({ device, address, current }) => [device.slice(0, 9), address, current]).sort()).toEqual([
      ['Escritori', '127.0.0.1', true],
      ['Telefono ', '127.0.0.1', false],
    ]);
    const other = shown.find(({ current }) => !current);
    await desk.call(api.account.closeSession, { body: { id: other?.id ?? '' } });
    expect(await isSignedIn(phone)).toBe(false);
    expect(await isSignedIn(desk)).toBe(true);
    expect(await desk.call(api.account.sessions, {})).toHaveLength(1);
  });

  test('cannot be closed by another person', async () => {
    const [one, other] = [await enrol(server, 'user'), await enrol(server, 'admin')];
    const [session] = await one.call(api.account.sessions, {});
    const closed = await other.send(api.account.closeSession, { body: { id: session?.id ?? '' } });
    expect(closed).toMatchObject({ code: 404 });
    expect(await isSignedIn(one)).toBe(true);
  });
});

describe('pinned brands', () => {
  const pins = async (person: Client) => {
    const { pinnedBrands, defaultBrand } = await person.call(api.auth.profile, {});
    return { pinnedBrands, defaultBrand };
  };
  const pin = (person: Client, part_brand_id: number, how: Pin) =>
    person.send(api.account.pinBrand, { body: { part_brand_id, pin: how } });

  test('are sorted by name, and one of them is the default', async () => {
    const [z, a] = [await addBrand(server.db, 'Zeta'), await addBrand(server.db, 'Alfa')];
    const admin = await enrol(server, 'admin');
    expect(await pins(admin)).toEqual({ pinnedBrands: [], defaultBrand: null });
    await pin(admin, z.id, 'default');
    await pin(admin, a.id, 'pinned');
    expect(await pins(admin)).toEqual({ pinnedBrands: [a.id, z.id], defaultBrand: z.id });
    await pin(admin, a.id, 'default');
    expect(await pins(admin)).toEqual({ pinnedBrands: [a.id, z.id], defaultBrand: a.id });
    await pin(admin, a.id, 'none');
    expect(await pins(admin)).toEqual({ pinnedBrands: [z.id], defaultBrand: null });
    expect(await pins(await enrol(server, 'admin'))).toEqual({ pinnedBrands: [], defaultBrand: null });
    await admin.call(api.brands.remove, { body: { brand_id: z.id } });
    expect((await pins(admin)).pinnedBrands).toEqual([]);
  });

  test('outside the scope are neither stored nor returned', async () => {
    const [mine, theirs] = [await addBrand(server.db), await addBrand(server.db)];
    const client = await enrol(server, 'client', { part_brand_id: mine.id });
    expect(await pin(client, theirs.id, 'pinned')).toMatchObject({ code: 404 });
    await pin(client, mine.id, 'default');
    await server.db.deleteFrom('grants').where('user_id', '=', client.id).execute();
    expect(await pins(client)).toEqual({ pinnedBrands: [], defaultBrand: null });
  });

  test('have one default when several are stored at once', async () => {
    const brands = await Promise.all([1, 2, 3, 4].map(() => addBrand(server.db)));
    const admin = await enrol(server, 'admin');
    const codes = await Promise.all(brands.map(async ({ id }) => (await pin(admin, id, 'default')).code));
    expect(codes).toEqual([200, 200, 200, 200]);
    expect((await pins(admin)).pinnedBrands).toHaveLength(4);
  });
});
