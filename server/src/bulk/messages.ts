import type { BulkOutcomes } from '@piezario/contract/bulk';
import { counted, formatNumber } from '@piezario/contract/words';

/* The status messages of a bulk action. */

export const processing = (done: number, total: number) =>
  `Cambiando ${formatNumber(done)} de ${formatNumber(total)} piezas`;

export const completed = (counts: BulkOutcomes) => `Completado: ${summary(counts)}`;

export const cancelled = (counts: BulkOutcomes) =>
  counts.changed > 0 ? `Cancelado: quedaron ${summary(counts)}` : 'Cancelado: no cambió nada';

const summary = ({ changed, unchanged, impossible }: BulkOutcomes) =>
  [
    counted(changed, 'cambiada', 'cambiadas'),
    `${formatNumber(unchanged)} sin cambios`,
    counted(impossible, 'imposible', 'imposibles'),
  ].join(', ');
