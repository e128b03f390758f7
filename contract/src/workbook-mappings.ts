import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Id, line, Moment, Nothing, requiredLine } from './fields.ts';
import { ImportFile, OneFile } from './importer.ts';
import { listed, paged } from './list.ts';
import { PART_FIELD_NAMES } from './part-fields.ts';

/** Vehicle fields that a column may have. */
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

/** Content of a column. */
export const Target = z.discriminatedUnion('is', [
  z.object({ is: z.literal('ignored') }),
  z.object({ is: z.literal('brand') }),
  z.object({ is: z.literal('product') }),
  z.object({ is: z.literal('code') }),
  z.object({ is: z.literal('field'), field: z.enum(PART_FIELD_NAMES) }),
  /** Attributes of the values in a cell, several for «10 x 20». */
  z.object({ is: z.literal('attribute'), attributes: z.array(AttributeName).min(1).max(6) }),
  /** Names and values in one cell: «Alto: 55 mm; Rosca: M20x1.5». */
  z.object({ is: z.literal('attributes') }),
  /** An empty brand means that each code follows its brand in the cell: «VW 030115561». */
  z.object({ is: z.literal('cross'), brand: line(100).default('') }),
  /** The brand of the codes of the other columns of the row. */
  z.object({ is: z.literal('cross_brand') }),
  /** Free text about vehicles. The title may have their brand, as in a column «FIAT» with models. */
  z.object({
    is: z.literal('application'),
    brand: line(100).optional(),
    /** Vehicle of a column whose cells say whether a part fits, how many it needs or where: «X», «2», «Del.». */
    vehicle: requiredLine(200).optional(),
  }),
  z.object({ is: z.literal('vehicle'), field: z.enum(VEHICLE_FIELDS) }),
  /** Codes of parts of a product that fit the vehicle of the row. */
  z.object({ is: z.literal('codes'), product: requiredLine(200) }),
  /** In a sheet of names: an abbreviation that other sheets use, and its full name. */
  z.object({ is: z.literal('key') }),
  z.object({ is: z.literal('name') }),
]);
export type Target = z.output<typeof Target>;

/** Values of a column in the file, and how they are read. An empty meaning reads the cell as blank. */
const Meaning = z.object({ value: line(300), means: line(300) });
const MAX_MEANINGS = 1_000;
const Meanings = z.array(Meaning).max(MAX_MEANINGS).default([]);

export const SEPARATORS = ['\n', ';', '/', ',', '|', ' - ', ' // ', ' / ', ' y ', 'x', ' x '] as const;
/** Separators of codes, which may contain other slashes and hyphens. */
export const CODE_SEPARATORS = ['\n', ';', '|', ' // ', ' / '] as const;
/** Separators between named values. */
export const NAMED_SEPARATORS = [';', '\n', ' / ', '|', ' - '] as const;

export const MappedColumn = z.object({
  /** Index of the column, from 0 on. */
  position: z.int().min(0).max(16_383),
  title: line(200),
  target: Target,
  /** Separators of several values in a cell. */
  separators: z.array(z.enum(SEPARATORS)).max(5).default([]),
  /** A blank cell has the value of the cell above. */
  fills_down: z.boolean().default(false),
  /** Signs beside a code are left out, as in «W712 *» for a new part. */
  drops_marks: z.boolean().default(false),
  /** Sheet of names that resolves its values. */
  names_in: line(200).default(''),
  values: Meanings,
});
export type MappedColumn = z.output<typeof MappedColumn>;

/** Use of a sheet: rows of parts or applications, a table of names, or nothing to read. */
export const SHEET_USES = ['rows', 'names', 'nothing'] as const;
/** Meaning of a row that heads a group, for the rows below. */
export const GROUP_TARGETS = ['product', 'brand', 'ignored'] as const;
/** Where the brand of the vehicles is, when no column has it: in rows that head groups, or in the name of the sheet. */
export const VEHICLE_BRAND_SOURCES = ['columns', 'groups', 'sheet'] as const;
/** Meaning of rows that are struck through or contain «discontinuado», and of hidden rows. A person decides it. */
export const STRUCK_ROWS = ['read', 'discontinued', 'skipped'] as const;
export const HIDDEN_ROWS = ['read', 'skipped'] as const;

const isUnique = (values: readonly unknown[]) => new Set(values).size === values.length;

const MAX_COLUMNS = 300;
export const MappedSheet = z.object({
  /** Sheets with the same titles share a mapping. */
  names: z.array(line(200)).min(1).max(200),
  use: z.enum(SHEET_USES),
  /** Numbers of the title rows. Titles of several rows are joined. */
  header: z.array(z.int().min(1).max(10_000_000)).max(3),
  columns: z
    .array(MappedColumn)
    .max(MAX_COLUMNS)
    .refine((columns) => isUnique(columns.map(({ position }) => position)), 'Una columna está dos veces'),
  /** Values for fields without a column. */
  constants: z.object({ brand: line(200).default(''), product: line(200).default('') }),
  /** The name of the sheet is the product. */
  product_is_sheet: z.boolean().default(false),
  /** The product is that of the part with the code, in another sheet or in the catalog. */
  product_by_code: z.boolean().default(false),
  groups: z.enum(GROUP_TARGETS).default('ignored'),
  vehicle_brand: z.enum(VEHICLE_BRAND_SOURCES).default('columns'),
  struck_rows: z.enum(STRUCK_ROWS).default('read'),
  hidden_rows: z.enum(HIDDEN_ROWS).default('read'),
  discontinued_rows: z.enum(STRUCK_ROWS).default('read'),
  /** Meanings of group rows and sheet names: products or brands. */
  group_values: Meanings,
  /** Rows that a person includes as parts, or leaves out, against the proposal. */
  flipped_rows: z.array(z.int().min(1)).max(1_000).default([]),
});
export type MappedSheet = z.output<typeof MappedSheet>;

/** Mapping of a workbook of another format. */
export const WorkbookMapping = z.object({
  version: z.literal(1),
  sheets: z
    .array(MappedSheet)
    .min(1)
    .max(50)
    .refine((sheets) => isUnique(sheets.flatMap(({ names }) => names)), 'Una hoja está en dos mapeos'),
});
export type WorkbookMapping = z.output<typeof WorkbookMapping>;

/** Kinds of rows, by their content. Skipped rows are parts whose mark leaves them out. */
export const ROW_KINDS = ['part', 'title', 'header', 'group', 'total', 'blank', 'skipped'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** Number of first rows of each sheet that the screen shows. */
export const SAMPLE_ROWS = 60;

/** Contents of a column in all rows of the sheet. */
export const SampleColumn = z.object({
  position: z.int(),
  /** Number of cells that are not blank. */
  filled: z.int(),
  /** Most frequent values. `distinct` counts all of them, up to a limit. */
  values: z.array(z.object({ value: z.string(), rows: z.int() })),
  distinct: z.int(),
  /** Separators inside cells, with the number of cells and an example. */
  separators: z.array(z.object({ separator: z.enum(SEPARATORS), rows: z.int(), example: z.string() })),
  /** Why the proposal does not read the column, or that the stored mapping does not know it. */
  note: z.string().optional(),
});
export type SampleColumn = z.output<typeof SampleColumn>;

export const SampleSheet = z.object({
  name: z.string(),
  rows: z.int(),
  /** First rows as shown in the file. */
  first: z.array(z.object({ row: z.int(), cells: z.array(z.string()), kind: z.enum(ROW_KINDS) })),
  columns: z.array(SampleColumn),
  /** Values of the rows that head groups. */
  groups: z.array(z.object({ value: z.string(), rows: z.int() })),
  struck_rows: z.int().default(0),
  hidden_rows: z.int().default(0),
  /** Rows whose words say that the part is discontinued. */
  discontinued_rows: z.int().default(0),
  /** Why the proposal does not read the sheet; blank when it does. */
  reason: z.string().default(''),
});
export type SampleSheet = z.output<typeof SampleSheet>;

/** Part as the mapping reads it. */
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

/** Question for a person. A question that blocks keeps the file from being read. */
export const Question = z.object({
  sheet: z.string(),
  /** Null for the whole sheet. */
  position: z.int().nullable(),
  message: z.string(),
  blocks: z.boolean(),
});
export type Question = z.output<typeof Question>;

/** Value that is not in the catalog, with likely meanings. */
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
  /** Encoding and separator of a text file; null for spreadsheets. */
  text: z.object({ encoding: z.string(), separator: z.string() }).nullable(),
  sheets: z.array(SampleSheet),
  mapping: WorkbookMapping,
  /** Stored mapping that the proposal applies. */
  stored: z.object({ id: z.int(), name: z.string(), updated_at: Moment }).nullable(),
});

const Preview = z.object({
  parts: z.array(PreviewPart),
  /** Kind of each of the first rows, with the changes of the mapping. */
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
  /** Person who stored it last; null for a removed account. */
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
      'Lee el archivo con un mapeo y lo deja para revisar. Lo guarda para los próximos archivos de la marca como `name`, o con el nombre del archivo',
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
