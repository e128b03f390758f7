import { ROLE_NAMES, type Role } from '@piezario/contract/access';
import type { Answer } from '@piezario/contract/endpoint';
import type { ListQuery } from '@piezario/contract/list';
import type { PersonFields, personColumns } from '@piezario/contract/people';
import type { users } from '@piezario/contract/users';
import type { z } from 'zod';
import { brandNamesShared, brandsShared, sharesBrand } from '../access/grants.ts';
import type { Person as Viewer } from '../access/scope.ts';
import { hashPassword } from '../auth/passwords.ts';
import { closeSessionsOf } from '../auth/sessions.ts';
import type { Db } from '../db/connect.ts';
import { page } from '../db/page.ts';
import { Failure, notFound } from '../http/failure.ts';

/* What users and clients have in common: both are rows of `users`, told apart by their role. */

type Person = Answer<(typeof users)['show']>;

/** The people of a screen that the viewer may open. */
export type People = { readonly roles: readonly Role[]; readonly viewer: Viewer };

const peopleOf = (db: Db, { roles, viewer }: People) =>
  db.selectFrom('users').where('role', 'in', roles).where(sharesBrand(viewer));

const COLUMNS = ['users.id', 'name', 'email', 'social_name', 'social_number', 'phone', 'role', 'active'] as const;

type Row = Omit<Person, 'role' | 'roleName' | 'active'> & { role: Role; active: boolean };
const toPerson = ({ role, active, ...row }: Row): Person => ({
  ...row,
  role: [role],
  roleName: ROLE_NAMES[role],
  active: active ? 1 : 0,
});

export async function listPeople(db: Db, people: People, query: ListQuery, list: typeof personColumns) {
  const result = await page(query, {
    list,
    columns: {
      id: 'users.id',
      name: 'name',
      email: 'email',
      social_name: 'social_name',
      social_number: 'social_number',
      phone: 'phone',
      role: 'role',
      brands: brandNamesShared(people.viewer),
      active: 'active',
    },
    from: peopleOf(db, people),
    select: (from) => from.select([...COLUMNS, brandsShared(people.viewer).as('brands')]),
  });
  return { ...result, data: result.data.map(toPerson) };
}

export async function readPerson(db: Db, people: People, id: number): Promise<Person> {
  const row = await peopleOf(db, people)
    .where('users.id', '=', id)
    .select([...COLUMNS, brandsShared(people.viewer).as('brands')])
    .executeTakeFirstOrThrow(notFound);
  return toPerson(row);
}

/** The person's row, held until the call is over: those who change the same person take turns. */
export const lockPerson = (db: Db, people: People, id: number) =>
  peopleOf(db, people).where('users.id', '=', id).select(COLUMNS).forUpdate().executeTakeFirstOrThrow(notFound);

export async function createPerson(db: Db, role: Role, { id: _, password, ...fields }: z.output<typeof PersonFields>) {
  if (!password) throw new Failure(422, 'Revisá los datos marcados', { password: 'Completá este campo' });
  const { id } = await db
    .insertInto('users')
    .values({ ...fields, role, password_hash: await hashPassword(password) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** A blank password leaves it as it is (§5). */
export async function updatePerson(
  db: Db,
  id: number,
  role: Role,
  fields: z.output<typeof PersonFields>,
): Promise<void> {
  const { id: _, password, ...rest } = fields;
  const passwordChange = password ? { password_hash: await hashPassword(password) } : {};
  await db
    .updateTable('users')
    .set({ ...rest, role, ...passwordChange })
    .where('id', '=', id)
    .execute();
}

export async function setActive(db: Db, people: People, id: number, active: boolean): Promise<void> {
  await lockPerson(db, people, id);
  await db.updateTable('users').set({ active }).where('id', '=', id).execute();
}

export async function closeSessions(db: Db, people: People, id: number): Promise<void> {
  await lockPerson(db, people, id);
  await closeSessionsOf(db, id);
}
