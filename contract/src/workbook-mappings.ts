import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Id, line, Moment, Nothing, requiredLine } from './fields.ts';
import { ImportFile, OneFile } from './importer.ts';
import { listed, paged } from './list.ts';
import { PART_FIELD_NAMES } from './part-fields.ts';

/** What a column may say of the vehicle of its row. */
export const VEHICLE_FIELDS = [
  'brand',
  'model',
  'version',
  'engine',
  'displacement',
  'valves',
  'fuel',
  'from',
  'until',
  'years',
  'position',
  'quantity',
  'note',
] as const;
export type VehicleField = (typeof VEHICLE_FIELDS)[number];

const AttributeName = z.object({ name: requiredLine(100), unit: line(30).default('') });

/** What a column contains. */
export const Target = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ignored') }),
  z.object({ is: z.literal('brand') }),
  z.object({ is: z.literal('product') }),
  z.object({ is: z.literal('code') }),
  z.object({ is: z.literal('field'), field: z.enum(PART_FIELD_NAMES) }),
  /** Several when the cell has one value for each, such as «10 x 20». */
  z.object({ is: z.literal('attribute'), attributes: z.array(AttributeName).min(1).max(6) }),
  /** Names and values in one cell: «Alto: 55 mm; Rosca: M20x1.5». */
  z.object({ is: z.literal('attributes') }),
  /** Without a brand, each code follows its own in the cell: «VW 030115561». */
  z.object({ is: z.literal('cross'), brand: line(100).default('') }),
  /** Free text about vehicles. */
  z.object({ is: z.literal('application') }),
  z.object({ is: z.literal('vehicle'), field: z.enum(VEHICLE_FIELDS) }),
  /** The codes of parts of a product that fit the vehicle of the row. */
  z.object({ is: z.literal('codes'), product: requiredLine(200) }),
  /** In a sheet of names: the abbreviation that other sheets use, and what it stands for. */
  z.object({ is: z.literal('key') }),
  z.object({ is: z.literal('name') }),
]);
export type Target = z.output<typeof Target>;

/** Values of a column, as the file has them, and how they are read. An empty meaning leaves the cell blank. */
const Meaning = z.object({ value: line(300), means: line(300) });
const MAX_MEANINGS = 1_000;
const Meanings = z.array(Meaning).max(MAX_MEANINGS).default([]);

export const SEPARATORS = ['\n', ';', '/', ',', '|', ' - ', ' // ', ' / ', ' y ', 'x', ' x '] as const;

export const MappedColumn = z.object({
  /** From 0 on. */
  position: z.int().min(0).max(16_383),
  title: line(200),
  target: Target,
  /** What separates several values in a cell. */
  separators: z.array(z.enum(SEPARATORS)).max(5).default([]),
  /** Whether a blank cell has the value of the one above. */
  fills_down: z.boolean().default(false),
  /** The sheet of names that its values are looked up in. */
  names_in: line(200).default(''),
  values: Meanings,
});
export type MappedColumn = z.output<typeof MappedColumn>;

/** What the rows of a sheet are: parts or applications, a table of names, or nothing to read. */
export const SHEET_USES = ['rows', 'names', 'nothing'] as const;
/** What a row that heads a group says of the rows below. */
export const GROUP_TARGETS = ['product', 'brand', 'ignored'] as const;

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

const MAX_COLUMNS = 300;
export const MappedSheet = z.object({
  /** Sheets with the same titles share a mapping. */
  names: z.array(line(200)).min(1).max(200),
  use: z.enum(SHEET_USES),
  /** Numbers of the rows with the titles. The titles of several rows are joined. */
  header: z.array(z.int().min(1).max(10_000_000)).max(3),
  columns: z
    .array(MappedColumn)
    .max(MAX_COLUMNS)
    .refine((columns) => isUnique(columns.map(({ position }) => position)), 'Una columna está dos veces'),
  /** For what has no column. */
  constants: z.object({ brand: line(200).default(''), product: line(200).default('') }),
  /** Whether the name of the sheet is the product. */
  product_is_sheet: z.boolean().default(false),
  groups: z.enum(GROUP_TARGETS).default('ignored'),
  /** How the rows that head groups, or the names of the sheets, are read as products or brands. */
  group_values: Meanings,
  /** Rows that a person reads as parts, or leaves out, against the proposal. */
  flipped_rows: z.array(z.int().min(1)).max(1_000).default([]),
});
export type MappedSheet = z.output<typeof MappedSheet>;

/** How a workbook of another format is read. */
export const WorkbookMapping = z.object({
  version: z.literal(1),
  sheets: z
    .array(MappedSheet)
    .min(1)
    .max(50)
    .refine((sheets) => isUnique(sheets.flatMap(({ names }) => names)), 'Una hoja está en dos mapeos'),
});
export type WorkbookMapping = z.output<typeof WorkbookMapping>;

/** What a row is, by its content. */
export const ROW_KINDS = ['part', 'title', 'header', 'group', 'total', 'blank'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Rows at the beginning of each sheet that the screen shows. */
export const SAMPLE_ROWS = 60;

/** What was found in a column, from all rows of the sheet. */
export const SampleColumn = z.object({
  position: z.int(),
  /** Cells that are not blank. */
  filled: z.int(),
  /** The most frequent values. `distinct` counts all of them, up to a limit. */
  values: z.array(z.object({ value: z.string(), rows: z.int() })),
  distinct: z.int(),
  /** Separators inside of cells, with how many cells have each and an example. */
  separators: z.array(z.object({ separator: z.enum(SEPARATORS), rows: z.int(), example: z.string() })),
});
export type SampleColumn = z.output<typeof SampleColumn>;

export const SampleSheet = z.object({
  name: z.string(),
  rows: z.int(),
  /** The first rows as the file shows them. */
  first: z.array(z.object({ row: z.int(), cells: z.array(z.string()), kind: z.enum(ROW_KINDS) })),
  columns: z.array(SampleColumn),
  /** Values of the rows that head groups. */
  groups: z.array(z.object({ value: z.string(), rows: z.int() })),
});
export type SampleSheet = z.output<typeof SampleSheet>;

/** A part as the mapping reads it. */
export const PreviewPart = z.object({
  sheet: z.string(),
  row: z.int(),
  brand: z.string(),
  product: z.string(),
  code: z.string(),
  fields: z.array(z.object({ label: z.string(), value: z.string() })),
  attributes: z.array(z.object({ name: z.string(), value: z.string(), unit: z.string() })),
  crosses: z.array(z.object({ brand: z.string(), code: z.string() })),
  /** «Volkswagen Gol Trend · 4 versiones · 2008–2013 · Delantera». */
  applications: z.array(z.string()),
});
export type PreviewPart = z.output<typeof PreviewPart>;

/** What a person has to decide or know. A question that blocks keeps the file from being read. */
export const Question = z.object({
  sheet: z.string(),
  /** Null for the whole sheet. */
  position: z.int().nullable(),
  message: z.string(),
  blocks: z.boolean(),
});
export type Question = z.output<typeof Question>;

/** A value that is not in the catalog, and what it may mean. */
export const UnknownValue = z.object({
  sheet: z.string(),
  /** Null for groups and names of sheets. */
  position: z.int().nullable(),
  /** «Marca», «Producto», «Habilitada», «Combustible», «Posición», «Marca equivalente». */
  column: z.string(),
  value: z.string(),
  rows: z.int(),
  offers: z.array(z.string()),
});
export type UnknownValue = z.output<typeof UnknownValue>;

/** Free text about vehicles that was not understood. */
export const UnclearText = z.object({ text: z.string(), rows: z.int(), reason: z.string() });

const Proposal = z.object({
  file: ImportFile,
  /** How a text file was read; null for spreadsheets. */
  text: z.object({ encoding: z.string(), separator: z.string() }).nullable(),
  sheets: z.array(SampleSheet),
  mapping: WorkbookMapping,
  /** The stored mapping that the proposal comes from. */
  stored: z.object({ id: z.int(), name: z.string(), updated_at: Moment }).nullable(),
});

const Preview = z.object({
  parts: z.array(PreviewPart),
  /** What each of the first rows is, with the flips of the mapping. */
  rows: z.array(z.object({ sheet: z.string(), row: z.int(), kind: z.enum(ROW_KINDS) })),
  questions: z.array(Question),
  unknown: z.array(UnknownValue),
  unclear: z.array(UnclearText),
});
export type MappingPreview = z.output<typeof Preview>;

export const StoredMapping = z.object({
  id: z.int(),
  name: z.string(),
  brand: z.string(),
  part_brand_id: z.int(),
  /** Who stored it last; null for a removed account. */
  user: z.string().nullable(),
  updated_at: Moment,
  used_at: Moment.nullable(),
  mapping: WorkbookMapping,
});
export type StoredMapping = z.output<typeof StoredMapping>;

export const workbookMappings = {
  show: get({
    path: '/api/backend/importer/files/:udid/mapping',
    access: SCREENS.importer,
    summary: 'Un archivo de otro formato que espera que se diga cómo leerlo: sus primeras filas y la propuesta',
    reads: ['imports'],
    params: OneFile,
    result: Proposal,
  }),
  preview: post({
    path: '/api/backend/importer/files/mapping/preview',
    access: SCREENS.importer,
    summary: 'Cómo quedarían las primeras filas de un archivo con un mapeo, y qué falta decidir; no cambia nada',
    bodyLimit: LARGE_BODY,
    body: OneFile.extend({ mapping: WorkbookMapping }),
    transaction: false,
    result: Preview,
  }),
  apply: post({
    path: '/api/backend/importer/files/mapping/apply',
    access: SCREENS.importer,
    summary:
      'Lee el archivo con un mapeo y lo deja para revisar. Con `name` lo guarda para los próximos archivos de la marca',
    changes: ['imports'],
    bodyLimit: LARGE_BODY,
    body: OneFile.extend({ mapping: WorkbookMapping, name: line(100).default('') }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: ImportFile,
    message: 'Se está leyendo',
  }),
  list: get({
    path: '/api/backend/importer/workbook-mappings',
    access: SCREENS.importer,
    summary: 'Los mapeos guardados de las marcas a tu alcance, por páginas',
    reads: ['imports'],
    ...listed({ id: 'number', name: 'text', brand: 'text', user: 'text', updated_at: 'date', used_at: 'date' }, 'name'),
    result: paged(StoredMapping),
  }),
  store: post({
    path: '/api/backend/importer/workbook-mappings/store',
    access: SCREENS.importer,
    summary: 'Guarda un mapeo: uno nuevo, o con `id` otro nombre o contenido para uno guardado',
    changes: ['imports'],
    bodyLimit: LARGE_BODY,
    body: z.object({
      id: Id.optional(),
      part_brand_id: Id,
      name: requiredLine(100),
      mapping: WorkbookMapping,
    }),
    result: StoredMapping,
    message: 'Mapeo guardado',
  }),
  remove: post({
    path: '/api/backend/importer/workbook-mappings/remove',
    access: SCREENS.importer,
    summary: 'Olvida un mapeo guardado; lo que entró con él queda',
    changes: ['imports'],
    body: z.object({ id: Id }),
    result: Nothing,
    message: 'Mapeo olvidado',
  }),
};
