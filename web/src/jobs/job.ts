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

/** Whether it has not ended. */
export const isActive = ({ state }: { state: JobState }) => state === 'queued' || state === 'running';

/** Whether it goes on only after a decision. */
export const waitsForPerson = ({ state }: { state: JobState }) => state === 'mapping' || state === 'review';
