import { USER_ROLES } from '@piezario/contract/users';
import type { Search } from '../ui/table/list.ts';
import type { Noun } from '../ui/words.ts';

type UserRole = (typeof USER_ROLES)[number];

const USER: Noun = { one: 'usuario', many: 'usuarios', article: 'el', path: '/users' };
/** Names of roles with their own entry in the menu. */
const BY_ROLE: Partial<Record<UserRole, Noun>> = {
  manufacturer: { ...USER, one: 'fabricante', many: 'fabricantes' },
  admin: { ...USER, one: 'administrador', many: 'administradores' },
};

const ROLE_FILTER = 'filter[matches-role]';

/** The role by which the list is filtered, if any. */
export const roleOf = (view: Search): UserRole | undefined => USER_ROLES.find((role) => role === view[ROLE_FILTER]);

export const nounOf = (role: UserRole | undefined): Noun => (role && BY_ROLE[role]) ?? USER;
