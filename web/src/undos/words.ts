import type { Outcome, Undo, UndoPreview } from '@piezario/contract/undos';
import type { Status } from '../jobs/JobStatus.tsx';
import { formatNumber } from '../ui/format.ts';

/** Se desharían 48.200 piezas. 12 se conservan porque alguien las cambió después. 3 no se pueden. */
export function describePreview({ undone, kept, impossible, is_complete }: UndoPreview): string {
  const number = formatNumber;
  if (!is_complete)
    return `Son más de ${number(undone + kept + impossible)} piezas: al terminar vas a ver qué pasó con cada una.`;
  return [
    undone === 0 && 'No queda nada para deshacer.',
    undone === 1 && 'Se desharía 1 pieza.',
    undone > 1 && `Se desharían ${number(undone)} piezas.`,
    kept === 1 && '1 se conserva porque alguien la cambió después.',
    kept > 1 && `${number(kept)} se conservan porque alguien las cambió después.`,
    impossible === 1 && '1 no se puede.',
    impossible > 1 && `${number(impossible)} no se pueden.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export const OUTCOME_NAMES: Record<Outcome, string> = {
  undone: 'Deshechas',
  kept: 'Conservadas',
  impossible: 'Imposibles',
};

export const statusOf = (undo: Undo): Status => ({
  state: undo.state,
  message: undo.status_message,
  total: undo.total,
  done: undo.done,
  isFlawed: undo.kept + undo.impossible > 0,
  label: 'Avance',
});
