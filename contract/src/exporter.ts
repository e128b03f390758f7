import { z } from 'zod';
import { Attribute } from './attributes.ts';
import { Cross } from './crosses.ts';
import { Download, get } from './endpoint.ts';
import { Id, IdOrAll } from './fields.ts';
import { MAX_AMONG } from './list.ts';
import { Part } from './parts.ts';
import { Picture } from './pictures.ts';
import { Vehicle } from './vehicles.ts';

/**
 * What a channel takes. `for_importer` is the import format, and `backup` the same with every blank written as «(vacío)»,
 * so that importing it empties what has been filled since. Both are for those who may import.
 */
export const SPREADSHEET_KINDS = ['for_importer', 'backup', 'parts', 'image_coverage', 'meli'] as const;
export type SpreadsheetKind = (typeof SPREADSHEET_KINDS)[number];
export type ExportKind = SpreadsheetKind | 'json';

/** A category chosen without a product, and vehicles of which a part fits one; on the wire they are filters of the list of parts. */
const CATEGORY = 'filter[matches-part_category_id]';
const VEHICLES = 'filter[in-vehicle_id]';
const Selection = z.codec(
  z.strictObject({
    [CATEGORY]: Id.optional(),
    [VEHICLES]: z
      .string()
      .regex(/^[1-9]\d{0,8}(;[1-9]\d{0,8})*$/)
      .refine((ids) => ids.split(';').length <= MAX_AMONG, `No pueden ser más de ${MAX_AMONG}`)
      .optional(),
  }),
  z.object({ part_category_id: z.int().optional(), vehicles: z.array(z.int()).optional() }),
  {
    decode: (wire) => ({
      part_category_id: wire[CATEGORY],
      vehicles: wire[VEHICLES]?.split(';').map(Number),
    }),
    encode: ({ part_category_id, vehicles }) => ({
      ...(part_category_id !== undefined && { [CATEGORY]: part_category_id }),
      ...(vehicles && { [VEHICLES]: vehicles.join(';') }),
    }),
  },
);

const Named = z.strictObject({ id: z.int(), name: z.string() });

/** A part with all its details; the addresses of its pictures are absolute. */
export const ExportedPart = z.strictObject({
  ...Part.omit({ version: true }).shape,
  attributes: z.array(z.strictObject(Attribute.omit({ part_id: true }).shape)),
  cross: z.array(z.strictObject(Cross.shape)),
  pictures: z.array(z.strictObject(Picture.shape)),
  vehicles: z.array(z.strictObject(Vehicle.omit({ vehicle_linked: true }).shape)),
});
export type ExportedPart = z.output<typeof ExportedPart>;

/** The file of `json`. Its parts are sorted by code. */
export const ExportedCatalogue = z.strictObject({
  brand: Named,
  /** Null when all were taken. */
  category: Named.nullable(),
  product: Named.nullable(),
  parts: z.array(ExportedPart),
});

export const exporter = {
  spreadsheet: get({
    path: '/api/backend/exporter/files/:kind/:brandId/:productId/file.xlsx',
    access: 'user',
    summary: 'Las piezas de una marca en una planilla: for_importer, backup, parts, image_coverage o meli',
    params: z.object({ kind: z.enum(SPREADSHEET_KINDS), brandId: Id, productId: IdOrAll }),
    query: Selection,
    result: Download,
  }),
  json: get({
    path: '/api/backend/exporter/files/json/:brandId/:productId/file.json',
    access: 'user',
    summary: 'Las piezas de una marca con todo su detalle, en un documento JSON',
    params: z.object({ brandId: Id, productId: IdOrAll }),
    query: Selection,
    result: Download,
  }),
};
