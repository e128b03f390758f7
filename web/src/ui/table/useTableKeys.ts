import { useWindowEvent } from '@mantine/hooks';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from 'react';

const TYPING = 'input, textarea, select, [contenteditable]';
const isElement = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement;
const rowsIn = (table: Element | null) => [...(table?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];

/** `/` goes to the search, else to the first filter or the sheet that holds it, unless somebody is typing or a dialog is in front. */
export function useSlash(table: RefObject<HTMLElement | null>) {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const dialog = document.querySelector('[role="dialog"]');
    if (dialog && !dialog.contains(table.current)) return;
    if (isElement(event.target) && event.target.closest(TYPING)) return;
    event.preventDefault();
    const search = dialog ? null : document.querySelector<HTMLElement>('[data-search]:enabled');
    const filter = search ?? table.current?.querySelector<HTMLElement>('[data-filter]');
    if (filter) filter.focus();
    else table.current?.querySelector<HTMLElement>('[data-open-filters]')?.click();
  });
}

const STEPS: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The tab stop moves in the document itself: a row that was rendered again for it would not be still. */
function focusRow(rows: readonly HTMLElement[], index: number): boolean {
  const next = rows[index];
  if (!next) return false;
  for (const row of rows) row.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
  return true;
}

/** Arrows move among the rows, down from the filters too, and Enter opens the one in focus. */
export function useRowKeys(onOpen: (index: number) => void) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
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
      const step = STEPS[key];
      const fromFilter = !row && key === 'ArrowDown' && target.matches('input[data-filter]:not([type="date"])');
      if (!step || (!fromFilter && (!row || target.matches(TYPING)))) return;
      if (focusRow(rows, row ? step(rows.indexOf(row), rows.length) : 0)) event.preventDefault();
    },
    [onOpen],
  );
}

/** A click anywhere on a row, other than on what has a use of its own or to mark text, opens it. */
export function useRowClick(onOpen: (index: number) => void) {
  return useCallback(
    ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
      if (!isElement(target) || !currentTarget.contains(target)) return;
      const row = target.closest<HTMLElement>('[data-row]');
      if (!row || target.closest(`a, button, label, ${TYPING}`) || window.getSelection()?.type === 'Range') return;
      onOpen(rowsIn(currentTarget).indexOf(row));
    },
    [onOpen],
  );
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
  return useCallback((event: FocusEvent<HTMLElement>) => {
    const row = event.target.closest<HTMLElement>('[data-row]');
    if (row) held.current = { row, index: rowsIn(event.currentTarget).indexOf(row) };
  }, []);
}
