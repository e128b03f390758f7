import { z } from 'zod';
import { Moment } from './fields.ts';

/**
 * States of a job. `mapping` and `review` wait for a person, who defines how a file is read, or accepts its changes.
 * Nothing is written until then.
 */
export const JOB_STATES = ['queued', 'running', 'mapping', 'review', 'done', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

/** Job on parts, such as a bulk action or an undo. */
export const PartsJob = z.object({
  id: z.int(),
  /** Operation in the history; null while nothing has changed. */
  operation_id: z.int().nullable(),
  user: z.string(),
  created_at: Moment,
  finished_at: Moment.nullable(),
  state: z.enum(JOB_STATES),
  status_message: z.string(),
  /** Number of parts; null until they are counted. */
  total: z.int().nullable(),
  done: z.int(),
});
