import type { ImportFile } from '@piezario/contract/importer';
import type { Status } from '../jobs/JobStatus.tsx';
import { formatNumber } from '../ui/format.ts';

export const FILE = { one: 'archivo', many: 'archivos', article: 'el' } as const;

/** 2 avisos */
export const inNotices = ({ warnings }: ImportFile) =>
  warnings.length === 1 ? '1 aviso' : `${formatNumber(warnings.length)} avisos`;

/** The state of its import. */
export const statusOf = (file: ImportFile): Status => ({
  state: file.state,
  message: file.status_message,
  total: file.rows_total,
  done: file.rows_done,
  isFlawed: file.errors_count > 0,
  label: `Avance de ${file.name}`,
});
