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

/** `anchor` is the row that was pressed last: a range begins there. */
type State = Chosen & { readonly list: string | undefined; readonly anchor: Key | undefined };

const nothingOf = (list: string | undefined): State => ({ inverted: false, keys: new Set(), list, anchor: undefined });

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

/**
 * The keys from one to another, both included, in the order of the page. Only the second where the first is not on it.
 */
function between(page: readonly Key[], from: Key | undefined, to: Key): readonly Key[] {
  const [a, b] = [from === undefined ? -1 : page.indexOf(from), page.indexOf(to)];
  return a === -1 ? [to] : page.slice(Math.min(a, b), Math.max(a, b) + 1);
}

/**
 * Which rows are selected. They stay so over the pages, until `list` is another: what uses them without a `list` looks
 * at the rows of the page alone.
 */
export function useRowSelection<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
  { list, total }: { list: string | undefined; total: number },
) {
  const [state, setState] = useState(() => nothingOf(list));
  if (state.list !== list) setState(nothingOf(list));
  // Rows are rendered again when what they are given changes, so `toggle` stays the same on every page.
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
    invert: () => setState({ ...nothingOf(list), inverted: true }),
    clear: () => setState(nothingOf(list)),
  };
  return {
    selected,
    isSelected,
    /** Presses a row; with `range`, all from the one that was pressed before become like it. */
    toggle: (row: Row, range = false) =>
      setState((before) => {
        const key = keyOf(row);
        const some = range ? between(page.current, before.anchor, key) : [key];
        return { ...choose(before, some, !isChosen(before, key)), anchor: key };
      }),
    /** Takes the range that ends at one row to another row. */
    extend: (from: Row, to: Row) =>
      setState((before) => {
        const anchor = before.anchor ?? keyOf(from);
        const without = choose(before, between(page.current, anchor, keyOf(from)), false);
        return { ...choose(without, between(page.current, anchor, keyOf(to)), true), anchor };
      }),
    toggleAll: () => setState((before) => choose(before, rows.map(keyOf), selected.rows.length < rows.length)),
  };
}
