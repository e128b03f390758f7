import { z } from 'zod';
import { Vehicle } from './applications.ts';
import { Attribute } from './attributes.ts';
import { Cross } from './crosses.ts';
import { Download, get } from './endpoint.ts';
import { Id, IdOrAll } from './fields.ts';
import { filtered, tabled } from './list.ts';
import { PART_COLUMNS } from './part-columns.ts';
import { Part, parts } from './parts.ts';
import { Picture } from './pictures.ts';

/**
 * Kinds of files. `for_importer` is the import format. `backup` is the same with every blank written as «(vacío)», so
 * that importing it empties fields that were filled since. Both need the right to import.
 */
export const SPREADSHEET_KINDS = ['for_importer', 'backup', 'parts', 'image_coverage', 'meli'] as const;
export type SpreadsheetKind = (typeof SPREADSHEET_KINDS)[number];
/** Kinds of files whose content does not depend on what the screen shows. */
export type FileKind = SpreadsheetKind | 'json';
export type ExportKind = FileKind | 'table';

/** Filters of the list of parts. The file has the parts that match all of them. */
const BY_FILTERS = filtered(parts.list.columns);

const Named = z.strictObject({ id: z.int(), name: z.string() });

/** Part with all its details. Addresses of its pictures are absolute. */
export const ExportedPart = z.strictObject({
  ...Part.omit({ version: true }).shape,
  attributes: z.array(z.strictObject(Attribute.omit({ part_id: true, misfit: true }).shape)),
  cross: z.array(z.strictObject(Cross.shape)),
  pictures: z.array(z.strictObject(Picture.shape)),
  vehicles: z.array(z.strictObject(Vehicle.omit({ vehicle_linked: true }).shape)),
});
export type ExportedPart = z.output<typeof ExportedPart>;

/** File of kind `json`, with its parts sorted by code. */
export const ExportedCatalogue = z.strictObject({
  brand: Named,
  /** Null when all parts are included. */
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
    ...BY_FILTERS,
    result: Download,
  }),
  table: get({
    path: '/api/backend/exporter/files/table/:brandId/:productId/file.xlsx',
    access: 'user',
    summary:
      'Las piezas como las muestra la tabla: las columnas de `columns` en su orden, y las filas en el orden de la lista',
    params: z.object({ brandId: Id, productId: IdOrAll }),
    ...tabled(parts.list, Object.keys(PART_COLUMNS)),
    result: Download,
  }),
  json: get({
    path: '/api/backend/exporter/files/json/:brandId/:productId/file.json',
    access: 'user',
    summary: 'Las piezas de una marca con todo su detalle, en un documento JSON',
    params: z.object({ brandId: Id, productId: IdOrAll }),
    ...BY_FILTERS,
    result: Download,
  }),
};
