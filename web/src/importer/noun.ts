import type { ImportFile, ImportState } from '@piezario/contract/importer';

export const FILE = { one: 'archivo', many: 'archivos', article: 'el' } as const;

export const STATE_NAMES: Record<ImportState, string> = {
  queued: 'En cola',
  running: 'Procesando',
  done: 'Completado',
  failed: 'Fallido',
  cancelled: 'Cancelado',
};

/** Whether the importer has not finished with it. */
export const isActive = ({ state }: ImportFile) => state === 'queued' || state === 'running';

/** Milliseconds until the next read. Without an active file, another tab may still upload one. */
export const readAgain = (active: boolean) => (active ? 1000 : 20_000);
