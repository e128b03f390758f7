import { z } from 'zod';

/** Positions of a part on a vehicle. A part may have several. */
export const POSITIONS = [
  'Delantera',
  'Trasera',
  'Izquierda',
  'Derecha',
  'Superior',
  'Inferior',
  'Interior',
  'Exterior',
] as const;
export type Position = (typeof POSITIONS)[number];

/** Qualifiers of an application. */
export const Qualifiers = z.object({
  positions: z.array(z.enum(POSITIONS)),
  /** Number of parts that the vehicle needs there. */
  quantity: z.int().nullable(),
  note: z.string(),
  /** Years within those in which the vehicle was sold; null for the same years. */
  from_year: z.int().nullable(),
  until_year: z.int().nullable(),
});

/** Application: a part fits a vehicle, in some positions. A part may have several on one vehicle. */
export const Application = Qualifiers.extend({ id: z.int() });
export type Application = z.output<typeof Application>;

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
  /** Applications of the part; empty for a vehicle that is not linked. */
  applications: z.array(Application),
  components: z.record(z.string(), z.string()),
});

/** Qualifiers that several versions share, and their number. */
export const SharedApplication = Qualifiers.extend({ versions: z.int() });
export type SharedApplication = z.output<typeof SharedApplication>;

/** Model with the years in which its versions were sold and the part fits. An open range is still sold. */
export const VehicleModel = z.object({
  brand: z.string(),
  model: z.string(),
  versions: z.int(),
  years: z.array(z.object({ from: z.int(), until: z.int().nullable() })),
  applications: z.array(SharedApplication),
});
export type VehicleModel = z.output<typeof VehicleModel>;
