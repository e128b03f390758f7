import { useState } from 'react';
import type { CellText } from '../ui/grid/edits.ts';
import type { ColumnSort } from '../ui/grid/Grid.tsx';
import type { Selected } from '../ui/grid/ranges.ts';
import type { PartColumn } from './columns.ts';
import { type PartRow, textOf } from './rows.ts';
import type { Sheet } from './useSheet.ts';

export type Only = 'all' | 'changed' | 'problems';

const START: Selected = { from: { row: 0, column: 0 }, to: { row: 0, column: 0 } };

/** The rows that a person asks for, in their order. It does not follow changes: a row would move while it is edited. */
export function useListed({ rows, columnByKey, all, problemIn }: Sheet) {
  const [selected, select] = useState(START);
  const [sort, setSort] = useState<ColumnSort | null>(null);
  const [only, setOnly] = useState<Only>('all');
  const [keys, setKeys] = useState<readonly string[] | null>(null);
  const listed = keys ? pick(rows, keys) : rows;
  const show = (nextOnly: Only, nextSort: ColumnSort | null = sort) => {
    setSort(nextSort);
    setOnly(nextOnly);
    const column = nextSort && columnByKey.get(nextSort.column);
    const chosen = nextOnly === 'all' ? rows : rows.filter((row) => isAsked(row, nextOnly));
    const inOrder = (a: PartRow, b: PartRow) =>
      column ? compare(textOf(a, column), textOf(b, column), nextSort.descending) : 0;
    setKeys(column || nextOnly !== 'all' ? chosen.toSorted(inOrder).map(({ key }) => key) : null);
    select(START);
  };
  const isAsked = (row: PartRow, what: Only) =>
    row.edits !== undefined || (what === 'problems' && all.some((column) => problemIn(row, column)));
  const sortBy = (column: string) => {
    if (sort?.column !== column) return show(only, { column, descending: false });
    show(only, sort.descending ? null : { column, descending: true });
  };
  // Checking all cells takes long, so that those without changes are checked on request.
  const isChanged = ({ edits, part }: PartRow, { key, is }: PartColumn) =>
    edits !== undefined && (edits[key] !== undefined || (is === 'code' && part === null));
  const problemsOf = (checked: readonly PartRow[], isChecked: typeof isChanged) =>
    checked.flatMap((row) =>
      all.flatMap((column) => {
        const problem = isChecked(row, column) ? problemIn(row, column) : null;
        return problem ? [{ row: row.key, column: column.key, ...problem }] : [];
      }),
    );
  const changed = problemsOf(
    rows.filter(({ edits }) => edits !== undefined),
    isChanged,
  );
  const problems = only === 'problems' ? problemsOf(listed, () => true) : changed;
  const corrections = problems.flatMap(({ row, column, suggestion }): CellText[] =>
    suggestion === undefined ? [] : [{ row, column, text: suggestion }],
  );
  return {
    ...{ listed, selected, select, sort, sortBy, only, show, corrections },
    /** Changed cells that cannot be saved. */
    blocking: changed.filter(({ is }) => is !== 'misfit').length,
  };
}

/** The rows with these keys, and then new ones, which were added since. */
function pick(rows: readonly PartRow[], keys: readonly string[]): readonly PartRow[] {
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const chosen = new Set(keys);
  return [
    ...keys.flatMap((key) => byKey.get(key) ?? []),
    ...rows.filter(({ key, part, edits }) => !part && edits && !chosen.has(key)),
  ];
}

const NUMBER = /^-?\d+([.,]\d+)?/;
const numberIn = (text: string) => (NUMBER.test(text) ? Number.parseFloat(text.replace(',', '.')) : null);

/** Numbers by value, other texts as words; blank cells last in both directions. */
function compare(a: string, b: string, descending: boolean): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '');
  const [x, y] = [numberIn(a), numberIn(b)];
  const order = x !== null && y !== null && x !== y ? x - y : a.localeCompare(b, 'es', { numeric: true });
  return descending ? -order : order;
}
