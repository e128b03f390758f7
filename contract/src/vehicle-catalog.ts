import { z } from 'zod';
import { SCREENS } from './access.ts';
import { SharedApplication } from './applications.ts';
import { get } from './endpoint.ts';
import { Flag, Id, line, requiredLine } from './fields.ts';
import { listed, paged } from './list.ts';
import { ListedPart, WHOLE_PART } from './parts.ts';

const Year = z.coerce.number().int().min(1900).max(2100);

/** Selected vehicles, from the brand down. An undefined level selects all of it. */
const Choice = z.strictObject({
  brand: line(100).optional(),
  /** Family (Gol) or generation (Gol Trend). */
  model: line(100).optional(),
  year: Year.optional(),
  /** Words of the version, the engine or the fuel. */
  words: line(100).optional(),
  vehicle_id: Id.optional(),
});
export type Choice = z.output<typeof Choice>;

export const Version = z.object({
  id: z.int(),
  model: z.string(),
  version: z.string(),
  engine_code: z.string(),
  fuel: z.string(),
  sold_from_year: z.int(),
  sold_until_year: z.int().nullable(),
});
export type Version = z.output<typeof Version>;

/** Choice that a typed line describes. */
export const FoundVehicle = z.object({
  /** Name: Volkswagen Gol 2012 1.6 */
  name: z.string(),
  brand: z.string(),
  model: z.string(),
  year: z.int().nullable(),
  words: z.string(),
  /** Number of selected versions. */
  versions: z.int(),
});
export type FoundVehicle = z.output<typeof FoundVehicle>;

export const FittingPart = ListedPart.extend({
  /** Fits all selected vehicles? If not, what distinguishes the ones it fits. */
  fits: z.object({
    all: z.boolean(),
    versions: z.array(z.string()),
    told_by: z.array(z.object({ name: z.string(), values: z.array(z.string()) })),
  }),
  /** Applications on some of these vehicles. */
  applications: z.array(SharedApplication),
});
export type FittingPart = z.output<typeof FittingPart>;

const READS = [...WHOLE_PART, 'vehicleAliases'] as const;

export const vehicleCatalog = {
  choices: get({
    path: '/api/backend/user-catalog/vehicle-catalog/choices',
    access: SCREENS.parts,
    summary: 'Marcas, modelos, años y versiones que tienen piezas en el alcance, según lo ya elegido',
    reads: READS,
    query: Choice,
    result: z.object({
      brands: z.array(z.string()),
      /** Models of the brand; empty without a brand. */
      models: z.array(
        z.object({
          name: z.string(),
          sold_from_year: z.int(),
          sold_until_year: z.int().nullable(),
          imageUrl: z.string().nullable(),
        }),
      ),
      /** Years of the model, newest first; empty without a model. */
      years: z.array(z.int()),
      /** Versions of the model in the year, with the words. */
      versions: z.array(Version),
      /** Ids of the selected vehicles; empty without a model. */
      vehicles: z.array(z.int()),
    }),
  }),
  find: get({
    path: '/api/backend/user-catalog/vehicle-catalog/find',
    access: SCREENS.parts,
    summary: 'Los vehículos que se leen en una línea («vw gol 2012 1.6»), con los alias de las marcas',
    reads: READS,
    query: z.strictObject({ text: requiredLine(200) }),
    result: z.array(FoundVehicle),
  }),
  products: get({
    path: '/api/backend/user-catalog/vehicle-catalog/products',
    access: SCREENS.parts,
    summary: 'Cuántas piezas del alcance van en los vehículos elegidos, por categoría y producto',
    reads: READS,
    query: Choice.extend({
      /** 1 includes disabled and discontinued parts. */
      hidden: Flag.default(0),
    }),
    result: z.object({
      parts: z.int(),
      categories: z.array(
        z.object({
          id: z.int(),
          name: z.string(),
          parts: z.int(),
          products: z.array(z.object({ id: z.int(), name: z.string(), parts: z.int() })),
        }),
      ),
    }),
  }),
  list: get({
    path: '/api/backend/user-catalog/vehicle-catalog/parts',
    access: SCREENS.parts,
    summary: 'Las piezas del alcance que van en algún vehículo de `filter[in-vehicle_id]`, por páginas',
    reads: READS,
    ...listed(
      {
        id: 'number',
        vehicle_id: 'link',
        brand: 'text',
        part_brand_id: 'number',
        code: 'code',
        product: 'text',
        part_product_id: 'number',
        category: 'text',
        part_category_id: 'number',
        enabled: 'flag',
        discontinued: 'flag',
      },
      'product,brand,code',
    ),
    result: paged(FittingPart),
  }),
};
