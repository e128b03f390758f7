import { z } from 'zod';
import { admits, type Role, SCREENS } from './access.ts';
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

/**
 * Returns true for roles that create clients and change their name, e-mail or password. Other roles that `store` admits
 * change the rest.
 */
export const editsClientAccounts = (role: Role | null) => admits('admin', role);

export const clients = {
  list: get({
    path: '/api/backend/clients/',
    access: SCREENS.clients,
    summary: 'Los clientes, por páginas; a un fabricante, los que comparten una marca con él',
    reads: ['people', 'grants'],
    ...personColumns,
    result: paged(Person),
  }),
  show: get({
    path: '/api/backend/clients/show/:id',
    access: SCREENS.clients,
    summary: 'Un cliente',
    reads: ['people'],
    params: PersonId,
    result: Person,
  }),
  store: post({
    path: '/api/backend/clients/store',
    access: SCREENS.clients,
    summary: 'Modifica un cliente; sólo un administrador lo crea o cambia su nombre, su e-mail o su clave',
    changes: ['people'],
    body: PersonFields,
    // The password is hashed before the transaction.
    transaction: false,
    result: Person,
    message: 'Cliente guardado',
  }),
  remove: post({
    path: '/api/backend/clients/remove',
    access: 'admin',
    summary: 'Desactiva un cliente: no puede ingresar; sus datos quedan',
    changes: ['people'],
    body: PersonId,
    result: Nothing,
    message: 'Cliente desactivado',
  }),
  restore: post({
    path: '/api/backend/clients/restore',
    access: 'admin',
    summary: 'Reactiva un cliente',
    changes: ['people'],
    body: PersonId,
    result: Nothing,
    message: 'Cliente reactivado',
  }),
  closeSessions: post({
    path: '/api/backend/clients/close-sessions',
    access: 'admin',
    summary: 'Cierra las sesiones de un cliente',
    changes: ['people'],
    body: PersonId,
    result: Nothing,
    message: 'Sesiones cerradas',
  }),
  viewAs: post({
    path: '/api/backend/clients/view-as',
    access: SCREENS.clients,
    summary:
      'Una llave para leer el catálogo como un cliente, dentro del alcance de quien la pide; con ella no se cambia nada',
    body: PersonId,
    result: z.object({ access_token: z.string() }),
    message: 'Se abre el catálogo del cliente',
  }),
  products: get({
    path: '/api/backend/clients/products/:id',
    access: 'manufacturer',
    summary: 'Lo asignado a un cliente, dentro del alcance de quien pregunta',
    reads: ['grants', 'brands', 'categories', 'products', 'parts'],
    params: PersonId,
    result: z.array(Assignment),
  }),
  append: post({
    path: '/api/backend/clients/append-brand-and-product',
    access: 'manufacturer',
    summary: 'Asigna a un cliente una marca, o una categoría o un producto de ella',
    changes: ['grants'],
    body: AssignmentFields,
    result: AddedAssignment,
    message: 'Asignación agregada',
  }),
  withdraw: post({
    path: '/api/backend/clients/remove-brand-and-product',
    access: 'manufacturer',
    summary: 'Quita una asignación de un cliente',
    changes: ['grants'],
    body: z.object({ id: Id, client_id: Id, restores: Restored }),
    result: Nothing,
    message: 'Asignación quitada',
  }),
};
