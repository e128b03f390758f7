import { useEffect, useRef, useState } from 'react';

type Key = string | number;

/** Rows by their keys: these, or with `inverted` all but these. */
export type Chosen = { readonly inverted: boolean; readonly keys: ReadonlySet<Key> };

/** Selection of rows. */
export type Selected<Row> = Chosen & {
  /** Selected rows of the page. */
  readonly rows: readonly Row[];
  /** Number of rows of the page, and of all pages. */
  readonly shown: number;
  readonly total: number;
  /** Selects the rows of all pages. */
  readonly invert: () => void;
  readonly clear: () => void;
};

/** `anchor` is the row that was toggled last, where a range begins. */
type State = Chosen & { readonly list: string | undefined; readonly anchor: Key | undefined };

const emptyState = (list: string | undefined): State => ({ inverted: false, keys: new Set(), list, anchor: undefined });

const isChosen = ({ inverted, keys }: Chosen, key: Key) => keys.has(key) !== inverted;

/** Returns the state with some rows selected, or deselected. */
function choose(state: State, some: readonly Key[], on: boolean): State {
  const keys = new Set(state.keys);
  for (const key of some) {
    if (on === state.inverted) keys.delete(key);
    else keys.add(key);
  }
  return { ...state, keys };
}

/** Returns the keys of the page from one row to another, both included; only `to` when `from` is not on the page. */
function between(page: readonly Key[], from: Key | undefined, to: Key): readonly Key[] {
  const [a, b] = [from === undefined ? -1 : page.indexOf(from), page.indexOf(to)];
  return a === -1 ? [to] : page.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * Selection of rows. It spans pages and is cleared when `list` changes. Without a `list`, use only the selected rows of
 * the page.
 */
export function useRowSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  { list, total }: { list: string | undefined; total: number },
) {
  const [state, setState] = useState(() => emptyState(list));
  if (state.list !== list) setState(emptyState(list));
  // A ref keeps `toggle` free of `rows`: rows render again when their props change.
  const page = useRef<readonly Key[]>([]);
  useEffect(() => {
    page.current = rows.map(keyOf);
  });
  const isSelected = (row: Row) => isChosen(state, keyOf(row));
  const selected: Selected<Row> = {
    inverted: state.inverted,
    keys: state.keys,
    rows: rows.filter(isSelected),
    shown: rows.length,
    total,
    invert: () => setState({ ...emptyState(list), inverted: true }),
    clear: () => setState(emptyState(list)),
  };
  return {
    selected,
    isSelected,
    /** Toggles a row. With `range`, the rows from the anchor to it get its new state. */
    toggle: (row: Row, range = false) =>
      setState((before) => {
        const key = keyOf(row);
        const some = range ? between(page.current, before.anchor, key) : [key];
        return { ...choose(before, some, !isChosen(before, key)), anchor: key };
      }),
    /** Moves the end of the selected range from one row to another. */
    extend: (from: Row, to: Row) =>
      setState((before) => {
        const anchor = before.anchor ?? keyOf(from);
        const without = choose(before, between(page.current, anchor, keyOf(from)), false);
        return { ...choose(without, between(page.current, anchor, keyOf(to)), true), anchor };
      }),
    toggleAll: () => setState((before) => choose(before, rows.map(keyOf), selected.rows.length < rows.length)),
  };
}
