import { z } from 'zod';
import { get, post } from './endpoint.ts';
import { Flag, Id, line, mapOf, NewOrId, requiredLine } from './fields.ts';

/** Limit of a person's views of a list. */
export const MAX_VIEWS = 50;
/** Limit of shared views of other people in a list. */
export const MAX_SHARED_VIEWS = 100;

/** Path of the list's call. */
const List = requiredLine(200);

/** Limit of columns in a view. */
export const MAX_COLUMNS = 200;

/** Key of a column. */
const Key = requiredLine(110);

const Keys = z.array(Key).max(MAX_COLUMNS);

/** Columns of a table: hidden ones, order, and widths. */
export const ViewColumns = z.object({
  hidden: Keys,
  order: Keys,
  widths: mapOf(Key, z.int().min(1).max(5000), { max: MAX_COLUMNS, message: 'Son demasiadas columnas' }),
});
export type ViewColumns = z.output<typeof ViewColumns>;

/** Filters and order, as sent to the list. Names of attributes are encoded in the keys. */
const Query = mapOf(line(1000), z.string().max(10_000), { max: 100, message: 'Son demasiados filtros' });

export const SavedView = z.object({
  id: z.int(),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  columns: ViewColumns,
  /** Shared with the author's team? Null for people without a team. */
  is_shared: z.literal([0, 1]).nullable(),
  /** Author of a shared view; null for an own view. */
  author: z.string().nullable(),
});
export type SavedView = z.output<typeof SavedView>;
const RemovedView = SavedView.pick({ id: true, name: true });

export const views = {
  list: get({
    path: '/api/backend/views/',
    isPersonal: true,
    access: 'user',
    summary: 'Las vistas que la persona guardó de una lista, y las que comparte su equipo, por nombre',
    reads: ['views'],
    query: z.strictObject({ list: List }),
    result: z.array(SavedView),
  }),
  store: post({
    path: '/api/backend/views/store',
    access: 'user',
    summary:
      'Guarda una vista de una lista o, con id, la reemplaza; con `is_shared` la ve el equipo: administradores y personal entre sí, o fabricantes con una marca en común',
    changes: ['views'],
    body: z.object({
      id: NewOrId,
      list: List,
      name: requiredLine(60),
      query: Query,
      columns: ViewColumns,
      is_shared: Flag.default(0),
    }),
    result: SavedView,
    message: ({ name }: SavedView) => `Se guardó la vista ${name}`,
  }),
  remove: post({
    path: '/api/backend/views/remove',
    access: 'user',
    summary: 'Elimina una vista propia',
    changes: ['views'],
    body: z.object({ id: Id }),
    result: RemovedView,
    message: ({ name }: z.output<typeof RemovedView>) => `Se eliminó la vista ${name}`,
  }),
};
