import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, post } from './endpoint.ts';
import { Flag } from './fields.ts';
import { ACTIONS, Change } from './history.ts';
import { IMPORT_SHEETS, ImportFile, type ImportSheet, OneFile } from './importer.ts';
import { listed, paged } from './list.ts';

const SHEETS = Object.keys(IMPORT_SHEETS) as ImportSheet[];

/**
 * Reasons to check a change: only the spelling differs, the code exists under another product, or the part comes back
 * from the trash with all its rows.
 */
export const SUSPICIONS = ['respelling', 'other_product', 'in_trash'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

/** Kind of change. `field` is empty where whole rows are inserted or deleted. */
const Kind = z.object({
  sheet: z.enum(SHEETS),
  action: z.enum(ACTIONS),
  field: z.string().max(60),
  suspicion: z.enum(SUSPICIONS).nullable(),
});

/** Change of one field of a stored row, or of a whole row, that a file would make. */
export const ReviewedChange = Change.extend({
  ...Kind.shape,
  /** Id of the stored row; null for a new one. */
  row_id: z.int().nullable(),
  /** Sheet of the file, if its name is not that of the format. */
  own_sheet: z.string().nullable(),
  /** Row of the file; null for a row that is removed because the rows of its part are replaced. */
  row: z.int().nullable(),
  /** The part. */
  brand: z.string(),
  product: z.string(),
  code: z.string(),
  /** Id of the part, also of one in the trash; null for a new one. */
  part_id: z.int().nullable(),
  /** Applied with the import? */
  accepted: Flag,
});
export type ReviewedChange = z.output<typeof ReviewedChange>;

/** Number of changes of a kind, and of accepted ones. */
export const ReviewedKind = Kind.extend({ changes: z.int(), accepted: z.int() });
export type ReviewedKind = z.output<typeof ReviewedKind>;

const MAX_CHOSEN = 1_000;

export const importReview = {
  changes: get({
    path: '/api/backend/importer/files/:udid/changes',
    access: SCREENS.importer,
    summary: 'Lo que cambiaría un archivo que espera su revisión, campo por campo, por páginas',
    reads: ['imports'],
    params: OneFile,
    ...listed(
      {
        id: 'number',
        sheet: 'text',
        row: 'number',
        code: 'code',
        action: 'text',
        field: 'text',
        suspicion: 'text',
        accepted: 'flag',
      },
      'id',
    ),
    result: paged(ReviewedChange),
  }),
  kinds: get({
    path: '/api/backend/importer/files/:udid/kinds',
    access: SCREENS.importer,
    summary: 'Cuántos cambios de cada tipo espera la revisión, y cuántos se aplicarían',
    reads: ['imports'],
    params: OneFile,
    result: z.array(ReviewedKind),
  }),
  choose: post({
    path: '/api/backend/importer/files/choose',
    access: SCREENS.importer,
    summary: 'Deja afuera o vuelve a incluir cambios de una revisión: los de `ids`, o todos los de un tipo',
    changes: ['imports'],
    body: OneFile.extend({
      accepted: Flag,
      ids: z.array(z.int().positive()).max(MAX_CHOSEN).optional(),
      ...Kind.partial().shape,
    }),
    result: z.object({ changes: z.int() }),
  }),
  apply: post({
    path: '/api/backend/importer/files/apply',
    access: SCREENS.importer,
    summary:
      'Aplica lo aceptado de una revisión. Lo que cambió desde entonces no se toca y queda en los errores. Si se quitaría más de la mitad de lo que nombra el archivo, o de lo que tienen las piezas que reemplaza, pide `confirmed`',
    changes: ['imports'],
    body: OneFile.extend({ confirmed: Flag.default(0) }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: ImportFile,
    message: 'Se está aplicando',
  }),
};
