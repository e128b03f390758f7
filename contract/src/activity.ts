import { z } from 'zod';
import { SCREENS } from './access.ts';
import { get } from './endpoint.ts';
import { Id, Moment } from './fields.ts';
import { ACTIONS, Change, type ChangedEntity, ENTITIES, OPERATION_KINDS, RECORDED } from './history.ts';
import { listed, paged } from './list.ts';
import type { PartFieldName } from './part-fields.ts';

/** Limit of names that a list shows for an operation. */
export const MAX_OPERATION_NAMES = 3;

type PartField = PartFieldName | 'code' | 'part_brand_id' | 'part_product_id';

/**
 * Filters of operations: a field of parts, or rows of another kind. Lists filter by the index here, from 1 on, and
 * links and saved views store such filters: append new ones at the end.
 */
export const ACTIVITY_FIELDS = [
  'code',
  'part_brand_id',
  'part_product_id',
  'observation',
  'enabled',
  'discontinued',
  'is_universal',
  'attribute',
  'cross',
  'application',
  'picture',
  'brand',
  'category',
  'product',
  'header',
  'template',
  'grant',
  'user',
  'alias',
  'mapping',
  'vehicle',
] as const satisfies readonly (PartField | Exclude<ChangedEntity, 'part'>)[];
export type ActivityField = (typeof ACTIVITY_FIELDS)[number];

/** Operation with the number of rows of each kind that it created, changed and removed in the caller's scope. */
export const Operation = z.object({
  id: z.int(),
  at: Moment,
  /** Person who did it; null for the system. */
  user: z.string().nullable(),
  kind: z.enum(OPERATION_KINDS),
  /** The file of an import, or the data that the server loaded. */
  file: z.string().nullable(),
  /** Brands whose parts it changed. */
  brands: z.string(),
  /**
   * Brand and code of its parts, and the names of other rows. At most `MAX_OPERATION_NAMES` + 1, so that a longer list
   * is recognized.
   */
  names: z.array(z.string()).max(MAX_OPERATION_NAMES + 1),
  done: z.array(z.object({ entity: z.enum(ENTITIES), action: z.enum(ACTIONS), rows: z.int() })),
  /** Operation that it undoes, and the last one that undid it. */
  undoes: z.int().nullable(),
  undone_by: z.int().nullable(),
  /** Job of an undo, with the outcome of each part. Null when the caller may not see it. */
  undo_id: z.int().nullable(),
  /** Changed parts in the last `UNDO_DAYS` days, and has no unfinished job? */
  can_undo: z.literal([0, 1]),
});
export type Operation = z.output<typeof Operation>;

export const OperationChange = Change.extend({
  /** Null when the row has no part, or it was removed. */
  part_id: z.int().nullable(),
  /** Brand and code of the part. */
  part: z.string().nullable(),
});
export type OperationChange = z.output<typeof OperationChange>;

const OneOperation = z.object({ operationId: Id });

export const activity = {
  list: get({
    path: '/api/backend/activity/',
    access: SCREENS.activity,
    summary: 'Lo que se hizo en el catálogo, por páginas: quién, cuándo, desde dónde y cuánto cambió',
    reads: RECORDED,
    ...listed(
      { id: 'number', at: 'date', user: 'text', kind: 'text', brands: 'text', part: 'codes', field: 'link' },
      '-at',
    ),
    result: paged(Operation),
  }),
  show: get({
    path: '/api/backend/activity/:operationId',
    access: SCREENS.activity,
    summary: 'Una operación y cuánto cambió',
    reads: ['parts', 'attributes', 'crosses', 'pictures', 'applications', 'imports'],
    params: OneOperation,
    result: Operation,
  }),
  changes: get({
    path: '/api/backend/activity/:operationId/changes',
    access: SCREENS.activity,
    summary: 'Lo que cambió una operación, fila por fila, por páginas',
    params: OneOperation,
    ...listed({ id: 'number', entity: 'text', part_id: 'number' }, 'id'),
    result: paged(OperationChange),
  }),
};
