import type { ImportFile, ImportState } from '@piezario/contract/importer';

export const FILE = { one: 'archivo', many: 'archivos', article: 'el' } as const;

export const STATE_NAMES: Record<ImportState, string> = {
  queued: 'En cola',
  running: 'Procesando',
  done: 'Completado',
  failed: 'Fallido',
  cancelled: 'Cancelado',
};

/** Whether it is still going to change by itself. */
export const isActive = ({ state }: ImportFile) => state === 'queued' || state === 'running';

/** How soon to read again what is on the screen: what moves every second, the rest now and then, for another tab's sake. */
export const readAgain = (moves: boolean) => (moves ? 1000 : 20_000);
