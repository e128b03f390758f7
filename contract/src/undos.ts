import { z } from 'zod';
import { SCREENS } from './access.ts';
import { Download, get, post } from './endpoint.ts';
import { Id, Moment } from './fields.ts';
import { PartsJob } from './jobs.ts';
import { listed, paged } from './list.ts';

/** Outcomes of a part: restored, kept because it was changed since, or impossible to restore. */
export const OUTCOMES = ['undone', 'kept', 'impossible'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Number of parts by outcome. A part may be undone in some fields and kept in others. */
const Outcomes = z.object({ undone: z.int(), kept: z.int(), impossible: z.int() });
export type Outcomes = z.output<typeof Outcomes>;

/** Preview of an undo. Counts are lower bounds when the operation was too large to count in a few seconds. */
export const UndoPreview = Outcomes.extend({ is_complete: z.boolean() });
export type UndoPreview = z.output<typeof UndoPreview>;

/** Undo as a job. */
export const Undo = PartsJob.extend({
  /** Operation to undo. `operation_id` is the one that undoes it. */
  undoes: z.int(),
  ...Outcomes.shape,
});
export type Undo = z.output<typeof Undo>;

export const UndoResult = z.object({
  id: z.int(),
  part_id: z.int(),
  outcome: z.enum(OUTCOMES),
  brand: z.string(),
  product: z.string(),
  code: z.string(),
  /** Restored and kept fields, or the reason why it is impossible. */
  detail: z.string(),
  /** Person and time of the later change; null unless it was kept. */
  changed_by: z.string().nullable(),
  changed_at: Moment.nullable(),
});
export type UndoResult = z.output<typeof UndoResult>;

const OneUndo = z.object({ undoId: Id });

export const undos = {
  preview: get({
    path: '/api/backend/undos/preview/:operationId',
    access: SCREENS.activity,
    summary:
      'Qué pasaría al deshacer una operación, en números de piezas; no cambia nada. Si es muy grande, cuenta una parte',
    params: z.object({ operationId: Id }),
    result: UndoPreview,
  }),
  store: post({
    path: '/api/backend/undos/store',
    access: SCREENS.activity,
    summary: 'Deshace una operación de los últimos 30 días, campo por campo y sólo lo que nadie cambió después',
    changes: ['undos'],
    body: z.object({ operation_id: Id }),
    // The queue looks for the job once it is committed.
    transaction: false,
    result: Undo,
    message: 'Se está deshaciendo',
  }),
  show: get({
    path: '/api/backend/undos/:undoId',
    access: SCREENS.activity,
    summary: 'Cómo va lo que se está deshaciendo',
    reads: ['undos'],
    params: OneUndo,
    result: Undo,
  }),
  results: get({
    path: '/api/backend/undos/:undoId/results',
    access: SCREENS.activity,
    summary: 'Lo que se deshizo, se conservó o no se pudo, pieza por pieza, por páginas',
    reads: ['undos'],
    params: OneUndo,
    ...listed(
      {
        id: 'number',
        outcome: 'text',
        brand: 'text',
        product: 'text',
        code: 'code',
        detail: 'text',
        changed_at: 'date',
      },
      'id',
    ),
    result: paged(UndoResult),
  }),
  file: get({
    path: '/api/backend/undos/:undoId/file.xlsx',
    access: SCREENS.activity,
    summary: 'Lo mismo en una planilla, una hoja para cada lista',
    params: OneUndo,
    result: Download,
  }),
  cancel: post({
    path: '/api/backend/undos/cancel',
    access: SCREENS.activity,
    summary: 'Detiene lo que se está deshaciendo; lo que ya volvió atrás queda así',
    changes: ['undos', 'imports', 'parts', 'attributes', 'crosses', 'pictures', 'applications', 'vehicles'],
    body: z.object({ id: Id }),
    result: Undo,
    message: 'Cancelado',
  }),
};
