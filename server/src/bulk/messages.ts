import type { BulkOutcomes } from '@piezario/contract/bulk';

const number = (value: number) => value.toLocaleString('es-AR');

/* The status messages of a bulk action. */

export const processing = (done: number, total: number) => `Cambiando ${number(done)} de ${number(total)} piezas`;

export const completed = (counts: BulkOutcomes) => `Completado: ${summary(counts)}`;

export const cancelled = (counts: BulkOutcomes) =>
  counts.changed > 0 ? `Cancelado: quedaron ${summary(counts)}` : 'Cancelado: no cambió nada';

const summary = ({ changed, unchanged, impossible }: BulkOutcomes) =>
  [
    `${number(changed)} ${changed === 1 ? 'cambiada' : 'cambiadas'}`,
    `${number(unchanged)} sin cambios`,
    `${number(impossible)} ${impossible === 1 ? 'imposible' : 'imposibles'}`,
  ].join(', ');
