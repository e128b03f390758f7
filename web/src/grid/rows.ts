import type { ChangedPart, GridPart } from '@piezario/contract/grid';
import { PART_FIELD_NAMES } from '@piezario/contract/part-fields';
import type { Edits, RowEdits } from '../ui/grid/edits.ts';
import { attributeOf, bareCode, changedCrosses, readCrosses, readFlag, readValue, storedText } from './cells.ts';
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

/** Place of a changed cell in what is saved: the path of its error, and its row in a sheet of the import. */
export type SavedCell = {
  readonly row: string;
  readonly column: string;
  readonly sheet: 'Piezas' | 'Atributos' | 'Equivalencias';
  readonly line: number;
};

/** First line below the titles of a sheet. */
const FIRST_LINE = 2;

/** The changes as they are saved, and the place of every changed cell in them. */
export function changesOf(rows: readonly PartRow[], columns: readonly PartColumn[]) {
  const cells: SavedCell[] = [];
  const lines = { Piezas: FIRST_LINE, Atributos: FIRST_LINE, Equivalencias: FIRST_LINE };
  const parts = rows.flatMap((row): ChangedPart[] => {
    const { key, part, edits } = row;
    if (!edits) return [];
    const changed = columns.filter((column) => edits[column.key]);
    const place = (column: string, sheet: SavedCell['sheet'], rows = 1) => {
      cells.push(...Array.from({ length: rows }, (_, at) => ({ row: key, column, sheet, line: lines[sheet] + at })));
    };
    const code = part?.code ?? edits[CODE]?.text ?? '';
    let changes: ChangedPart = { part_id: part?.id ?? null, code, attributes: [], crosses: [] };
    for (const column of changed) {
      const text = textOf(row, column);
      switch (column.is) {
        case 'code':
          break;
        case 'text':
          changes = { ...changes, [column.field]: { from: part?.[column.field] ?? '', to: text } };
          place(column.key, 'Piezas');
          break;
        case 'flag': {
          const to = readFlag(text);
          if (to === null) break;
          changes = { ...changes, [column.field]: { from: part?.[column.field] ?? to, to } };
          place(column.key, 'Piezas');
          break;
        }
        case 'attribute': {
          const stored = attributeOf(part, column);
          const from = stored ? { value: stored.value, unit: stored.unit } : null;
          place(column.key, 'Atributos');
          lines.Atributos += 1;
          changes.attributes.push({ name: stored?.name ?? column.name, from, to: readValue(text, column, stored) });
          break;
        }
        case 'crosses': {
          const read = readCrosses(text);
          changes.crosses = changedCrosses(part?.crosses ?? [], 'crosses' in read ? read.crosses : []);
          place(column.key, 'Equivalencias', changes.crosses.length);
          lines.Equivalencias += changes.crosses.length;
        }
      }
    }
    if (!part) place(CODE, 'Piezas');
    if (!part || PART_FIELD_NAMES.some((field) => changes[field])) lines.Piezas += 1;
    return [changes];
  });
  return { parts, cells };
}
