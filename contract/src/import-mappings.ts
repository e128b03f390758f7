import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get, LARGE_BODY, post } from './endpoint.ts';
import { Flag, Id, Nothing, paragraph } from './fields.ts';
import { ImportFile, Offer, OneFile } from './importer.ts';
import { listed, paged } from './list.ts';

/** Equal errors of a file, with likely meanings. */
export const ErrorGroup = z.object({
  /** Id of its first error. */
  id: z.int(),
  sheet: z.string(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
  rows: z.int(),
  offers: z.array(Offer),
});
export type ErrorGroup = z.output<typeof ErrorGroup>;

/** Meaning that a person gives to a value of a column. */
const ValueMapping = z.object({
  column: paragraph(60).min(1),
  value: paragraph(1_000).min(1),
  to: paragraph(1_000).min(1),
});

const Mapping = ValueMapping.extend({ id: z.int() });
export type Mapping = z.output<typeof Mapping>;

/** Limit of values that one call maps. */
const MAX_MAPPED = 500;

export const importMappings = {
  groups: get({
    path: '/api/backend/importer/files/:udid/error-groups',
    access: SCREENS.importer,
    summary:
      'Los errores iguales de un archivo, agrupados, con lo que quizás quiso decir: los doscientos grupos más grandes',
    reads: ['imports'],
    params: OneFile,
    result: z.array(ErrorGroup),
  }),
  store: post({
    path: '/api/backend/importer/files/map',
    access: SCREENS.importer,
    summary:
      'Dice cómo leer valores que no se entendieron, y sigue con las filas que fallaron, sin subir el archivo de nuevo; con `keep` vale también para los próximos archivos',
    changes: ['imports'],
    bodyLimit: LARGE_BODY,
    body: OneFile.extend({ mappings: z.array(ValueMapping).min(1).max(MAX_MAPPED), keep: Flag.default(0) }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: ImportFile,
    message: 'Se leen de nuevo las filas con errores',
  }),
  list: get({
    path: '/api/backend/importer/mappings',
    access: SCREENS.importer,
    summary: 'Lo que cada quien pidió recordar para sus próximos archivos, por páginas',
    reads: ['imports'],
    ...listed({ id: 'number', column: 'text', value: 'text', to: 'text' }, 'column'),
    result: paged(Mapping),
  }),
  remove: post({
    path: '/api/backend/importer/mappings/remove',
    access: SCREENS.importer,
    summary: 'Olvida cómo leer un valor',
    changes: ['imports'],
    body: z.object({ id: Id }),
    result: Nothing,
    message: 'Olvidado',
  }),
};
