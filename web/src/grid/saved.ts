import type { ChangedPart, GridPart } from '@piezario/contract/grid';
import { PART_FIELD_NAMES } from '@piezario/contract/part-fields';
import type { Edits, RowEdits } from '../ui/grid/edits.ts';
import { attributeOf, bareCode, changedCrosses, readCrosses, readFlag, readValue, storedText } from './cells.ts';
import { CODE, type PartColumn } from './columns.ts';
import { isNew, type PartRow, storedOf, textOf } from './rows.ts';

/** Place of a changed cell in what is saved: the path of its errors, and its row in a sheet of the import. */
export type SavedCell = {
  readonly row: string;
  readonly column: string;
  readonly path: string;
  readonly sheet: 'Piezas' | 'Atributos' | 'Equivalencias';
  readonly line: number;
};

/** First line below the titles of a sheet. */
const FIRST_LINE = 2;

/** The changes as they are saved, and the place of every changed cell in them. */
export function changesOf(rows: readonly PartRow[], columns: readonly PartColumn[]) {
  const cells: SavedCell[] = [];
  const lines = { Piezas: FIRST_LINE, Atributos: FIRST_LINE, Equivalencias: FIRST_LINE };
  const parts: ChangedPart[] = [];
  for (const row of rows) {
    const { key, part, edits } = row;
    if (!edits) continue;
    const place = (column: string, path: string, sheet: SavedCell['sheet'], count = 1) => {
      const of = { row: key, column, path: `parts.${parts.length}.${path}`, sheet };
      cells.push(...Array.from({ length: count }, (_, at) => ({ ...of, line: lines[sheet] + at })));
    };
    const code = part?.code ?? edits[CODE]?.text ?? '';
    let changes: ChangedPart = { part_id: part?.id ?? null, code, attributes: [], crosses: [] };
    for (const column of columns.filter(({ key }) => edits[key])) {
      const text = textOf(row, column);
      switch (column.is) {
        case 'code':
          break;
        case 'text':
          changes = { ...changes, [column.field]: { from: part?.[column.field] ?? '', to: text } };
          place(column.key, column.field, 'Piezas');
          break;
        case 'flag': {
          const to = readFlag(text);
          if (to === null) break;
          changes = { ...changes, [column.field]: { from: part?.[column.field] ?? to, to } };
          place(column.key, column.field, 'Piezas');
          break;
        }
        case 'attribute': {
          const stored = attributeOf(part, column);
          const from = stored ? { value: stored.value, unit: stored.unit } : null;
          place(column.key, `attributes.${changes.attributes.length}`, 'Atributos');
          lines.Atributos += 1;
          changes.attributes.push({ name: stored?.name ?? column.name, from, to: readValue(text, column, stored) });
          break;
        }
        case 'crosses': {
          const read = readCrosses(text, part);
          changes.crosses = changedCrosses(part?.crosses ?? [], 'crosses' in read ? read.crosses : []);
          place(column.key, 'crosses', 'Equivalencias', changes.crosses.length);
          lines.Equivalencias += changes.crosses.length;
        }
      }
    }
    const hasFields = !part || PART_FIELD_NAMES.some((field) => changes[field]);
    if (!hasFields && changes.attributes.length === 0 && changes.crosses.length === 0) continue;
    if (!part) place(CODE, 'code', 'Piezas');
    if (hasFields) lines.Piezas += 1;
    parts.push(changes);
  }
  return { parts, cells };
}

/** Reasons why cells were not saved, by `refusalKey`. */
export type Refusals = ReadonlyMap<string, string>;
export const refusalKey = (row: string, column: string) => `${row}\n${column}`;

/** Reasons by cell of the errors of a refused save, which are named by their paths. */
export const refusalsOf = (errors: Readonly<Record<string, string>>, cells: readonly SavedCell[]): Refusals =>
  new Map(
    Object.entries(errors).flatMap(([error, reason]) => {
      const cell = cells.find(({ path }) => error === path || error.startsWith(`${path}.`));
      return cell ? [[refusalKey(cell.row, cell.column), reason] as const] : [];
    }),
  );

const LEFT_OUT = 'No se aplicó: quedó afuera en la revisión. Volvé a guardar e incluilo';

/**
 * Returns the changes that are left after a save, with the reasons. Those that were sent go once the part has another
 * value than before. Those of a new part move to the stored one. What was typed since stays.
 */
export function reconcile(
  now: Edits,
  sent: Edits,
  parts: readonly GridPart[],
  columns: readonly PartColumn[],
  refusals: Refusals,
): { edits: Edits; reasons: Refusals } {
  const { byKey } = storedOf(parts);
  const byCode = new Map(parts.map((part) => [bareCode(part.code), part]));
  const edits = new Map<string, RowEdits>();
  const reasons = new Map<string, string>();
  for (const [row, cells] of now) {
    const isCreated = isNew(row) && sent.has(row);
    const part = isCreated ? byCode.get(bareCode(sent.get(row)?.[CODE]?.text ?? '')) : byKey.get(row);
    const key = part ? String(part.id) : row;
    for (const [name, edit] of Object.entries(cells)) {
      const column = columns.find((one) => one.key === name);
      const isSent = sent.get(row)?.[name] === edit;
      if (!column || !part) {
        edits.set(key, { ...edits.get(key), [name]: edit });
        continue;
      }
      const stored = storedText(part, column);
      const refusal = refusals.get(refusalKey(row, name));
      const isApplied = isSent && !refusal && stored !== edit.base;
      if (isApplied || edit.text === stored || name === CODE) continue;
      edits.set(key, { ...edits.get(key), [name]: isSent || isCreated ? { ...edit, base: stored } : edit });
      if (isSent) reasons.set(refusalKey(key, name), refusal ?? LEFT_OUT);
    }
  }
  return { edits, reasons };
}
