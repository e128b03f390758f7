import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';

/** Props of the editor of a cell. It ends with `leaveCell`. */
export type EditorProps<Row> = { row: Row; column: string; edits: Edits<Row> };
/** Which columns can be edited in the cell itself, and with what. */
export type Editing<Row> = { readonly columns: readonly string[]; readonly Editor: ComponentType<EditorProps<Row>> };

type KeyOf<Row> = (row: Row) => string | number;
/** `address` tells the page of rows that it is in. */
type Cell = { readonly key: string | number; readonly column: string; readonly address: string | undefined };
type Shown<Row> = { readonly rows: readonly Row[]; readonly edited: Cell | null; readonly address: string | undefined };

export type Edits<Row> = Editing<Row> & {
  readonly table: RefObject<HTMLElement | null>;
  readonly keyOf: KeyOf<Row>;
  /** Rows are rendered again when what they are given changes, so they get what stays the same. */
  readonly now: RefObject<Shown<Row>>;
  readonly start: (row: Row | undefined, column?: string) => boolean;
  readonly end: () => void;
};

/**
 * The one cell of a table that is in edition, and the rows to show. Another page or list ends the edition, and so does
 * a column that is hidden.
 */
export function useEditing<Row>(
  table: RefObject<HTMLElement | null>,
  read: readonly Row[],
  keyOf: KeyOf<Row>,
  editing: Editing<Row> | undefined,
  address: string | undefined,
) {
  const [edited, setEdited] = useState<Cell | null>(null);
  if (edited && (edited.address !== address || !editing?.columns.includes(edited.column))) setEdited(null);
  const rows = useHeldRows(read, keyOf, edited !== null);
  const now = useRef({ rows, edited, address });
  useEffect(() => {
    now.current = { rows, edited, address };
  });
  const start: Edits<Row>['start'] = (row, column = editing?.columns[0]) => {
    if (row === undefined || column === undefined) return false;
    setEdited({ key: keyOf(row), column, address: now.current.address });
    return true;
  };
  return {
    rows,
    edited,
    start,
    edits: editing && { ...editing, table, keyOf, now, start, end: () => setEdited(null) },
  };
}

/**
 * Keeps the order of rows while a cell is edited, with their new contents: a row that leaves the page would take the
 * typed text along.
 */
function useHeldRows<Row>(read: readonly Row[], keyOf: KeyOf<Row>, holds: boolean) {
  const [held, hold] = useState(read);
  const rows = holds ? held.map((row) => read.find((one) => keyOf(one) === keyOf(row)) ?? row) : read;
  const isSame = rows.length === held.length && rows.every((row, index) => row === held[index]);
  if (!isSame) hold(rows);
  return isSame ? held : rows;
}
