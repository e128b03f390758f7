import { api } from '@piezario/contract/api';
import { describe, expect, test } from 'vitest';
import { addBrand, addCategory, addProduct } from '../testing/catalogue.ts';
import type { Client } from '../testing/client.ts';
import { enrol, newPerson } from '../testing/people.ts';
import { PASSWORD, startServer } from '../testing/server.ts';

const server = await startServer();
const { db, guest } = server;
const admin = await enrol(server, 'admin');

const NOT_FOUND = { code: 404, message: 'No existe o no está a tu alcance', result: null };
const store = (body: object) => admin.send(api.users.store, { body: { ...newPerson(), ...body } });
const show = (id: number) => admin.call(api.users.show, { params: { id } });
const isSignedIn = async (person: Client) => (await person.request('GET', api.auth.profile.path)).code === 200;

test('the calls have the paths and fields of the spec', async () => {
  const post = (path: string, body: object) =>
    admin.request('POST', `/api/backend/users/${path}`, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json; charset=iso-8859-1' },
    });
  const read = (path: string) => admin.request('GET', `/api/backend/users/${path}`);
  const sent = newPerson();
  const created = await post('store', { id: '', ...sent });
  const { id } = created.result as { id: number };
  const { password: _, ...shown } = sent;
  const user = {
    ...shown,
    id,
    social_number: '30712345671',
    role: ['manufacturer'],
    roleName: 'Fabricante',
    active: 1,
    brands: [],
  };
  expect(created).toEqual({ status: 200, code: 200, message: 'Usuario guardado', result: user });
  expect((await read(`show/${id}`)).result).toEqual(user);
  expect((await read(`?filter[contains-email]=${sent.email}&sort=-id&page[number]=1`)).result).toMatchObject({
    data: [user],
  });

  const brand = await addBrand(db);
  const product = await addProduct(db, (await addCategory(db)).id);
  const granted = await post('append-brand-and-product', { user_id: id, brand: brand.id, product: product.id });
  expect(granted).toMatchObject({ code: 200, message: 'Asignación agregada', result: { part_brand: brand } });
  const { replaced, ...grant } = granted.result as { id: number; replaced: unknown[] };
  expect(replaced).toEqual([]);
  expect((await read(`products/${id}`)).result).toEqual([grant]);
  expect((await read(`show/${id}`)).result).toEqual({ ...user, brands: [brand] });
  expect(await post('remove-brand-and-product', { id: grant.id })).toMatchObject({ message: 'Asignación quitada' });
  expect((await read(`products/${id}`)).result).toEqual([]);
});

describe('saving a user', () => {
  test.each(['admin', 'staff', 'manufacturer', 'user'] as const)('creates a %s', async (role) => {
    expect((await store({ role })).result).toMatchObject({ role: [role] });
  });

  test.each(['client', 'guest', 'root', ''])('refuses the role %j', async (role) => {
    expect(await store({ role })).toMatchObject({ code: 422, result: { errors: { role: 'El valor no es válido' } } });
  });

  test.each([
    ['name', { name: '  ' }, 422, 'Completá este campo'],
    ['email', { email: 'nadie' }, 422, 'El e-mail no es válido'],
    ['email', { email: admin.email.toUpperCase() }, 409, 'Ya hay una cuenta con ese e-mail'],
    ['password', { password: '' }, 422, 'Completá este campo'],
    ['password', { password: 'siete77' }, 422, 'Se requieren al menos 8 caracteres'],
    ['social_number', { social_number: '30-71234567-2' }, 422, 'El CUIT no es válido: revisá los números'],
  ])('returns an error at %s for %j', async (field, body, code, message) => {
    expect(await store(body)).toMatchObject({ code, result: { errors: { [field]: message } } });
  });

  test('accepts an e-mail once when two concurrent saves write it differently', async () => {
    const { email } = newPerson();
    const answers = await Promise.all([store({ email }), store({ email: email.toUpperCase() })]);
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409]);
  });

  test('refuses the e-mail of a client, who has an account too', async () => {
    const client = await server.addUser('client');
    expect(await store({ email: client.email })).toMatchObject({ code: 409 });
  });

  test('changes what the form shows, and clears what it leaves blank', async () => {
    const { id } = (await store({ role: 'user' })).result;
    const changed = await store({ id, name: 'Otro', social_name: '', social_number: '', phone: '', password: '' });
    expect(changed.result).toMatchObject({ id, name: 'Otro', social_name: '', social_number: null, phone: '' });
    expect(changed.result).toMatchObject({ role: ['user'], roleName: 'Usuario' });
  });

  test('keeps the password and the session when the password is blank', async () => {
    const person = await enrol(server, 'manufacturer');
    for (const password of ['', null, undefined]) await store({ id: person.id, email: person.email, password });
    expect(await isSignedIn(person)).toBe(true);
    expect(await isSignedIn(await guest.signIn(person.email, PASSWORD))).toBe(true);
  });

  test('with a new password ends the sessions, and only the new password signs in', async () => {
    const person = await enrol(server, 'manufacturer');
    await store({ id: person.id, email: person.email, password: 'otra-clave-larga' });
    expect(await isSignedIn(person)).toBe(false);
    await expect(guest.signIn(person.email, PASSWORD)).rejects.toThrow('401');
    expect(await isSignedIn(await guest.signIn(person.email, 'otra-clave-larga'))).toBe(true);
  });

  test('with a new role ends the sessions', async () => {
    const person = await enrol(server, 'staff');
    await store({ id: person.id, email: person.email, password: '', role: 'user' });
    expect(await isSignedIn(person)).toBe(false);
  });

  test('ignores what is not on the form', async () => {
    const brand = await addBrand(db);
    const extra = { brands: [brand], active: 0, created_at: '1999-01-01', password_hash: 'x', shortcuts: ['x'] };
    const { id } = (await store(extra)).result;
    expect(await show(id)).toMatchObject({ active: 1, brands: [] });
    const row = await db.selectFrom('users').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ shortcuts: [], password_hash: expect.stringMatching(/^\$argon2id\$/) });
    expect(row.created_at.getFullYear()).toBeGreaterThan(1999);
  });

  test('of a client, or with an unknown id, is a 404 and changes nothing', async () => {
    const client = await server.addUser('client');
    expect(await store({ id: client.id, role: 'admin' })).toMatchObject(NOT_FOUND);
    expect(await store({ id: 999_999 })).toMatchObject(NOT_FOUND);
    const row = await db.selectFrom('users').where('id', '=', client.id).selectAll().executeTakeFirstOrThrow();
    expect(row).toMatchObject({ role: 'client', email: client.email });
  });
});

describe('the list of users', () => {
  test('is filtered by role and paged, and never has a client', async () => {
    const { guest, addUser } = await startServer();
    const { email } = await addUser('admin');
    for (const role of ['manufacturer', 'client', 'manufacturer', 'staff', 'manufacturer'] as const)
      await addUser(role);
    const list = async (query: string) =>
      (await (await guest.signIn(email, PASSWORD)).request('GET', `/api/backend/users/?${query}`)).result;
    expect(await list('')).toMatchObject({ total: 5, sort: '-name', per_page: 50 });
    expect(await list('filter[matches-role]=client')).toMatchObject({ data: [], total: 0 });
    expect(await list('filter[matches-role]=manufacturer&sort=-id&page[size]=2&page[number]=2')).toMatchObject({
      data: [{ id: 2, role: ['manufacturer'] }],
      from: 3,
      to: 3,
      last_page: 2,
      total: 3,
      filters: { 'matches-role': 'manufacturer' },
    });
  });

  test.each([
    'filter[starts_with-password]=a',
    'filter[contains-password_hash]=a',
    'sort=-password_hash',
    'sort=-created_at',
  ])('refuses %s', async (query) => {
    expect(await admin.request('GET', `/api/backend/users/?${query}`)).toMatchObject({ code: 422 });
  });
});

describe('an account', () => {
  test('that is deactivated is signed out at once, and can sign in again once it is reactivated', async () => {
    const person = await enrol(server, 'manufacturer');
    await admin.call(api.users.remove, { body: { id: person.id } });
    expect(await isSignedIn(person)).toBe(false);
    await expect(guest.signIn(person.email, PASSWORD)).rejects.toThrow('401');
    expect(await show(person.id)).toMatchObject({ active: 0 });
    await admin.call(api.users.restore, { body: { id: person.id } });
    expect(await isSignedIn(person)).toBe(false);
    expect(await isSignedIn(await guest.signIn(person.email, PASSWORD))).toBe(true);
  });

  test('is signed out everywhere when its sessions are closed, and can sign in again', async () => {
    const person = await enrol(server, 'user');
    const elsewhere = await guest.signIn(person.email, PASSWORD);
    await admin.call(api.users.closeSessions, { body: { id: person.id } });
    expect([await isSignedIn(person), await isSignedIn(elsewhere)]).toEqual([false, false]);
    expect(await isSignedIn(await guest.signIn(person.email, PASSWORD))).toBe(true);
  });
});

describe('administrators', async () => {
  const server = await startServer();
  const admins = () => server.db.selectFrom('users').where('role', '=', 'admin').where('active', '=', true);
  /** Two administrators and no more. */
  const twoAdmins = async () => {
    await server.db.updateTable('users').set({ active: false }).execute();
    return [await enrol(server, 'admin'), await enrol(server, 'admin')] as const;
  };
  type Admin = Awaited<ReturnType<typeof twoAdmins>>[0];
  const demote = (by: Admin, { id, email }: Admin) =>
    by.send(api.users.store, { body: { ...newPerson(), id, email, password: '', role: 'staff' } });
  const deactivate = (by: Admin, { id }: Admin) => by.send(api.users.remove, { body: { id } });

  test.each([
    ['deactivate', deactivate],
    ['demote', demote],
  ])('cannot %s themselves', async (_, act) => {
    const [one] = await twoAdmins();
    expect(await act(one, one)).toMatchObject({
      code: 409,
      message: 'No podés desactivar tu propia cuenta ni cambiarle el rol',
    });
    expect(await isSignedIn(one)).toBe(true);
  });

  test.each([
    ['deactivate', deactivate, deactivate],
    ['demote', demote, demote],
    ['deactivate and demote', deactivate, demote],
  ])('who %s each other at the same time leave one of them', async (_, act, react) => {
    for (let round = 0; round < 5; round++) {
      const [one, other] = await twoAdmins();
      const answers = await Promise.all([act(one, other), react(other, one)]);
      const codes = answers.map(({ code }) => code).sort();
      // The slower one is refused, or signed out already.
      expect(`${codes}`).toMatch(/^200,(401|409)$/);
      expect(await admins().select('id').execute()).toHaveLength(1);
    }
  });
});

test('an update keeps the fields that are not sent, and clears those that are empty', async () => {
  const { id } = await admin.call(api.users.store, { body: { ...newPerson(), phone: '11 4444-5555' } });
  const { name, email } = await admin.call(api.users.show, { params: { id } });
  const kept = await admin.call(api.users.store, { body: { id, name, email } });
  expect(kept).toMatchObject({ phone: '11 4444-5555', social_name: 'Ñandú Repuestos SRL' });
  const emptied = await admin.call(api.users.store, {
    body: { id, name, email, phone: '', social_name: null, social_number: null },
  });
  expect(emptied).toMatchObject({ phone: '', social_name: '', social_number: null });
});
