import type { Columns } from '@piezario/contract/list';
import { memo, type ReactNode } from 'react';
import { alignOf, cell, pinAt } from './cell.tsx';
import type { Column } from './list.ts';
import classes from './Table.module.css';

export type BodyProps<Row> = {
  rows: readonly Row[];
  kinds: Columns;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  actions: ((row: Row) => ReactNode) | undefined;
  /** Rows take the focus, so that arrows move among them and Enter opens one. */
  opens: boolean;
};

type RowProps<Row> = Omit<BodyProps<Row>, 'rows' | 'keyOf'> & { row: Row; first: boolean };

/** Plain cells, and one memo a row: 200 rows are not rendered again while a filter is being typed. */
function TableRow<Row>({ row, kinds, columns, actions, opens, first }: RowProps<Row>) {
  return (
    <tr data-row tabIndex={opens ? (first ? 0 : -1) : undefined}>
      {columns.map((column, index) => {
        const kind = kinds[column.key];
        const pin = pinAt(columns, index);
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

export const TableBody = <Row,>({ rows, keyOf, ...rest }: BodyProps<Row>) =>
  rows.map((row, index) => <MemoRow key={keyOf(row)} row={row} first={index === 0} {...rest} />);
