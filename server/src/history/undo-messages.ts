import type { Outcomes } from '@piezario/contract/undos';

const number = (value: number) => value.toLocaleString('es-AR');

/* The status messages of an undo. */

export const processing = (done: number, total: number) => `Deshaciendo ${number(done)} de ${number(total)} piezas`;

export const completed = (counts: Outcomes) => `Completado: ${summary(counts)}`;

export const cancelled = (counts: Outcomes) =>
  counts.undone > 0 ? `Cancelado: quedaron ${summary(counts)}` : 'Cancelado: no cambió nada';

const summary = ({ undone, kept, impossible }: Outcomes) =>
  [
    `${number(undone)} ${undone === 1 ? 'deshecha' : 'deshechas'}`,
    `${number(kept)} ${kept === 1 ? 'conservada' : 'conservadas'}`,
    `${number(impossible)} ${impossible === 1 ? 'imposible' : 'imposibles'}`,
  ].join(', ');
