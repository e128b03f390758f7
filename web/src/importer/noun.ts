import type { ImportFile } from '@piezario/contract/importer';
import type { Status } from '../jobs/JobStatus.tsx';

export const FILE = { one: 'archivo', many: 'archivos', article: 'el' } as const;

/** Status of the import of a file. */
export const statusOf = (file: ImportFile): Status => ({
  state: file.undone_by === null ? file.state : 'cancelled',
  message: file.status_message,
  total: file.rows_total,
  done: file.rows_done,
  isFlawed: file.errors_count > 0,
  label: `Avance de ${file.name}`,
});
