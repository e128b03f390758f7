import { useWindowEvent } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useCallback } from 'react';

const TYPING = 'input, textarea, select, [contenteditable], [role="menu"], [role="listbox"]';
const isElement = (target: EventTarget | null): target is HTMLElement => target instanceof HTMLElement;

/** `/` goes to the first filter, or opens the sheet that holds it, unless somebody is typing or a dialog is in front. */
export function useSlash(table: RefObject<HTMLElement | null>) {
  useWindowEvent('keydown', (event) => {
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const dialog = document.querySelector('[role="dialog"]');
    if (dialog && !dialog.contains(table.current)) return;
    if (isElement(event.target) && event.target.closest(TYPING)) return;
    event.preventDefault();
    const filter = table.current?.querySelector<HTMLElement>('[data-filter]');
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

/**
 * Arrows move among the rows, down from the filters too, and Enter opens the one in focus. The tab stop moves in the
 * document itself: a row that was rendered again for it would not be still.
 */
export function useRowKeys(onOpen: ((index: number) => void) | undefined) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget, key } = event;
      if (!isElement(target)) return;
      const rows = [...currentTarget.querySelectorAll<HTMLElement>('[data-row][tabindex]')];
      const row = target.closest<HTMLElement>('[data-row]');
      if (row && key === 'Enter' && target === row) {
        event.preventDefault();
        onOpen?.(rows.indexOf(row));
        return;
      }
      const step = STEPS[key];
      const fromFilter = !row && key === 'ArrowDown' && target.matches('input[data-filter]:not([type="date"])');
      if (!step || event.altKey || (!fromFilter && (!row || target.closest(TYPING)))) return;
      const next = rows[row ? step(rows.indexOf(row), rows.length) : 0];
      if (!next) return;
      event.preventDefault();
      for (const other of rows) other.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    },
    [onOpen],
  );
}
