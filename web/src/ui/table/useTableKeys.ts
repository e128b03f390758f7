import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import {
  focusFilter,
  focusInRow,
  focusRow,
  isElement,
  isField,
  isInDialog,
  isInField,
  isInMenu,
  keepOneStop,
  pressSwitch,
  rowsIn,
  stopAtRow,
} from '../focus.ts';
import { useShortcut } from '../shortcuts.ts';

/** Focuses the first filter, or opens the sheet with it. In a dialog the shortcut of the search does the same. */
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

const SIDE_STEPS: Readonly<Record<string, 1 | -1>> = { ArrowRight: 1, ArrowLeft: -1 };

type Edit = (index: number, column?: string) => boolean;
type Select = {
  /** Returns whether there was something selected. */
  readonly clear: () => boolean;
  readonly extend: (from: number, to: number) => void;
};

/**
 * Arrows move among the rows, down from the filters too, and among the controls and editable cells of a row. Enter
 * opens the row in focus or edits the cell in focus, Space presses the switch of the row, and F2 edits the cell in
 * focus or the first one that can be. Where rows are selected, Shift with these keys selects a range, and Escape
 * selects none.
 */
export function useRowKeys(onOpen: (index: number) => void, edit: Edit, select: Select | undefined) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const { target, currentTarget, key } = event;
    // React also bubbles the keys of sheets, which are elsewhere in the document. A menu handles its own keys.
    if (!isElement(target) || !currentTarget.contains(target) || isInMenu(target) || event.altKey) return;
    // Ctrl+Enter goes to the next step of the wizard.
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return;
    const rows = rowsIn(currentTarget);
    const row = target.closest<HTMLElement>('[data-row]');
    if (row && key === 'Enter' && target === row) {
      event.preventDefault();
      onOpen(rows.indexOf(row));
      return;
    }
    const isCell = target.matches('td');
    if (row && (key === 'F2' || (key === 'Enter' && isCell)) && edit(rows.indexOf(row), columnOf(target))) {
      event.preventDefault();
      return;
    }
    if (row && key === ' ' && (target === row || isCell) && pressSwitch(row, event.shiftKey)) {
      event.preventDefault();
      return;
    }
    if (key === 'Escape' && !isField(target) && select?.clear()) {
      event.preventDefault();
      return;
    }
    const side = event.shiftKey || isField(target) ? undefined : SIDE_STEPS[key];
    if (side && row?.matches('tr') && focusInRow(row, target, side)) {
      event.preventDefault();
      return;
    }
    const step = STEPS[key];
    const fromFilter = !row && key === 'ArrowDown' && target.matches('input[data-filter]:not([type="date"])');
    if (!step || (!fromFilter && (!row || isField(target)))) return;
    const [from, to] = row ? [rows.indexOf(row), step(rows.indexOf(row), rows.length)] : [0, 0];
    if (!focusRow(rows, to)) return;
    event.preventDefault();
    if (row && event.shiftKey) select?.extend(from, to);
  };
}

/** Returns the column of the editable cell that contains an element. */
const columnOf = (target: HTMLElement) => target.closest<HTMLElement>('td[data-edit]')?.dataset.edit;

/** Width of the pencil at the right of an editable cell, in pixels. */
const PENCIL = 28;

/** Edits a cell by a click on its pencil, or a double click anywhere on it. */
export function useCellClick(edit: Edit) {
  return (event: MouseEvent<HTMLElement>) => {
    const { target, currentTarget, clientX } = event;
    if (!isElement(target) || !currentTarget.contains(target) || isInField(target)) return;
    const [cell, row] = [target.closest<HTMLElement>('td[data-edit]'), target.closest<HTMLElement>('[data-row]')];
    const isOnPencil = cell !== null && target === cell && clientX > cell.getBoundingClientRect().right - PENCIL;
    if (row && cell && (event.detail === 2 || isOnPencil)) edit(rowsIn(currentTarget).indexOf(row), cell.dataset.edit);
  };
}

/**
 * Opens a row by a click, except on controls or to select text. On an editable cell it waits for a second click.
 */
export function useRowClick(onOpen: (index: number) => void) {
  return ({ target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (!isElement(target) || !currentTarget.contains(target)) return;
    const row = target.closest<HTMLElement>('[data-row]');
    if (
      !row ||
      isInField(target) ||
      target.closest('a, button, label, td[data-edit]') ||
      window.getSelection()?.type === 'Range'
    )
      return;
    onOpen(rowsIn(currentTarget).indexOf(row));
  };
}

/** Keeps the rows one tab stop after each render. */
export function useOneStop(table: RefObject<HTMLElement | null>) {
  useLayoutEffect(() => keepOneStop(table.current));
}

/**
 * Keeps the focus on its row when the row moves. When the row is removed, the row in its place gets the focus, or else
 * the table. Rows are identified by key, because elements are reused for other rows.
 */
export function useKeptFocus<Row>(
  table: RefObject<HTMLElement | null>,
  shown: readonly Row[],
  keyOf: (row: Row) => string | number,
  isPending: boolean,
) {
  const held = useRef<{ key: string | number; index: number } | null>(null);
  const keep = useEffectEvent(() => {
    if (isPending || !held.current) return;
    const { key, index } = held.current;
    const now = shown.findIndex((row) => keyOf(row) === key);
    if (now === index) return;
    // Without rows, waits for the next ones.
    if (shown.length > 0) held.current = null;
    const rows = rowsIn(table.current);
    const focused = document.activeElement;
    const isLost = focused === document.body || focused === table.current || rows[index]?.contains(focused);
    const next = now === -1 ? Math.min(index, shown.length - 1) : now;
    if (isLost && !focusRow(rows, next)) table.current?.focus();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows are what it waits for
  useEffect(() => keep(), [shown, isPending]);
  return (event: FocusEvent<HTMLElement>) => {
    // Includes controls that a cell has rendered since the table did.
    keepOneStop(event.currentTarget);
    const element = event.target.closest<HTMLElement>('[data-row]');
    const rows = rowsIn(event.currentTarget);
    const index = element ? rows.indexOf(element) : -1;
    const row = shown[index];
    if (row !== undefined) held.current = { key: keyOf(row), index };
    if (element?.matches('tr')) stopAtRow(rows, element);
  };
}
