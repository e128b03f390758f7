import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';

/** Props of the editor of a cell. It ends with `leaveCell`. */
export type EditorProps<Row> = { row: Row; column: string; edits: Edits<Row> };
/** Columns whose cells can be edited in place, and their editor. */
export type Editing<Row> = { readonly columns: readonly string[]; readonly Editor: ComponentType<EditorProps<Row>> };

type KeyOf<Row> = (row: Row) => string | number;
/** `address` identifies the page of rows. */
type Cell = { readonly key: string | number; readonly column: string; readonly address: string | undefined };
type Shown<Row> = { readonly rows: readonly Row[]; readonly edited: Cell | null; readonly address: string | undefined };

export type Edits<Row> = Editing<Row> & {
  readonly table: RefObject<HTMLElement | null>;
  readonly keyOf: KeyOf<Row>;
  /** A ref, because rows are rendered again when their props change. */
  readonly now: RefObject<Shown<Row>>;
  readonly start: (row: Row | undefined, column?: string) => boolean;
  readonly end: () => void;
};

/**
 * Returns the edited cell of a table, if any, and the rows to show. Another page or list ends the editing, and so does
 * hiding the column.
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
 * Keeps the rows and their order while a cell is edited, with their new contents: the typed text would be lost with a
 * row that leaves the page.
 */
function useHeldRows<Row>(read: readonly Row[], keyOf: KeyOf<Row>, holds: boolean) {
  const [held, hold] = useState(read);
  const rows = holds ? held.map((row) => read.find((one) => keyOf(one) === keyOf(row)) ?? row) : read;
  const isSame = rows.length === held.length && rows.every((row, index) => row === held[index]);
  if (!isSame) hold(rows);
  return isSame ? held : rows;
}
