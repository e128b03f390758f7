import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Vehicle } from './applications.ts';
import { get, post } from './endpoint.ts';
import { Id, line, NewOrId, Nothing, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';
import { COMPONENT_KEYS } from './vehicles.ts';
import { counted } from './words.ts';

/** Limit of parts that the list counts for a vehicle. */
export const MAX_COUNTED = 1000;

/** Vehicle of the base, with its name: Volkswagen Gol Trend 1.6 Pack I 2008–2013. */
const BaseVehicle = Vehicle.omit({ imageUrl: true, vehicle_linked: true, applications: true }).extend({
  name: z.string(),
});

/** `parts` counts up to `MAX_COUNTED` + 1. */
const BaseVehicleRow = BaseVehicle.extend({ parts: z.int() });

export const Name = requiredLine(100);
const Year = z.int('Tiene que ser un año').min(1900, 'Tiene que ser un año').max(2100, 'Tiene que ser un año');
const UntilYear = Year.nullish().transform((year) => year ?? null);

/** Fields of a vehicle that a person enters. */
export const VehicleFields = {
  brand: Name,
  /** Family: Gol. */
  model_master: Name,
  /** Generation: Gol Trend. */
  model: Name,
  version: line(200).default(''),
  engine_code: line(100).default(''),
  fuel: line(50).default(''),
  origin: line(60).default(''),
  sold_from_year: Year,
  /** Null while it is sold. */
  sold_until_year: UntilYear,
  /** Components without a value are left out. */
  components: z
    .partialRecord(z.enum(COMPONENT_KEYS), line(100))
    .default({})
    .transform((given) => Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))),
};

/** Names that several vehicles share, from the widest to the narrowest. */
export const NAME_LEVELS = ['brand', 'model_master', 'model'] as const;
export type NameLevel = (typeof NAME_LEVELS)[number];

/** Fields of a vehicle that a release may correct, with each component as a field. */
export const SHIPPED_FIELDS = [
  ...(['brand', 'model_master', 'model', 'version', 'engine_code', 'fuel', 'origin'] as const),
  ...(['sold_from_year', 'sold_until_year'] as const),
  ...COMPONENT_KEYS,
] as const;
export type ShippedField = (typeof SHIPPED_FIELDS)[number];

/** Limit of vehicles that are decided on by their ids. */
const MAX_DECIDED = 200;

/** Vehicle that an admin and the release have changed. Values are texts; an open year is empty. */
const PendingDecision = z.object({
  id: z.int(),
  name: z.string(),
  fields: z.array(z.object({ field: z.enum(SHIPPED_FIELDS), ours: z.string(), theirs: z.string() })),
});

/** `waiting` counts the vehicles that cannot take the fields of the release yet. */
const Decided = z.object({ vehicles: z.int(), waiting: z.int() });

function decidedInWords({ vehicles, waiting }: z.output<typeof Decided>): string {
  const done = vehicles === 0 ? 'No se cambió ninguna decisión' : `Se decidió sobre ${counted(vehicles, 'vehículo')}`;
  if (waiting === 0) return done;
  const stays = waiting === 1 ? '1 espera' : `${waiting} esperan`;
  return `${done}; ${stays}, porque ya hay otro vehículo igual o quedan afuera años de una aplicación`;
}

const Renamed = z.object({ vehicles: z.int() });

export const vehicleBase = {
  paginated: get({
    path: '/api/backend/catalog/vehicle-base/paginated',
    access: SCREENS.vehicleBase,
    summary: 'La base de vehículos, por páginas, con cuántas piezas van en cada uno',
    reads: ['vehicles', 'applications', 'parts'],
    ...listed(
      {
        id: 'number',
        brand: 'text',
        model_master: 'text',
        model: 'text',
        version: 'text',
        engine_code: 'code',
        fuel: 'text',
        origin: 'text',
        sold_from_year: 'number',
        sold_until_year: 'number',
        has_parts: 'flag',
      },
      'brand,model,version',
    ),
    result: paged(BaseVehicleRow),
  }),
  show: get({
    path: '/api/backend/catalog/vehicle-base/:id',
    access: SCREENS.vehicleBase,
    summary: 'Un vehículo de la base',
    reads: ['vehicles'],
    params: z.object({ id: Id }),
    result: BaseVehicle,
  }),
  names: get({
    path: '/api/backend/catalog/vehicle-base/names/json/',
    access: SCREENS.vehicleProposals,
    summary: 'Las marcas, los combustibles y los orígenes de la base y, de una marca, sus familias y modelos',
    reads: ['vehicles'],
    query: z.strictObject({ brand: line(100).optional() }),
    result: z.object({
      brands: z.array(z.string()),
      model_masters: z.array(z.string()),
      models: z.array(z.string()),
      fuels: z.array(z.string()),
      origins: z.array(z.string()),
    }),
  }),
  store: post({
    path: '/api/backend/catalog/vehicle-base/store',
    access: SCREENS.vehicleBase,
    summary: 'Agrega un vehículo a la base o, con id, lo modifica; `sold_until_year` lo cierra',
    changes: ['vehicles'],
    body: z.object({ id: NewOrId, ...VehicleFields }),
    result: BaseVehicle,
    message: 'Vehículo guardado',
  }),
  rename: post({
    path: '/api/backend/catalog/vehicle-base/rename',
    access: SCREENS.vehicleBase,
    summary: 'Cambia el nombre de una marca, una familia o un modelo en todos sus vehículos',
    changes: ['vehicles', 'vehicleAliases'],
    body: z.object({ level: z.enum(NAME_LEVELS), brand: Name, name: Name, to: Name }),
    result: Renamed,
    message: ({ vehicles }: z.output<typeof Renamed>) =>
      vehicles === 1 ? 'Se cambió el nombre en 1 vehículo' : `Se cambió el nombre en ${vehicles} vehículos`,
  }),
  remove: post({
    path: '/api/backend/catalog/vehicle-base/remove',
    access: SCREENS.vehicleBase,
    summary: 'Quita de la base un vehículo que no tiene aplicaciones',
    changes: ['vehicles'],
    body: z.object({ id: Id }),
    result: Nothing,
    message: 'Vehículo eliminado',
  }),
  decisions: get({
    path: '/api/backend/catalog/vehicle-base/decisions/paginated',
    access: SCREENS.vehicleBase,
    summary: 'Los vehículos que se modificaron y que la versión nueva también cambia, con los campos que difieren',
    reads: ['vehicles'],
    ...listed({ id: 'number', brand: 'text', model: 'text', version: 'text' }, 'brand,model,version'),
    result: paged(PendingDecision),
  }),
  decide: post({
    path: '/api/backend/catalog/vehicle-base/decide',
    access: SCREENS.vehicleBase,
    summary:
      'Decide si vehículos modificados quedan como están (`ours`) o toman los datos de la versión nueva (`theirs`)',
    changes: ['vehicles'],
    body: z
      .object({
        ids: z.array(Id).min(1).max(MAX_DECIDED).optional(),
        all: z.literal(true).optional(),
        take: z.enum(['ours', 'theirs']),
      })
      .refine(({ ids, all }) => (ids === undefined) !== (all === undefined), {
        path: ['ids'],
        message: 'Elegí los vehículos',
      }),
    result: Decided,
    message: decidedInWords,
  }),
};
