import type { Place } from './ranges.ts';

export type Move = {
  readonly do: 'move';
  readonly by: 'cell' | 'edge' | 'page' | 'row_end' | 'tab';
  readonly rows: -1 | 0 | 1;
  readonly columns: -1 | 0 | 1;
  /** Extends the selection instead of moving it. */
  readonly extends: boolean;
};
type Action = Move | { readonly do: 'select_all' | 'edit' | 'type' | 'clear' | 'fill_down' | 'undo' | 'redo' | 'sort' };

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const STEPS: Readonly<Record<string, Pick<Move, 'rows' | 'columns'>>> = {
  ArrowUp: { rows: -1, columns: 0 },
  ArrowDown: { rows: 1, columns: 0 },
  ArrowLeft: { rows: 0, columns: -1 },
  ArrowRight: { rows: 0, columns: 1 },
};

const CONTROL: Readonly<Record<string, Exclude<Action['do'], 'move'>>> = {
  a: 'select_all',
  d: 'fill_down',
  z: 'undo',
  y: 'redo',
};

/** Action of a key in the grid while no cell is edited; null for a key of the browser or the screen. */
export function keyAction({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): Action | null {
  const control = ctrlKey || metaKey;
  const move = (by: Move['by'], step: Pick<Move, 'rows' | 'columns'>): Move => ({
    do: 'move',
    by,
    ...step,
    extends: shiftKey && by !== 'tab',
  });
  const step = STEPS[key];
  if (altKey && key === 'ArrowDown') return { do: 'sort' };
  if (step && !altKey) return move(control ? 'edge' : 'cell', step);
  if (key === 'Home') return move(control ? 'edge' : 'row_end', { rows: control ? -1 : 0, columns: -1 });
  if (key === 'End') return move(control ? 'edge' : 'row_end', { rows: control ? 1 : 0, columns: 1 });
  if (control) {
    if (shiftKey && key.toLowerCase() === 'z') return { do: 'redo' };
    const action = CONTROL[key.toLowerCase()];
    return action && !altKey ? { do: action } : null;
  }
  if (key === 'PageUp') return move('page', { rows: -1, columns: 0 });
  if (key === 'PageDown') return move('page', { rows: 1, columns: 0 });
  if (key === 'Tab') return move('tab', { rows: 0, columns: shiftKey ? -1 : 1 });
  if (key === 'Enter' || key === 'F2') return { do: 'edit' };
  if (key === 'Delete' || key === 'Backspace') return { do: 'clear' };
  // «?» and «/» too: in a grid they are text. A dead key begins a letter with an accent.
  if (key.length === 1 || key === 'Dead' || key === 'Process') return { do: 'type' };
  return null;
}

type Size = { readonly rows: number; readonly columns: number; readonly page: number };

const within = (index: number, count: number) => Math.min(Math.max(index, 0), Math.max(0, count - 1));

export function moved({ by, rows, columns }: Move, from: Place, size: Size): Place {
  const far = by === 'edge' || by === 'row_end';
  const down = by === 'page' ? size.page : far ? size.rows : 1;
  const across = far ? size.columns : 1;
  return {
    row: within(from.row + rows * down, size.rows),
    column: within(from.column + columns * across, size.columns),
  };
}
