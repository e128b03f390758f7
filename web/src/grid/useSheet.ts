import type { GridPart } from '@piezario/contract/grid';
import type { Filter } from '@piezario/contract/list';
import { useState } from 'react';
import type { GridCell } from '../ui/grid/cells.ts';
import { type CellText, cellsOf, changeCells } from '../ui/grid/edits.ts';
import { cellText, storedText } from './cells.ts';
import { CODE, type PartColumn } from './columns.ts';
import { type Codes, type Problem, problemOf } from './problems.ts';
import { addedCodes, isNew, newKey, nextNumber, type PartRow, rowsOf, storedOf, textOf } from './rows.ts';
import { type Refusals, refusalKey } from './saved.ts';
import { useArrangedColumns, usePartColumns } from './useColumns.ts';
import { useEdits } from './useEdits.ts';
import { useGridParts } from './useGridParts.ts';

export type Place = { readonly brand: number; readonly product: number; readonly filters: readonly Filter[] };
export type Sheet = ReturnType<typeof useSheet>;

const NO_COLUMNS: readonly PartColumn[] = [];
const NO_PARTS: readonly GridPart[] = [];

/** Rows and columns of a product with their unsaved changes, and what is wrong with them. */
export function useSheet(place: Place) {
  const { brand, product } = place;
  const { read, count } = useGridParts(place);
  const offered = usePartColumns(brand, product);
  const all = offered ?? NO_COLUMNS;
  const { history, setHistory, isRecovered, forget } = useEdits(`grid-${brand}-${product}`);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const { edits } = history;
  const { rows: saved, byKey: partByKey, codes: storedCodes } = storedOf(read.data ?? NO_PARTS);
  const rows = rowsOf(saved, edits);
  /** Changes of rows that the filters of the list leave out stay in the draft. */
  const isListed = (key: string) => isNew(key) || partByKey.has(key);
  const columnByKey = useColumnsByKey(all);
  const codes = useCodes(storedCodes, addedCodes(edits).join('\n'));
  const problemIn = (row: PartRow, column: PartColumn): Problem | null => {
    const refusal = row.edits?.[column.key] && refusals.get(refusalKey(row.key, column.key));
    return problemOf(row, column, codes) ?? (refusal ? { is: 'misfit', reason: refusal } : null);
  };
  const cellOf = (row: PartRow, key: string): GridCell => {
    const column = columnByKey.get(key);
    if (!column) throw new Error(`The sheet has no column ${key}`);
    return {
      text: textOf(row, column),
      isChanged: row.edits?.[key] !== undefined,
      isFixed: key === CODE && row.part !== null,
      problem: problemIn(row, column)?.reason,
    };
  };
  const stored = (row: string, column: string) => {
    const found = columnByKey.get(column);
    return found ? storedText(partByKey.get(row) ?? null, found) : '';
  };
  const change = (cells: readonly CellText[]) => {
    const entered = cells.map(({ row, column, text }) => {
      const found = columnByKey.get(column);
      return { row, column, text: found ? cellText(text, found, partByKey.get(row) ?? null) : text };
    });
    setHistory((now) => changeCells(now, entered, stored));
  };
  /** Keeps the person's own texts of cells that others have changed, or gives the cells their stored texts back. */
  const resolve = (mine: boolean, cells: readonly CellText[]) => {
    const back = cells.map(({ row, column }) => ({ row, column, text: stored(row, column) }));
    setHistory((now) => {
      const reset = changeCells(now, back, stored);
      return mine ? changeCells(reset, cells, stored) : reset;
    });
  };
  const shown = [...cellsOf(edits)].filter(({ row, column }) => isListed(row) && columnByKey.has(column));
  return {
    ...{ read, count, isReady: read.data !== undefined && offered !== null, all },
    ...useArrangedColumns(all, product),
    ...{ rows, columnByKey, problemIn, cellOf, stored, change, resolve },
    ...{ history, setHistory, isRecovered, forget, setRefusals },
    isListed,
    changes: shown.length,
    conflicts: shown.filter(({ row, column, base, text }) => ![base, text].includes(stored(row, column))),
    add: (number: number) => {
      const first = nextNumber(edits) + 1;
      return Array.from({ length: number }, (_, index) => newKey(first + index));
    },
  };
}

/** Stays the same for the same columns. */
const useColumnsByKey = (columns: readonly PartColumn[]) => new Map(columns.map((column) => [column.key, column]));

/** Stays the same for the same codes. Those of new parts are separated by line breaks. */
function useCodes(stored: ReadonlySet<string>, added: string): Codes {
  const counts = new Map<string, number>();
  for (const code of added.split('\n')) counts.set(code, (counts.get(code) ?? 0) + 1);
  return { stored, added: counts };
}
