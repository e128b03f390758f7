import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import type { KeptCell } from '../../db/schema.ts';
import { type Cell, cellText } from '../../spreadsheet/reading/read.ts';
import type { Column } from '../reading/layout.ts';
import type { ParsedRow } from '../reading/parsed-row.ts';
import type { Problem } from '../reading/row-reader.ts';
import type { RefusedRow } from './record.ts';

/** The row with its errors in the order of the columns, and its cells to be corrected. Nothing without errors. */
export function refusedRow(
  { reader, position }: ParsedRow,
  format: ImportSheet,
  problems: readonly Problem[],
): RefusedRow[] {
  if (problems.length === 0) return [];
  const columns: readonly Column[] = IMPORT_SHEETS[format];
  const { sheet, number, cells, titles } = reader.row;
  const inOrder = problems.toSorted((a, b) => columns.indexOf(a.column) - columns.indexOf(b.column));
  const isWrong = (index: number) => problems.some(({ column }) => column === columns[index]);
  const kept = cells.map((cell, index) => (isWrong(index) ? keepType(cell) : cellText(cell)));
  const titled = inOrder.map((one) => ({ ...one, title: titles?.get(one.column) ?? null }));
  return [{ sheet, row: number, position, format: titles ? format : null, problems: titled, cells: kept }];
}

/** Keeps the type of a wrong number or date: as text, the corrected file would accept it. */
function keepType(cell: Cell): KeptCell {
  if (typeof cell === 'number') return cell;
  return cell instanceof Date ? { date: cell.toISOString().slice(0, 10) } : cellText(cell);
}
