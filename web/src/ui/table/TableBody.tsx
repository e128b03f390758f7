import type { Columns } from '@piezario/contract/list';
import { memo, type ReactNode } from 'react';
import { alignOf, cell, pinAt } from './cell.tsx';
import type { Column } from './list.ts';
import { RowCheck } from './RowCheck.tsx';
import classes from './Table.module.css';

export type BodyProps<Row> = {
  rows: readonly Row[];
  kinds: Columns;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  actions: ((row: Row) => ReactNode) | undefined;
  /** Rows take the focus, so that arrows move among them and Enter opens one. */
  opens: boolean;
  /** Rows can be selected. */
  selects: Selects<Row> | undefined;
  isSelected: (row: Row) => boolean;
};
type Selects<Row> = { toggle: (row: Row) => void; nameOf: (row: Row) => string };

export type RowProps<Row> = Omit<BodyProps<Row>, 'rows' | 'keyOf' | 'isSelected'> & { row: Row; selected: boolean };

/** The check box of a row that can be selected. */
export const checkOf = <Row,>({ row, selects, selected }: Pick<RowProps<Row>, 'row' | 'selects' | 'selected'>) =>
  selects && (
    <RowCheck label={`Seleccionar ${selects.nameOf(row)}`} checked={selected} onChange={() => selects.toggle(row)} />
  );

/** Plain cells, and one memo a row: 200 rows are not rendered again while a filter is being typed. */
function TableRow<Row>(props: RowProps<Row> & { first: boolean }) {
  const { row, kinds, columns, actions, opens, selects, selected, first } = props;
  return (
    <tr data-row data-selected={selected || undefined} tabIndex={opens ? (first ? 0 : -1) : undefined}>
      {selects && <td className={classes.checkCell}>{checkOf(props)}</td>}
      {columns.map((column, index) => {
        const kind = kinds[column.key];
        const pin = pinAt(columns, index, selects !== undefined);
        return (
          <td key={column.key} data-align={alignOf(column, kind)} data-pinned={pin && true} style={pin}>
            {cell(column, kind, row)}
          </td>
        );
      })}
      {actions && <td className={classes.actions}>{actions(row)}</td>}
    </tr>
  );
}
const MemoRow = memo(TableRow) as typeof TableRow;

export const TableBody = <Row,>({ rows, keyOf, isSelected, ...rest }: BodyProps<Row>) =>
  rows.map((row, index) => (
    <MemoRow key={keyOf(row)} row={row} first={index === 0} selected={isSelected(row)} {...rest} />
  ));
