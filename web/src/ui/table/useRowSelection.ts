import { useState } from 'react';

type Key = string | number;
const NONE: ReadonlySet<Key> = new Set();

/** Which rows of the page are selected. A row that leaves the page is no longer among them. */
export function useRowSelection<Row>(rows: readonly Row[], keyOf: (row: Row) => Key) {
  const [keys, setKeys] = useState(NONE);
  const isSelected = (row: Row) => keys.has(keyOf(row));
  const selected = rows.filter(isSelected);
  return {
    selected,
    isSelected,
    toggle: (row: Row) =>
      setKeys((before) => {
        const after = new Set(before);
        if (!after.delete(keyOf(row))) after.add(keyOf(row));
        return after;
      }),
    toggleAll: () => setKeys(selected.length < rows.length ? new Set(rows.map(keyOf)) : NONE),
  };
}
