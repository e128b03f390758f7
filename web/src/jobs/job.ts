import type { JobState } from '@piezario/contract/jobs';

export const STATE_NAMES: Record<JobState, string> = {
  queued: 'En cola',
  running: 'Procesando',
  mapping: 'Para mapear',
  review: 'Para revisar',
  done: 'Completado',
  failed: 'Fallido',
  cancelled: 'Cancelado',
};

/** Whether the job is queued or running. A job that waits for a person is not active. */
export const isActive = ({ state }: { state: JobState }) => state === 'queued' || state === 'running';

/** Whether the job waits for a decision of a person. */
export const waitsForPerson = ({ state }: { state: JobState }) => state === 'mapping' || state === 'review';
