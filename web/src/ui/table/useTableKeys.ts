import { type FocusEvent, type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react';
import { focusFilter, focusRow, isElement, isField, isInDialog, isInField, pressSwitch, rowsIn } from '../focus.ts';
import { useShortcut } from '../shortcuts.ts';

/** Goes to the first filter, or to the sheet that holds it. In a dialog this is also what the key of the search does. */
export function useFilterKeys(table: RefObject<HTMLElement | null>) {
  useShortcut('filter', () => focusFilter(table.current));
  useShortcut('search', () => isInDialog(table.current) && focusFilter(table.current));
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Arrows move among the rows, down from the filters too. Enter opens the one in focus, and Space presses its switch. */
export function useRowKeys(onOpen: (index: number) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // What happens in a menu or a sheet also comes this way, though it is elsewhere in the document.
    if (!isElement(target) || !currentTarget.contains(target) || event.altKey) return;
    const rows = rowsIn(currentTarget);
    const row = target.closest<HTMLElement>('[data-row]');
    if (row && key === 'Enter' && target === row) {
      event.preventDefault();
      onOpen(rows.indexOf(row));
      return;
    }
    if (row && key === ' ' && target === row && pressSwitch(row)) {
      event.preventDefault();
      return;
    }
    const step = STEPS[key];
    const fromFilter = !row && key === 'ArrowDown' && target.matches('input[data-filter]:not([type="date"])');
    if (!step || (!fromFilter && (!row || isField(target)))) return;
    if (focusRow(rows, row ? step(rows.indexOf(row), rows.length) : 0)) event.preventDefault();
  };
}

/** A click anywhere on a row, other than on what has a use of its own or to mark text, opens it. */
export function useRowClick(onOpen: (index: number) => void) {
  return ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (!isElement(target) || !currentTarget.contains(target)) return;
    const row = target.closest<HTMLElement>('[data-row]');
    if (!row || isInField(target) || target.closest('a, button, label') || window.getSelection()?.type === 'Range')
      return;
    onOpen(rowsIn(currentTarget).indexOf(row));
  };
}

/** When the row that had the focus goes away, the one that takes its place gets it. */
export function useKeptFocus(table: RefObject<HTMLElement | null>, shown: readonly unknown[]) {
  const held = useRef<{ row: HTMLElement; index: number } | null>(null);
  useEffect(() => {
    if (!shown.length || !held.current || held.current.row.isConnected) return;
    const rows = rowsIn(table.current);
    if (document.activeElement === document.body) focusRow(rows, Math.min(held.current.index, rows.length - 1));
    held.current = null;
  }, [shown, table]);
  return (event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-row]');
    if (row) held.current = { row, index: rowsIn(event.currentTarget).indexOf(row) };
  };
}
