import { attributes } from '@piezario/contract/attributes';
import type { GridPart } from '@piezario/contract/grid';
import type { Filter } from '@piezario/contract/list';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { useTemplate } from '../attributes/template.ts';
import type { GridCell } from '../ui/grid/cells.ts';
import { type CellText, cellsOf, changeCells } from '../ui/grid/edits.ts';
import { arrange } from '../ui/table/arrange.ts';
import { usePreferences } from '../ui/table/usePreferences.ts';
import { cellText, storedText } from './cells.ts';
import { CODE, columnsOf, type PartColumn } from './columns.ts';
import { type Problem, problemOf } from './problems.ts';
import {
  addedCodes,
  isNew,
  newKey,
  nextNumber,
  type PartRow,
  rowsOf,
  storedCodes,
  storedRows,
  textOf,
} from './rows.ts';
import { type Refusals, refusalKey } from './SaveDialog.tsx';
import { useEdits } from './useEdits.ts';
import { useGridParts } from './useGridParts.ts';

export type Place = { readonly brand: number; readonly product: number; readonly filters: readonly Filter[] };
export type Sheet = ReturnType<typeof useSheet>;

const NO_PARTS: readonly GridPart[] = [];

/** Rows and columns of a product with their unsaved changes, and what is wrong with them. */
export function useSheet(place: Place) {
  const { brand, product } = place;
  const { read, count } = useGridParts(place);
  const usual = useCall(attributes.usual, { params: { brandId: brand, productId: product } }).data;
  const template = useTemplate(product);
  const { history, setHistory, isRecovered, forget } = useEdits(`grid-${brand}-${product}`);
  const [refusals, setRefusals] = useState<Refusals>(new Map());
  const { edits } = history;

  const all = columnsOf(usual ?? [], template);
  const [preferences, prefer] = usePreferences(`grid:${product}`, []);
  const offered = all.map(({ key, label, width }) => ({ key, label, width, render: () => null }));
  const arranged = arrange<PartRow>(offered, preferences);
  const columns = arranged.flatMap(({ key, shown, width }): PartColumn[] => {
    const column = all.find((one) => one.key === key);
    return column && shown ? [{ ...column, width: width ?? column.width }] : [];
  });

  const parts = read.data ?? NO_PARTS;
  const saved = storedRows(parts);
  const partByKey = new Map(saved.map(({ key, part }) => [key, part]));
  const rows = rowsOf(saved, edits);
  /** Changes of rows that the filters of the list leave out stay in the draft. */
  const isListed = (key: string) => isNew(key) || partByKey.has(key);
  const columnByKey = new Map(all.map((column) => [column.key, column]));
  // A text, so that the cells are drawn again only after another code.
  const added = addedCodes(edits).join('\n');
  const codes = { stored: storedCodes(parts), added: added.split('\n') };
  const problemIn = (row: PartRow, column: PartColumn): Problem | null => {
    const refusal = row.edits?.[column.key] && refusals.get(refusalKey({ row: row.key, column: column.key }));
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
      return { row, column, text: found ? cellText(text, found) : text };
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
  return {
    ...{ read, count, isReady: read.data !== undefined && usual !== undefined, all, columns, arranged },
    ...{ preferences, prefer, rows, columnByKey, problemIn, cellOf, stored, change, resolve },
    ...{ history, setHistory, isRecovered, forget, setRefusals },
    isListed,
    changes: [...edits].reduce((sum, [key, cells]) => sum + (isListed(key) ? Object.keys(cells).length : 0), 0),
    conflicts: [...cellsOf(edits)].filter(
      ({ row, column, base }) => isListed(row) && columnByKey.has(column) && stored(row, column) !== base,
    ),
    add: (number: number) => {
      const first = nextNumber(edits) + 1;
      return Array.from({ length: number }, (_, index) => newKey(first + index));
    },
  };
}
