import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Id, paragraph } from './fields.ts';
import { ImportFile, OneFile } from './importer.ts';

/** Cell of a row, in the columns of the import format. */
const RowCell = z.object({
  column: z.string(),
  /** Title of the column in a file of another format; null elsewhere. */
  title: z.string().nullable(),
  value: z.string(),
  /** Why the cell was refused; null when it was not. */
  reason: z.string().nullable(),
});
export type RowCell = z.output<typeof RowCell>;

/** Cell that a person has corrected. The corrected text takes the place of the cell whenever the file is read. */
export const Correction = z.object({
  id: z.int(),
  sheet: z.string(),
  row: z.int(),
  /** Name of the column in the uploaded file. */
  column: z.string(),
  before: z.string(),
  after: z.string(),
  /** False once its row was applied. A removal is also refused while the file is read, or after it failed. */
  is_removable: z.boolean(),
});
export type Correction = z.output<typeof Correction>;

/** Corrected cells of a file. A file with more faults is corrected in its own program. */
export const MAX_CORRECTIONS = 1_000;

/** Longer than any text that a row may have. */
export const MAX_CELL = 10_000;
const MAX_CELLS = 20;

export const importCorrections = {
  row: get({
    path: '/api/backend/importer/files/:udid/errors/:id/row',
    access: SCREENS.importer,
    summary: 'La fila de un error, celda por celda, para corregirla',
    reads: ['imports'],
    params: OneFile.extend({ id: Id }),
    result: z.object({ sheet: z.string(), row: z.int(), cells: z.array(RowCell) }),
  }),
  list: get({
    path: '/api/backend/importer/files/:udid/corrections',
    access: SCREENS.importer,
    summary: 'Las celdas de un archivo que alguien corrigió, con lo que decían antes',
    reads: ['imports'],
    params: OneFile,
    result: z.array(Correction),
  }),
  store: post({
    path: '/api/backend/importer/files/correct',
    access: SCREENS.importer,
    summary:
      'Corrige celdas de la fila de un error (`id`) y lee de nuevo las filas con errores, sin subir el archivo otra vez. Lo corregido siempre se revisa antes de aplicarse',
    changes: ['imports'],
    bodyLimit: LARGE_BODY,
    body: OneFile.extend({
      id: Id,
      cells: z
        .array(z.object({ column: z.string().max(60), value: paragraph(MAX_CELL) }))
        .min(1)
        .max(MAX_CELLS),
    }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: ImportFile,
    message: 'Corregida: se leen de nuevo las filas con errores',
  }),
  remove: post({
    path: '/api/backend/importer/files/corrections/remove',
    access: SCREENS.importer,
    summary:
      'Quita la corrección de una celda y lee de nuevo el archivo. Si la fila ya no tiene errores se revisa todo otra vez, y lo que se dejó afuera vuelve a incluirse',
    changes: ['imports'],
    body: OneFile.extend({ id: Id }),
    transaction: false,
    result: ImportFile,
    message: 'Corrección quitada: se lee de nuevo el archivo',
  }),
};
