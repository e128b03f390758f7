import { z } from 'zod';
import { Moment } from './fields.ts';

/**
 * The states of long work, such as an import. `mapping` and `review` wait for a person, who says how a file is read, or
 * accepts its changes; nothing is written until then.
 */
export const JOB_STATES = ['queued', 'running', 'mapping', 'review', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Long work on parts, such as a bulk action or an undo. */
export const PartsJob = z.object({
  id: z.int(),
  /** The operation of the history, once something has changed. */
  operation_id: z.int().nullable(),
  user: z.string(),
  created_at: Moment,
  finished_at: Moment.nullable(),
  state: z.enum(JOB_STATES),
  status_message: z.string(),
  /** Parts. Unknown until they have been counted. */
  total: z.int().nullable(),
  done: z.int(),
});
