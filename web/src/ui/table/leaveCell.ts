import { flushSync } from 'react-dom';
import { focusRow, isInField, isInFront, rowsIn } from '../focus.ts';
import type { Edits } from './useEditing.ts';

/** Target of the focus when a cell is left: its row, another cell, or the element that the person focused. */
export type Step = 'stay' | 'next' | 'previous' | 'away';
const STEPS: Record<Step, number> = { stay: 0, away: 0, next: 1, previous: -1 };

/** Ends the editing of a cell. After the last cell, the focus stays in its row. */
export function leaveCell<Row>(edits: Edits<Row>, row: Row, column: string, step: Step) {
  const { columns, keyOf, now, table, start, end } = edits;
  const { rows } = now.current;
  const at = rows.findIndex((one) => keyOf(one) === keyOf(row));
  const cell = at * columns.length + columns.indexOf(column) + STEPS[step];
  const next = STEPS[step] === 0 ? undefined : rows[Math.floor(cell / columns.length)];
  if (start(next, columns[cell % columns.length])) return;
  if (step === 'away') return end();
  flushSync(end);
  focusRow(rowsIn(table.current), at);
}

/** Reopens a cell, unless its row is gone or the person is editing or typing elsewhere. Returns whether it did. */
export function reopenCell<Row>({ keyOf, now, table, start }: Edits<Row>, row: Row, column: string): boolean {
  const isThere = table.current !== null && now.current.rows.some((one) => keyOf(one) === keyOf(row));
  const isFree = !now.current.edited && isInFront(table.current) && !isInField(document.activeElement);
  return isThere && isFree && start(row, column);
}
