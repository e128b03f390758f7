import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Attachment, get, post } from './endpoint.ts';
import { Flag, Id, IdOrAll } from './fields.ts';
import { PartsJob } from './jobs.ts';
import { listed, paged } from './list.ts';

export const MAX_PICTURE_ZIP_BYTES = 500 * 1024 * 1024;
/** Limit of all files of one import, in bytes. */
export const MAX_PICTURE_IMPORT_BYTES = 2 * 1024 * 1024 * 1024;
export const MAX_PICTURE_IMPORT_FILES = 10_000;

/** Days that an import waits to be applied. */
export const PICTURE_IMPORT_DAYS = 7;

/** Adds pictures to those of a part, or replaces them. */
export const PICTURE_MODES = ['append', 'replace'] as const;
export type PictureMode = (typeof PICTURE_MODES)[number];

/**
 * Outcomes of a file. Before anything is stored: its part is found, unknown or ambiguous, or the file is refused.
 * Afterwards a found one is stored, repeated or refused.
 */
export const PICTURE_OUTCOMES = ['found', 'unknown', 'ambiguous', 'refused', 'stored', 'repeated'] as const;
export type PictureOutcome = (typeof PICTURE_OUTCOMES)[number];

/** Extensions of picture files. Other files of a zip are ignored. */
export const PICTURE_NAME = /\.(jpe?g|png|webp|gif|tiff?|avif|heic|heif)$/i;

/** Job that assigns pictures to parts by file name. `total` and `done` count files. */
export const PictureImport = PartsJob.extend({
  brand: z.string(),
  /** Empty for parts of any product. */
  product: z.string(),
  mode: z.enum(PICTURE_MODES),
  files: z.int(),
  /** Number of files by outcome. */
  found: z.int(),
  unknown: z.int(),
  ambiguous: z.int(),
  refused: z.int(),
  stored: z.int(),
  repeated: z.int(),
  /** Number of parts of the found files. */
  parts: z.int(),
  /** Stored pictures of those parts, which the mode «replace» removes. */
  replaced: z.int(),
  /** Found files beyond the picture limit of their parts, by mode. Repeated ones are not known yet. */
  beyond: z.object({ append: z.int(), replace: z.int() }),
});
export type PictureImport = z.output<typeof PictureImport>;

export const PictureImportFile = z.object({
  id: z.int(),
  /** Name, with its folders in a zip. */
  name: z.string(),
  /** Brand within which its part was searched for. */
  brand: z.string(),
  /** Product of the part, once found. */
  product: z.string(),
  code: z.string(),
  part_id: z.int().nullable(),
  is_blueprint: Flag,
  /** Order among the pictures of the part, from the number in the name. */
  rank: z.int(),
  outcome: z.enum(PICTURE_OUTCOMES),
  /** Reason why it is not stored; empty for a stored file. */
  reason: z.string(),
});
export type PictureImportFile = z.output<typeof PictureImportFile>;

const OneImport = z.object({ pictureImportId: Id });

export const pictureImports = {
  unfinished: get({
    path: '/api/backend/picture-imports/unfinished',
    access: SCREENS.pictureImports,
    summary: 'Las últimas tandas de fotos propias que esperan o están en marcha',
    reads: ['pictureImports'],
    result: z.array(PictureImport),
  }),
  store: post({
    path: '/api/backend/picture-imports/store',
    access: SCREENS.pictureImports,
    summary: 'Abre una tanda de fotos por nombre de archivo, para piezas de una marca y un producto o todos',
    changes: ['pictureImports'],
    body: z.object({ part_brand_id: Id, part_product_id: IdOrAll }),
    result: PictureImport,
    message: 'Tanda abierta',
  }),
  addFile: post({
    path: '/api/backend/picture-imports/add-file',
    access: SCREENS.pictureImports,
    summary:
      'Agrega a una tanda una imagen, o un zip de imágenes. Cada nombre es el código de una pieza, solo o seguido de su orden (_2, -2, (2)) o de «plano»; en un zip, una carpeta con el nombre de una marca la elige. Subir dos veces el mismo archivo lo agrega una sola',
    changes: ['pictureImports'],
    body: z.object({ id: Id, attachment: Attachment }),
    upload: MAX_PICTURE_ZIP_BYTES,
    transaction: false,
    result: PictureImport,
    message: 'Archivo recibido',
  }),
  show: get({
    path: '/api/backend/picture-imports/:pictureImportId',
    access: SCREENS.pictureImports,
    summary: 'Una tanda de fotos: cuántas encontraron su pieza y cómo va',
    reads: ['pictureImports'],
    params: OneImport,
    result: PictureImport,
  }),
  files: get({
    path: '/api/backend/picture-imports/:pictureImportId/files',
    access: SCREENS.pictureImports,
    summary: 'Los archivos de una tanda de fotos, con la pieza de cada uno o el motivo, por páginas',
    reads: ['pictureImports'],
    params: OneImport,
    ...listed(
      {
        id: 'number',
        name: 'text',
        brand: 'text',
        product: 'text',
        code: 'code',
        is_blueprint: 'flag',
        rank: 'number',
        outcome: 'text',
        reason: 'text',
      },
      'id',
    ),
    result: paged(PictureImportFile),
  }),
  thumbnail: get({
    path: '/api/backend/picture-imports/:pictureImportId/files/:fileId/thumbnail',
    access: SCREENS.pictureImports,
    summary: 'Una imagen de una tanda sin guardar, en chico; null si vino en un zip o no se puede leer',
    reads: ['pictureImports'],
    params: OneImport.extend({ fileId: Id }),
    result: z.object({
      /** As a data URL: nothing of an import is public until it is stored. */
      thumbnailUrl: z.string().nullable(),
    }),
  }),
  assign: post({
    path: '/api/backend/picture-imports/assign',
    access: SCREENS.pictureImports,
    summary: 'Elige la pieza de una imagen de una tanda: la que su nombre no encontró, u otra',
    changes: ['pictureImports'],
    body: z.object({ id: Id, file_id: Id, part_id: Id }),
    result: PictureImport,
    message: 'Pieza elegida',
  }),
  apply: post({
    path: '/api/backend/picture-imports/apply',
    access: SCREENS.pictureImports,
    summary:
      'Guarda las fotos que encontraron su pieza: después de las que tiene (append) o en su lugar (replace). Se puede deshacer',
    changes: ['pictureImports'],
    body: z.object({ id: Id, mode: z.enum(PICTURE_MODES) }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: PictureImport,
    message: 'En marcha',
  }),
  cancel: post({
    path: '/api/backend/picture-imports/cancel',
    access: SCREENS.pictureImports,
    summary: 'Descarta una tanda de fotos, o detiene la que está en marcha; las fotos que ya guardó quedan',
    changes: ['pictureImports', 'pictures', 'parts'],
    body: z.object({ id: Id }),
    result: PictureImport,
    message: 'Cancelado',
  }),
};
