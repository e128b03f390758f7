import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Qualifiers, Vehicle } from './applications.ts';
import { get, post } from './endpoint.ts';
import { Id, Nothing } from './fields.ts';

export const MAX_CONFLICTS = 200;
export const MAX_CONFLICT_PLACES = 200;
/** Limit of compared parts of one vehicle, brand and product: pairs grow with the square. */
export const MAX_COMPARED = 20;

const Part = z.object({ id: z.int(), part_brand_id: z.int(), code: z.string() });

/** Pair of parts of a brand and product in the same place of the same vehicle. */
const Conflict = z.object({
  part: Part,
  other: Part,
  /** Number of vehicles with this conflict. */
  vehicles: z.int(),
  examples: z.array(
    Vehicle.pick({ id: true, brand: true, model: true, version: true }).extend(
      Qualifiers.pick({ positions: true }).shape,
    ),
  ),
  /** Declared alternatives to each other? */
  is_alternative: z.literal([0, 1]),
});
export type Conflict = z.output<typeof Conflict>;

/** Brand and product with conflicts. */
const ConflictPlace = z.object({
  part_brand_id: z.int(),
  brand: z.string(),
  part_product_id: z.int(),
  product: z.string(),
  /** Pairs that are not alternatives. */
  pairs: z.int(),
});
export type ConflictPlace = z.output<typeof ConflictPlace>;

const Pair = z.object({ part_id: Id, other_id: Id });
const PATH = '/api/backend/catalog/conflicts';

export const conflicts = {
  places: get({
    path: PATH,
    access: SCREENS.conflicts,
    summary: `Las marcas y productos con conflictos: hasta ${MAX_CONFLICT_PLACES}, los de más pares primero. Se cuentan cada minuto`,
    reads: ['alternatives', 'applications', 'parts', 'brands', 'products'],
    query: z.strictObject({ part_brand_id: Id.optional() }),
    result: z.object({
      /** Number of pairs, also in places beyond the limit. */
      total: z.int(),
      places: z.array(ConflictPlace),
    }),
  }),
  list: get({
    path: `${PATH}/:partBrandId/:partProductId`,
    access: SCREENS.conflicts,
    summary: `Los pares de piezas ofrecidas de una marca y un producto que van en el mismo lugar del mismo vehículo: hasta ${MAX_CONFLICTS}, los de más vehículos primero y las alternativas al final`,
    reads: ['alternatives', 'applications', 'parts'],
    params: z.object({ partBrandId: Id, partProductId: Id }),
    result: z.object({
      /** Number of pairs that are not alternatives. */
      total: z.int(),
      /** Number of vehicles with more parts than `MAX_COMPARED`. */
      crowded: z.int(),
      pairs: z.array(Conflict),
    }),
  }),
  silence: post({
    path: `${PATH}/silence`,
    access: SCREENS.conflicts,
    summary: 'Dice que dos piezas son alternativas: dejan de contarse como conflicto',
    changes: ['alternatives'],
    body: Pair,
    result: Nothing,
    message: 'Quedaron como alternativas',
  }),
  restore: post({
    path: `${PATH}/restore`,
    access: SCREENS.conflicts,
    summary: 'Vuelve a contar dos alternativas como conflicto',
    changes: ['alternatives'],
    body: Pair,
    result: Nothing,
    message: 'Vuelven a avisarse',
  }),
};
