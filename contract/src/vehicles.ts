import { z } from 'zod';
import { Added, countedInWords, Undoable } from './added.ts';
import { Application, POSITIONS, type Position, Vehicle } from './applications.ts';
import { Attachment, get, post } from './endpoint.ts';
import { Flag, Id, line, NewOrId } from './fields.ts';
import { filtered, listed, paged } from './list.ts';
import { MAX_PICTURE_BYTES } from './pictures.ts';

/** Keys of the technical columns of the vehicle base. `vehicle_headers` has their names. */
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

/** Returns each position once, in the order of the list. */
export const inOrder = (positions: readonly Position[]): Position[] =>
  POSITIONS.filter((position) => positions.includes(position));

/** Limit of applications of a part. */
export const MAX_APPLICATIONS = 20_000;

export const MAX_QUANTITY = 999;
export const Note = line(500);

const Positions = z.array(z.enum(POSITIONS)).max(100).transform(inOrder);
const Quantity = z.int().min(1).max(MAX_QUANTITY).nullable();
const Year = z.int().min(1900).max(2100).nullable();

/** Fields of an application that a person enters. */
export const ApplicationFields = z.object({
  positions: Positions.default([]),
  quantity: Quantity.default(null),
  note: Note.nullish().transform((note) => note ?? ''),
  from_year: Year.default(null),
  until_year: Year.default(null),
});

/** Fields of many applications at once. Undefined keeps the field of each one; null, '' and [] empty it. */
export const ApplicationChange = z
  .strictObject({
    positions: Positions.nullable()
      .transform((positions) => positions ?? [])
      .optional(),
    quantity: Quantity.optional(),
    note: Note.nullable()
      .transform((note) => note ?? '')
      .optional(),
    from_year: Year.optional(),
    until_year: Year.optional(),
  })
  .refine((set) => Object.values(set).some((value) => value !== undefined), 'Elegí qué cambia')
  .refine(({ from_year, until_year }) => !from_year || !until_year || from_year <= until_year, {
    path: ['until_year'],
    error: 'No puede ser anterior al primer año',
  });
export type ApplicationChange = z.output<typeof ApplicationChange>;

const Named = Vehicle.pick({ brand: true, model: true, version: true });
type Named = z.output<typeof Named>;

/** Volkswagen Gol Trend 1.6 Pack I */
export const nameOf = ({ brand, model, version }: Named) => `${brand} ${model} ${version}`.trim();

const RemovedApplication = Application.pick({ id: true, positions: true }).extend({
  ...Named.shape,
  ...Undoable.shape,
});

/** Returns the positions in words: Delantera izquierda. */
export const positionsInWords = ([first = '', ...others]: readonly string[]) =>
  [first, ...others.map((position) => position.toLowerCase())].join(' ');

export const linkedInWords = (count: number, linked: boolean) => {
  if (count === 0) return linked ? 'Ya estaban todos vinculados' : 'Ninguno estaba vinculado';
  return countedInWords(count, linked ? ['Se vinculó', 'Se vincularon'] : ['Se desvinculó', 'Se desvincularon'], [
    'vehículo',
    'vehículos',
  ]);
};

const changedInWords = (count: number) =>
  count === 0
    ? 'No hubo nada que cambiar'
    : countedInWords(count, ['Se cambió', 'Se cambiaron'], ['aplicación', 'aplicaciones']);

const componentColumns = Object.fromEntries(COMPONENT_KEYS.map((key) => [key, 'text'])) as Record<
  (typeof COMPONENT_KEYS)[number],
  'text'
>;

const COLUMNS = {
  id: 'number',
  vehicle_linked: 'flag',
  has_conflict: 'flag',
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
} as const;

/** Limit of vehicles that are linked, unlinked or changed at once. */
export const MAX_LINKED = 1000;

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
    ...listed(COLUMNS, '-vehicle_linked,brand,model,version'),
    result: z.object({ vehicles: paged(Vehicle), headers: z.array(VehicleHeader) }),
  }),
  toggle: post({
    path: '/api/backend/user-catalog/vehicles/toggle',
    access: 'manufacturer',
    summary: 'Vincula una pieza con un vehículo o, si tiene alguna aplicación a él, la desvincula',
    changes: ['applications'],
    body: z.object({ part_id: Id, vehicle_id: Id }),
    result: Vehicle.pick({ vehicle_linked: true, applications: true }).extend({
      ...Named.shape,
      vehicles_count: z.int(),
      /** Operation of the save, which can be undone. */
      operation_id: z.int().nullable(),
    }),
    message: ({ vehicle_linked, ...vehicle }: Named & { vehicle_linked: 0 | 1 }) =>
      `${vehicle_linked ? 'Se vinculó' : 'Se desvinculó'} ${nameOf(vehicle)}`,
  }),
  linkMany: post({
    path: '/api/backend/user-catalog/vehicles/link-many',
    access: 'manufacturer',
    summary: `Vincula una pieza con todos los vehículos que pasan los filtros de la lista o, con \`linked\` 0, la desvincula; hasta ${MAX_LINKED} a la vez`,
    changes: ['applications'],
    body: z.object({
      part_id: Id,
      linked: Flag,
      /** Query of the list, such as `filter[matches-model]`. */
      query: filtered(COLUMNS).query,
    }),
    result: z.object({
      /** Number of vehicles that changed. */
      changed: z.int(),
      vehicles_count: z.int(),
      operation_id: z.int().nullable(),
    }),
    message: ({ changed }: { changed: number }, { linked }: { linked: 0 | 1 }) => linkedInWords(changed, linked === 1),
  }),
  changeMany: post({
    path: '/api/backend/user-catalog/vehicles/change-many',
    access: 'manufacturer',
    summary: `Cambia las aplicaciones de una pieza a todos los vehículos que pasan los filtros de la lista, o ninguna; hasta ${MAX_LINKED} vehículos a la vez`,
    changes: ['applications'],
    body: z.object({
      part_id: Id,
      /** Query of the list, as `linkMany` takes it. */
      query: filtered(COLUMNS).query,
      set: ApplicationChange,
    }),
    result: Undoable.extend({
      /** Number of applications that changed. */
      changed: z.int(),
    }),
    message: ({ changed }: { changed: number }) => changedInWords(changed),
  }),
  copy: post({
    path: '/api/backend/user-catalog/vehicles/copy',
    access: 'manufacturer',
    summary: 'Copia a una pieza las aplicaciones de otra que no tiene',
    changes: ['applications'],
    body: z.object({ part_id: Id, from_part_id: Id }),
    result: Added.extend({ vehicles_count: z.int() }),
    message: ({ added }: Added) =>
      added === 0
        ? 'Ya tenía todas las aplicaciones de esa pieza'
        : countedInWords(added, ['Se copió', 'Se copiaron'], ['aplicación', 'aplicaciones']),
  }),
  store: post({
    path: '/api/backend/user-catalog/vehicles/store',
    access: 'manufacturer',
    summary:
      'Vincula una pieza con un vehículo en una posición, con cantidad, nota y años, o, con id, modifica la aplicación',
    changes: ['applications'],
    body: z.object({ id: NewOrId, part_id: Id, vehicle_id: Id, ...ApplicationFields.shape }),
    result: Application,
    message: 'Aplicación guardada',
  }),
  remove: post({
    path: '/api/backend/user-catalog/vehicles/remove',
    access: 'manufacturer',
    summary: 'Quita una aplicación de una pieza',
    changes: ['applications'],
    body: z.object({ part_id: Id, application_id: Id }),
    result: RemovedApplication,
    message: ({ positions, ...vehicle }: z.output<typeof RemovedApplication>) =>
      `Se eliminó la aplicación ${positionsInWords(positions) || 'sin posición'} de ${nameOf(vehicle)}`,
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
