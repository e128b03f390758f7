/** Text of a changed cell, and the stored text that the person saw when changing it. */
export type Edit = { readonly text: string; readonly base: string };
/** Changed cells by row and column. */
export type RowEdits = Readonly<Record<string, Edit>>;
export type Edits = ReadonlyMap<string, RowEdits>;

/** New text of a cell. */
export type CellText = { readonly row: string; readonly column: string; readonly text: string };

type Change = {
  readonly row: string;
  readonly column: string;
  readonly before: Edit | undefined;
  readonly after: Edit | undefined;
};
type Step = readonly Change[];

/** Unsaved changes, with the steps that can be undone and redone. */
export type EditHistory = { readonly edits: Edits; readonly past: readonly Step[]; readonly future: readonly Step[] };

export const startOf = (edits: Edits): EditHistory => ({ edits, past: [], future: [] });

/** Changes cells as one step. A cell that gets its stored text back counts as unchanged. */
export function changeCells(
  history: EditHistory,
  cells: readonly CellText[],
  storedText: (row: string, column: string) => string,
): EditHistory {
  const step = cells.flatMap(({ row, column, text }): Change[] => {
    const before = history.edits.get(row)?.[column];
    const base = storedText(row, column);
    if (text === (before?.text ?? base)) return [];
    return [{ row, column, before, after: text === base ? undefined : { text, base } }];
  });
  if (step.length === 0) return history;
  return { edits: carryOut(history.edits, step), past: [...history.past, step], future: [] };
}

export function undo({ edits, past, future }: EditHistory): EditHistory {
  const step = past.at(-1);
  if (!step) return { edits, past, future };
  const back = step.map((change) => ({ ...change, before: change.after, after: change.before })).reverse();
  return { edits: carryOut(edits, back), past: past.slice(0, -1), future: [...future, step] };
}

export function redo({ edits, past, future }: EditHistory): EditHistory {
  const step = future.at(-1);
  if (!step) return { edits, past, future };
  return { edits: carryOut(edits, step), past: [...past, step], future: future.slice(0, -1) };
}

function carryOut(edits: Edits, step: Step): Edits {
  const next = new Map(edits);
  for (const { row, column, after } of step) {
    const { [column]: _, ...others } = next.get(row) ?? {};
    const cells = after ? { ...others, [column]: after } : others;
    if (Object.keys(cells).length === 0) next.delete(row);
    else next.set(row, cells);
  }
  return next;
}

export function* cellsOf(edits: Edits): Generator<Edit & { readonly row: string; readonly column: string }> {
  for (const [row, cells] of edits) for (const [column, edit] of Object.entries(cells)) yield { row, column, ...edit };
}
