import type { Columns } from '@piezario/contract/list';
import { memo, type ReactNode, Suspense } from 'react';
import { type Arranged, pinAt } from './arrange.ts';
import { alignOf, cell } from './cell.tsx';
import { RowCheck } from './RowCheck.tsx';
import classes from './Table.module.css';
import type { Edits, useEditing } from './useEditing.ts';

export type BodyProps<Row> = {
  rows: readonly Row[];
  kinds: Columns;
  columns: readonly Arranged<Row>[];
  keyOf: (row: Row) => string | number;
  actions: ((row: Row) => ReactNode) | undefined;
  /** Enter or a click opens a row. */
  opens: boolean;
  /** Rows can be selected. */
  selects: Selects<Row> | undefined;
  isSelected: (row: Row) => boolean;
  /** Cells can be edited in place. */
  edits: Edits<Row> | undefined;
  edited: ReturnType<typeof useEditing<Row>>['edited'];
};
type Selects<Row> = { toggle: (row: Row, range?: boolean) => void; nameOf: (row: Row) => string };

export type RowProps<Row> = Omit<BodyProps<Row>, 'rows' | 'keyOf' | 'isSelected' | 'edited'> & {
  row: Row;
  selected: boolean;
};

/** The check box of a row that can be selected. */
export const checkOf = <Row,>({ row, selects, selected }: Pick<RowProps<Row>, 'row' | 'selects' | 'selected'>) =>
  selects && (
    <RowCheck
      label={`Seleccionar ${selects.nameOf(row)}`}
      checked={selected}
      onChange={(range) => selects.toggle(row, range)}
    />
  );

/** Row of plain cells. Memoized, so that 200 rows are not rendered again while a filter is being typed. */
function TableRow<Row>(
  props: RowProps<Row> & { first: boolean /** Column of the edited cell. */; edited: string | undefined },
) {
  const { row, kinds, columns, actions, opens, selects, selected, first, edits, edited } = props;
  return (
    <tr data-row data-opens={opens || undefined} data-selected={selected || undefined} tabIndex={first ? 0 : -1}>
      {selects && <td className={classes.checkCell}>{checkOf(props)}</td>}
      {columns.map((column, index) => {
        const { key } = column;
        const kind = kinds[key];
        const pin = pinAt(columns, index, selects !== undefined);
        const content = cell(column, kind, row);
        return (
          <td
            key={key}
            data-align={alignOf(column, kind)}
            data-pinned={pin && true}
            data-edit={edits?.columns.includes(key) ? key : undefined}
            style={pin}
          >
            {edits && edited === key ? (
              <Suspense fallback={content}>
                <edits.Editor row={row} column={key} edits={edits} />
              </Suspense>
            ) : (
              content
            )}
          </td>
        );
      })}
      {actions && <td className={classes.actions}>{actions(row)}</td>}
    </tr>
  );
}
const MemoRow = memo(TableRow) as typeof TableRow;

/**
 * Reuses the row elements of the previous page: changing texts takes a fraction of the time of new elements.
 */
export const TableBody = <Row,>({ rows, keyOf, isSelected, edited, ...rest }: BodyProps<Row>) =>
  rows.map((row, index) => (
    <MemoRow
      // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a row keeps
      key={index}
      row={row}
      first={index === 0}
      selected={isSelected(row)}
      edited={edited?.key === keyOf(row) ? edited.column : undefined}
      {...rest}
    />
  ));
