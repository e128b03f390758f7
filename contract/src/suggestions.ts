import { z } from 'zod';
import { Added, countedInWords, MAX_ADDED } from './added.ts';
import { Qualifiers, Vehicle } from './applications.ts';
import { get, post } from './endpoint.ts';
import { Id } from './fields.ts';
import { linkedInWords } from './vehicles.ts';

/** Limits of suggested vehicles of a part, and of vehicles in one decision. */
export const MAX_SUGGESTED = MAX_ADDED;

const SuggestedVehicle = Vehicle.pick({
  id: true,
  brand: true,
  model: true,
  version: true,
  engine_code: true,
  fuel: true,
  sold_from_year: true,
  sold_until_year: true,
});
export type SuggestedVehicle = z.output<typeof SuggestedVehicle>;

/** Vehicle of other parts that share an OEM number with the part. */
const Suggestion = SuggestedVehicle.extend({
  /** How many of these parts fit the vehicle, and how many brands they have. */
  parts: z.int(),
  brands: z.int(),
  /** Examples of these parts, each with its shared number. */
  evidence: z.array(z.object({ id: z.int(), brand: z.string(), code: z.string(), number: z.string() })),
  /** Qualifiers that all these parts share; empty where they differ or have none. */
  applications: z.array(Qualifiers),
});
export type Suggestion = z.output<typeof Suggestion>;

const Decision = z.object({ part_id: Id, vehicle_ids: z.array(Id).min(1).max(MAX_SUGGESTED) });
const PATH = '/api/backend/user-catalog/suggestions';

export const suggestions = {
  list: get({
    path: `${PATH}/:partId`,
    access: 'manufacturer',
    summary: `Los vehículos de otras piezas del producto que comparten un número original con una pieza y que ella no tiene: hasta ${MAX_SUGGESTED}, los de más marcas primero; y los que se descartaron`,
    reads: ['suggestions', 'applications', 'crosses', 'parts', 'brands', 'vehicleAliases'],
    params: z.object({ partId: Id }),
    result: z.object({
      /** Number of OEM numbers of the part. */
      numbers: z.int(),
      /** Parts that share one of the first 100 OEM numbers: 100 at most. */
      sources: z.int(),
      total: z.int(),
      vehicles: z.array(Suggestion),
      /** Rejected vehicles that the part does not have: number, and the last ones. */
      rejected: z.object({ total: z.int(), vehicles: z.array(SuggestedVehicle) }),
    }),
  }),
  accept: post({
    path: `${PATH}/accept`,
    access: 'manufacturer',
    summary:
      'Vincula una pieza con vehículos que se le sugieren, con la posición, los años y la nota en que coinciden las piezas que los tienen',
    changes: ['applications'],
    body: Decision,
    /** `added` counts vehicles. */
    result: Added.extend({ vehicles_count: z.int() }),
    message: ({ added }: Added) => linkedInWords(added, true),
  }),
  reject: post({
    path: `${PATH}/reject`,
    access: 'manufacturer',
    summary: 'Deja de sugerir vehículos para una pieza',
    changes: ['suggestions'],
    body: Decision,
    /** Vehicles that were not rejected before. */
    result: z.object({ vehicle_ids: z.array(z.int()) }),
    message: ({ vehicle_ids: { length } }: { vehicle_ids: readonly number[] }) =>
      countedInWords(length, ['No se sugiere más', 'No se sugieren más'], ['vehículo', 'vehículos']),
  }),
  restore: post({
    path: `${PATH}/restore`,
    access: 'manufacturer',
    summary: 'Vuelve a sugerir vehículos que se habían descartado para una pieza',
    changes: ['suggestions'],
    body: Decision,
    result: z.object({ vehicle_ids: z.array(z.int()) }),
    message: 'Se vuelven a sugerir',
  }),
};
