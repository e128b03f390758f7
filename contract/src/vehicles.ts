import { z } from 'zod';
import { Attachment, get, post } from './endpoint.ts';
import { Id } from './fields.ts';
import { listed, paged } from './list.ts';
import { MAX_PICTURE_BYTES } from './pictures.ts';

/** The technical columns of the vehicle base, by key: `vehicle_headers` names them. */
export const COMPONENT_KEYS = [
  'cilindrada',
  'valvulas',
  'potencia',
  'inyeccion',
  'aspiracion',
  'sist_enc',
  'distribucion',
  'caja',
  'marchas',
  'embrague',
  'traccion',
  'ejes',
  'carroceria',
  'puertas',
  'freno_del',
  'freno_tras',
  'abs',
  'direccion',
  'susp_del',
  'susp_tras',
  'rodado',
  'aire',
  'bateria',
  'airbag',
] as const;

export const VehicleHeader = z.object({
  id: z.int(),
  name: z.string(),
  key: z.string(),
  unit: z.string().nullable(),
});

export const Vehicle = z.object({
  id: z.int(),
  imageUrl: z.string().nullable(),
  origin: z.string(),
  brand: z.string(),
  model: z.string(),
  model_master: z.string(),
  version: z.string(),
  engine_code: z.string(),
  fuel: z.string(),
  sold_from_year: z.int(),
  sold_until_year: z.int().nullable(),
  vehicle_linked: z.literal([0, 1]),
  components: z.record(z.string(), z.string()),
});

/** A model with the years in which its versions were sold. An open range is one that is still sold. */
export const VehicleModel = z.object({
  brand: z.string(),
  model: z.string(),
  versions: z.int(),
  years: z.array(z.object({ from: z.int(), until: z.int().nullable() })),
});
export type VehicleModel = z.output<typeof VehicleModel>;

const componentColumns = Object.fromEntries(COMPONENT_KEYS.map((key) => [key, 'text'])) as Record<
  (typeof COMPONENT_KEYS)[number],
  'text'
>;

export const vehicles = {
  headers: get({
    path: '/api/backend/catalog/vehicles/headers/json/',
    access: 'user',
    summary: 'Los componentes de los vehículos',
    result: z.array(VehicleHeader),
  }),
  list: get({
    path: '/api/backend/user-catalog/vehicles/:partId',
    access: 'user',
    summary:
      'La base de vehículos, por páginas, con los que usan una pieza (vehicle_linked) y los componentes de su producto',
    params: z.object({ partId: Id }),
    ...listed(
      {
        id: 'number',
        vehicle_linked: 'flag',
        origin: 'text',
        brand: 'text',
        model: 'text',
        model_master: 'text',
        version: 'text',
        engine_code: 'code',
        fuel: 'text',
        sold_from_year: 'number',
        sold_until_year: 'number',
        ...componentColumns,
      },
      '-vehicle_linked,brand,model,version',
    ),
    result: z.object({ vehicles: paged(Vehicle), headers: z.array(VehicleHeader) }),
  }),
  toggle: post({
    path: '/api/backend/user-catalog/vehicles/toggle',
    access: 'manufacturer',
    summary: 'Vincula una pieza con un vehículo o la desvincula',
    changes: ['applications'],
    reads: ['applications', 'vehicles', 'parts', 'products'],
    body: z.object({ part_id: Id, vehicle_id: Id }),
    result: z.object({ vehicle_linked: z.literal([0, 1]), vehicles_count: z.int() }),
    message: ({ vehicle_linked }: { vehicle_linked: 0 | 1 }) =>
      vehicle_linked ? 'Vehículo vinculado' : 'Vehículo desvinculado',
  }),
  storeImage: post({
    path: '/api/backend/catalog/vehicles/image/store',
    access: 'admin',
    summary: 'Guarda la imagen de un modelo, que muestran todas sus versiones, en lugar de la que tenía',
    changes: ['vehicles'],
    body: z.object({ vehicle_id: Id, attachment: Attachment }),
    upload: MAX_PICTURE_BYTES,
    transaction: false,
    result: Vehicle.pick({ imageUrl: true }),
    message: 'Imagen guardada',
  }),
  removeImage: post({
    path: '/api/backend/catalog/vehicles/image/remove',
    access: 'admin',
    summary: 'Quita la imagen de un modelo',
    changes: ['vehicles'],
    body: z.object({ vehicle_id: Id }),
    result: Vehicle.pick({ imageUrl: true }),
    message: 'Imagen eliminada',
  }),
};
