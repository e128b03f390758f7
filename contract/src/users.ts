import { z } from 'zod';
import { ROLES, SCREENS } from './access.ts';
import { get, post } from './endpoint.ts';
import { Id, Nothing } from './fields.ts';
import { paged } from './list.ts';
import {
  AddedAssignment,
  Assignment,
  AssignmentFields,
  Person,
  PersonFields,
  PersonId,
  personColumns,
  Restored,
} from './people.ts';

/** Roles of users. Clients have separate screens and calls. */
export const USER_ROLES = ROLES.filter((role) => role !== 'client');

export const users = {
  list: get({
    path: '/api/backend/users/',
    access: SCREENS.users,
    summary: 'Fabricantes, staff, usuarios y administradores, por páginas',
    reads: ['people', 'grants'],
    ...personColumns,
    result: paged(Person),
  }),
  show: get({
    path: '/api/backend/users/show/:id',
    access: SCREENS.users,
    summary: 'Un usuario',
    reads: ['people'],
    params: PersonId,
    result: Person,
  }),
  store: post({
    path: '/api/backend/users/store',
    access: SCREENS.users,
    summary: 'Crea un usuario o, con id, lo modifica; sin rol, un fabricante',
    changes: ['people'],
    body: PersonFields.extend({ role: z.enum(USER_ROLES).optional() }),
    // The password is hashed before the transaction.
    transaction: false,
    result: Person,
    message: 'Usuario guardado',
  }),
  remove: post({
    path: '/api/backend/users/remove',
    access: 'admin',
    summary: 'Desactiva un usuario: no puede ingresar; sus datos quedan',
    changes: ['people'],
    body: PersonId,
    result: Nothing,
    message: 'Usuario desactivado',
  }),
  restore: post({
    path: '/api/backend/users/restore',
    access: 'admin',
    summary: 'Reactiva un usuario',
    changes: ['people'],
    body: PersonId,
    result: Nothing,
    message: 'Usuario reactivado',
  }),
  closeSessions: post({
    path: '/api/backend/users/close-sessions',
    access: 'admin',
    summary: 'Cierra las sesiones de un usuario',
    changes: ['people'],
    body: PersonId,
    result: Nothing,
    message: 'Sesiones cerradas',
  }),
  products: get({
    path: '/api/backend/users/products/:id',
    access: 'admin',
    summary: 'Las marcas, categorías y productos asignados a un usuario',
    reads: ['grants', 'brands', 'categories', 'products', 'parts'],
    params: PersonId,
    result: z.array(Assignment),
  }),
  append: post({
    path: '/api/backend/users/append-brand-and-product',
    access: 'admin',
    summary: 'Asigna a un usuario una marca, o una categoría o un producto de ella',
    changes: ['grants'],
    body: AssignmentFields,
    result: AddedAssignment,
    message: 'Asignación agregada',
  }),
  withdraw: post({
    path: '/api/backend/users/remove-brand-and-product',
    access: 'admin',
    summary: 'Quita una asignación de un usuario',
    changes: ['grants'],
    body: z.object({ id: Id, restores: Restored }),
    result: Nothing,
    message: 'Asignación quitada',
  }),
};
