import { counted, formatNumber } from '@piezario/contract/words';
import type { RowsOfNotice } from '../db/schema.ts';

type Counts = {
  readonly rows_created: number;
  readonly rows_updated: number;
  readonly rows_removed: number;
  readonly rows_unchanged: number;
  readonly rows_suspicious: number;
  readonly rows_left_out: number;
  readonly errors_count: number;
  readonly warnings: readonly string[];
  readonly notices: Readonly<Record<string, RowsOfNotice>>;
};

const some = (count: number, one: string, many: string) => (count > 0 ? [counted(count, one, many)] : []);

/* The status messages of an import. */

export const processing = (done: number, total: number) =>
  `Procesando ${formatNumber(done)} de ${formatNumber(total)} filas`;

export function completed(counts: Counts): string {
  const { errors_count } = counts;
  const title = errors_count > 0 ? `Completado con ${counted(errors_count, 'error', 'errores')}` : 'Completado';
  return `${title}: ${[summary(counts), ...noticed(counts)].join(', ')}`;
}

export function toReview(counts: Counts): string {
  const { rows_created, rows_updated, rows_removed, rows_suspicious, errors_count } = counts;
  const parts = [
    ...some(rows_created, 'nueva', 'nuevas'),
    ...some(rows_updated, 'modificada', 'modificadas'),
    ...some(rows_removed, 'se quita', 'se quitan'),
    ...some(rows_suspicious, 'sospechosa', 'sospechosas'),
    ...some(errors_count, 'con errores', 'con errores'),
    ...noticed(counts),
  ];
  return `Para revisar: ${parts.join(', ')}`;
}

export const TO_MAP = 'Para mapear: no está en nuestro formato, decí cómo se lee';

export function cancelled(counts: Counts): string {
  const { rows_created, rows_updated, rows_removed } = counts;
  const changed = rows_created + rows_updated + rows_removed;
  return changed > 0 ? `Cancelado: quedaron ${summary(counts)}` : 'Cancelado: no cambió nada';
}

export const EXPIRED = 'Cancelado: venció la revisión y no se aplicó';

const summary = ({ rows_created, rows_updated, rows_removed, rows_unchanged, rows_left_out }: Counts) =>
  [
    counted(rows_created, 'nueva', 'nuevas'),
    counted(rows_updated, 'modificada', 'modificadas'),
    ...some(rows_removed, 'quitada', 'quitadas'),
    `${formatNumber(rows_unchanged)} sin cambios`,
    ...some(rows_left_out, 'quedó afuera', 'quedaron afuera'),
  ].join(', ');

const noticed = ({ warnings, notices }: Counts) =>
  some(warnings.length + Object.keys(notices).length, 'aviso', 'avisos');
