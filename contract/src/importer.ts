import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Attachment, Download, get, post } from './endpoint.ts';
import { Moment, Nothing } from './fields.ts';
import { JOB_STATES } from './jobs.ts';
import { listed, paged } from './list.ts';
import { PART_FIELD_NAMES, PART_FIELDS } from './part-fields.ts';
import { fold } from './words.ts';

export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;

/** Extensions of files to import. The content decides how a file is read. */
export const IMPORT_EXTENSIONS = ['.xlsx', '.xls', '.xlsm', '.ods', '.csv', '.tsv', '.txt'] as const;

export const hasImportExtension = (name: string): boolean =>
  IMPORT_EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));

/** Extensions in words. A .txt is a .csv or a .tsv with another name. */
export const SPREADSHEETS = '.xlsx, .xls, .xlsm, .ods, .csv o .tsv';

/** Titles of field columns. New fields go after «Acción», so that files of all years begin with the same columns. */
const FIELD_COLUMNS = PART_FIELD_NAMES.map((name) => PART_FIELDS[name].label);
const BEFORE_ACTION = 3;

/** The sheets of the format and their columns, as docs/import.md explains them to users. */
export const IMPORT_SHEETS = {
  Piezas: [
    ...(['Marca', 'Categoría', 'Producto', 'Código'] as const),
    ...FIELD_COLUMNS.slice(0, BEFORE_ACTION),
    'Acción',
    ...FIELD_COLUMNS.slice(BEFORE_ACTION),
  ],
  Atributos: ['Marca', 'Producto', 'Código', 'Nombre', 'Valor', 'Unidad', 'Acción'],
  Equivalencias: ['Marca', 'Producto', 'Código', 'Marca equivalente', 'Código equivalente', 'Acción'],
  Aplicaciones: [
    'Marca',
    'Producto',
    'Código',
    'ID vehículo',
    'Marca vehículo',
    'Modelo',
    'Versión',
    'Motor',
    'Combustible',
    'Desde',
    'Hasta',
    'Acción',
    'Posición',
    'Cantidad',
    'Nota',
    'Aplica desde',
    'Aplica hasta',
    'Cilindrada',
    'Válvulas',
  ],
} as const;
export type ImportSheet = keyof typeof IMPORT_SHEETS;

/** Sheets whose rows belong to parts. An upload can replace these rows of the parts in the file. */
export const REPLACEABLE = ['Atributos', 'Equivalencias', 'Aplicaciones'] as const satisfies readonly ImportSheet[];
export type Replaceable = (typeof REPLACEABLE)[number];

/** Text of the column «Acción» that removes the part or row. */
export const REMOVE = 'QUITAR';

/** Days that a review waits to be applied. */
export const REVIEW_DAYS = 7;

/** Text of a cell that clears the stored value. A blank cell keeps it. */
export const CLEARED = '(vacío)';
/** Longest cell that is compared with `(vacío)`: normalizing long cells takes quadratic time. */
const MAX_CLEARED = 40;
export const isCleared = (text: string) => text.length <= MAX_CLEARED && fold(text).trim() === '(vacio)';

export const ImportFile = z.object({
  id: z.int(),
  udid: z.uuid(),
  name: z.string(),
  bytes: z.int(),
  /** Person who uploaded it. */
  user: z.string(),
  created_at: Moment,
  finished_at: Moment.nullable(),
  state: z.enum(JOB_STATES),
  status_message: z.string(),
  /** Number of rows; null until the file was read once. */
  rows_total: z.int().nullable(),
  rows_done: z.int(),
  rows_created: z.int(),
  rows_updated: z.int(),
  rows_removed: z.int(),
  rows_unchanged: z.int(),
  /** Changes of a review that a person should check, such as other spellings. */
  rows_suspicious: z.int(),
  /** Rows of a review that were left out when it was applied. */
  rows_left_out: z.int(),
  errors_count: z.int(),
  /** Warnings: columns that are not read, skipped sheets, doubtful values. */
  warnings: z.array(z.string()),
  /** Alarms about a review as a whole, such as a column that was sorted alone. */
  alarms: z.array(z.string()),
  /** Sheets that replace the rows of their parts. */
  replaces: z.array(z.enum(REPLACEABLE)),
  /** Operation in the history; null while nothing has changed. */
  operation_id: z.int().nullable(),
  /** Operation that undid it; null when it was not undone. */
  undone_by: z.int().nullable(),
});
export type ImportFile = z.output<typeof ImportFile>;

/** Likely meaning of a refused value. Accepted, `value` in that column is read as `to` in every row of the file. */
export const Offer = z.object({ column: z.string(), value: z.string(), to: z.string(), label: z.string() });
export type Offer = z.output<typeof Offer>;

export const ImportError = z.object({
  id: z.int(),
  sheet: z.string(),
  row: z.int(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
});

/**
 * Modes of an upload. `import` applies a file at once, `preview` waits for a review, and `auto` waits only for alarms,
 * removals and suspicious changes. Removed parts and replaced rows are reviewed in every mode.
 */
export const IMPORT_MODES = ['import', 'preview', 'auto'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

/** Sheets, separated by commas, because an upload is a form. */
const Replaced = z
  .string()
  .max(100)
  .default('')
  .transform((names) => names.split(',').flatMap((name) => name.trim() || []))
  .pipe(z.array(z.enum(REPLACEABLE)));

/** `is_queued`: the same file was in the queue already, and is not queued twice. */
const StoredFile = ImportFile.extend({ is_queued: z.literal([0, 1]) });

export const OneFile = z.object({ udid: z.uuid() });

export const importer = {
  list: get({
    path: '/api/backend/importer/files/',
    access: SCREENS.importer,
    summary: 'Los archivos importados, por páginas: los propios, o todos para administración y staff',
    reads: ['imports'],
    ...listed(
      {
        id: 'number',
        name: 'text',
        user: 'text',
        created_at: 'date',
        state: 'text',
        status_message: 'text',
        rows_total: 'number',
        rows_created: 'number',
        rows_updated: 'number',
        rows_removed: 'number',
        rows_unchanged: 'number',
        errors_count: 'number',
      },
      '-created_at',
    ),
    result: paged(ImportFile),
  }),
  show: get({
    path: '/api/backend/importer/files/:udid',
    access: SCREENS.importer,
    summary: 'Un archivo importado y cómo va',
    reads: ['imports'],
    params: OneFile,
    result: ImportFile,
  }),
  errors: get({
    path: '/api/backend/importer/files/:udid/errors',
    access: 'manufacturer',
    summary: 'Los errores de un archivo importado, por páginas',
    reads: ['imports'],
    params: OneFile,
    ...listed({ id: 'number', sheet: 'text', row: 'number', column: 'text', value: 'text', reason: 'text' }, 'id'),
    result: paged(ImportError),
  }),
  errorsFile: get({
    path: '/api/backend/importer/files/:udid/errors.xlsx',
    access: 'manufacturer',
    summary: 'Las filas que no entraron, con el motivo, listas para corregir y subir de nuevo',
    params: OneFile,
    result: Download,
  }),
  template: get({
    path: '/api/backend/importer/template.xlsx',
    access: 'manufacturer',
    summary: 'La planilla modelo, con una hoja de ayuda',
    result: Download,
  }),
  store: post({
    path: '/api/backend/importer/files/store',
    access: SCREENS.importer,
    summary:
      'Recibe una planilla (xlsx, xls, xlsm, ods, csv o tsv) y la pone en cola. Con mode=preview no cambia nada: queda para revisar. Con mode=auto se aplica en seguida, salvo que tenga alarmas, quite algo o haya cambios sospechosos: entonces queda para revisar. `replace` nombra hojas separadas por comas, cuyas filas reemplazan lo que tenían sus piezas; siempre se revisa',
    changes: ['imports'],
    body: z.object({ attachment: Attachment, mode: z.enum(IMPORT_MODES).default('import'), replace: Replaced }),
    upload: MAX_IMPORT_BYTES,
    transaction: false,
    result: StoredFile,
    message: ({ name, is_queued }: z.output<typeof StoredFile>) =>
      is_queued ? `${name}: ese archivo ya está en cola` : `${name}: archivo recibido`,
  }),
  cancel: post({
    path: '/api/backend/importer/files/cancel',
    access: 'manufacturer',
    summary: 'Detiene una importación, y descarta una que espera su revisión; lo que ya entró queda',
    changes: ['imports'],
    body: OneFile,
    result: ImportFile,
    message: 'Importación cancelada',
  }),
  remove: post({
    path: '/api/backend/importer/files/remove',
    access: 'manufacturer',
    summary: 'Quita un archivo de la lista y detiene su importación; las piezas quedan',
    changes: ['imports'],
    body: OneFile,
    transaction: false,
    result: Nothing,
    message: 'Importación quitada de la lista',
  }),
};
