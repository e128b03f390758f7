import type { Outcomes } from '@piezario/contract/undos';
import { counted, formatNumber } from '@piezario/contract/words';

/* The status messages of an undo. */

export const processing = (done: number, total: number) =>
  `Deshaciendo ${formatNumber(done)} de ${formatNumber(total)} piezas`;

export const completed = (counts: Outcomes) => `Completado: ${summary(counts)}`;

export const cancelled = (counts: Outcomes) =>
  counts.undone > 0 ? `Cancelado: quedaron ${summary(counts)}` : 'Cancelado: no cambió nada';

const summary = ({ undone, kept, impossible }: Outcomes) =>
  [
    counted(undone, 'deshecha', 'deshechas'),
    counted(kept, 'conservada', 'conservadas'),
    counted(impossible, 'imposible', 'imposibles'),
  ].join(', ');
