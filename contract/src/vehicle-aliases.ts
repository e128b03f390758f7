import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, post } from './endpoint.ts';
import { Code, Id, NewOrId, Nothing, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';

/** Alias of a vehicle brand. */
export const VehicleAlias = z.object({ id: z.int(), name: z.string(), brand: z.string() });

export const vehicleAliases = {
  brands: get({
    path: '/api/backend/catalog/vehicle-aliases/brands/json/',
    access: SCREENS.vehicleAliases,
    summary: 'Las marcas de la base de vehículos',
    result: z.array(z.string()),
  }),
  paginated: get({
    path: '/api/backend/catalog/vehicle-aliases/paginated',
    access: SCREENS.vehicleAliases,
    summary: 'Los otros nombres de las marcas de vehículos, por páginas',
    reads: ['vehicleAliases'],
    ...listed({ id: 'number', name: 'text', brand: 'text' }, 'name'),
    result: paged(VehicleAlias),
  }),
  show: get({
    path: '/api/backend/catalog/vehicle-aliases/:id',
    access: SCREENS.vehicleAliases,
    summary: 'Un alias',
    reads: ['vehicleAliases'],
    params: z.object({ id: Id }),
    result: VehicleAlias,
  }),
  store: post({
    path: '/api/backend/catalog/vehicle-aliases/store',
    access: SCREENS.vehicleAliases,
    summary: 'Crea un alias o, con id, lo modifica',
    changes: ['vehicleAliases'],
    // Names are compared like codes, by letters and digits.
    body: z.object({ id: NewOrId, name: Code, brand: requiredLine(100) }),
    result: VehicleAlias,
    message: 'Alias guardado',
  }),
  remove: post({
    path: '/api/backend/catalog/vehicle-aliases/remove',
    access: SCREENS.vehicleAliases,
    summary: 'Elimina un alias',
    changes: ['vehicleAliases'],
    body: z.object({ id: Id }),
    result: Nothing,
    message: 'Alias eliminado',
  }),
};
