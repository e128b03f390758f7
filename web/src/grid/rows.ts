import type { GridPart } from '@piezario/contract/grid';
import type { Edits, RowEdits } from '../ui/grid/edits.ts';
import { bareCode, storedText } from './cells.ts';
import { CODE, type PartColumn } from './columns.ts';

/** Row of the sheet: a stored part, or a new one, with its unsaved changes. */
export type PartRow = { readonly key: string; readonly part: GridPart | null; readonly edits: RowEdits | undefined };

const NEW = 'new:';
export const newKey = (number: number) => `${NEW}${number}`;
export const isNew = (key: string) => key.startsWith(NEW);

/** Rows of stored parts without changes, their parts by key, and their codes as codes are compared. */
type Stored = {
  readonly rows: readonly PartRow[];
  readonly byKey: ReadonlyMap<string, GridPart>;
  readonly codes: ReadonlySet<string>;
};

const storedByParts = new WeakMap<readonly GridPart[], Stored>();

/** Computed once for the parts of a read: there are up to 20,000. */
export function storedOf(parts: readonly GridPart[]): Stored {
  const known = storedByParts.get(parts);
  if (known) return known;
  const rows = parts.map((part) => ({ key: String(part.id), part, edits: undefined }));
  const stored = {
    rows,
    byKey: new Map(rows.map(({ key, part }) => [key, part])),
    codes: new Set(parts.map(({ code }) => bareCode(code))),
  };
  storedByParts.set(parts, stored);
  return stored;
}

/** The row of each set of changes, so that a row without another change stays the same object. */
const changedRows = new WeakMap<RowEdits, PartRow>();

function changedRow(key: string, part: GridPart | null, edits: RowEdits): PartRow {
  const known = changedRows.get(edits);
  if (known?.part === part && known.key === key) return known;
  const row = { key, part, edits };
  changedRows.set(edits, row);
  return row;
}

type Rows = { readonly of: readonly PartRow[]; readonly rows: readonly PartRow[] };
const rowsByEdits = new WeakMap<Edits, Rows>();

/** Stored parts with their changes, then new parts, then a blank row. Computed once for a set of changes. */
export function rowsOf(stored: readonly PartRow[], edits: Edits): readonly PartRow[] {
  const known = rowsByEdits.get(edits);
  if (known?.of === stored) return known.rows;
  const withChanges = (row: PartRow) => {
    const changes = edits.get(row.key);
    return changes ? changedRow(row.key, row.part, changes) : row;
  };
  const added = [...edits].filter(([key]) => isNew(key)).toSorted(([a], [b]) => numberOf(a) - numberOf(b));
  const rows = [
    ...(edits.size === 0 ? stored : stored.map(withChanges)),
    ...added.map(([key, changes]) => changedRow(key, null, changes)),
    blankRow(nextNumber(edits)),
  ];
  rowsByEdits.set(edits, { of: stored, rows });
  return rows;
}

const blankRows = new Map<number, PartRow>();

function blankRow(number: number): PartRow {
  const row = blankRows.get(number) ?? { key: newKey(number), part: null, edits: undefined };
  blankRows.set(number, row);
  return row;
}

const numberOf = (key: string) => Number(key.slice(NEW.length));
/** Number after that of the last new row. */
export const nextNumber = (edits: Edits) =>
  1 + [...edits.keys()].filter(isNew).reduce((most, key) => Math.max(most, numberOf(key)), 0);

export const textOf = ({ part, edits }: PartRow, column: PartColumn) =>
  edits?.[column.key]?.text ?? storedText(part, column);

/** Codes of new parts, as codes are compared. */
export const addedCodes = (edits: Edits): readonly string[] =>
  [...edits].flatMap(([key, cells]) => (isNew(key) ? bareCode(cells[CODE]?.text ?? '') : []));
