import { UnstyledButton, VisuallyHidden } from '@mantine/core';
import { isSortable, type ListQuery } from '@piezario/contract/list';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { ColumnFilter } from './ColumnFilter.tsx';
import { alignOf, pinAt } from './cell.tsx';
import { type Column, type ListEndpoint, optionsOf } from './list.ts';
import { type AllProps, CheckAll } from './RowCheck.tsx';
import classes from './Table.module.css';
import type { SetFilter } from './useFilterDraft.ts';

export type HeadProps<Row> = {
  list: ListEndpoint;
  columns: readonly Column<Row>[];
  query: ListQuery;
  onSort: (column: string) => void;
  setFilter: SetFilter;
  /** Selects every row, where rows can be selected. */
  all: AllProps | undefined;
};

/** The names of the columns, which sort, and under them the filters. */
export function TableHead<Row>({ withActions, ...head }: HeadProps<Row> & { withActions: boolean }) {
  const { list, columns, query, onSort, setFilter, all } = head;
  return (
    <thead className={classes.head}>
      <tr>
        {all && (
          <th scope="col" className={classes.checkCell}>
            <CheckAll {...all} />
          </th>
        )}
        {columns.map((column, index) => (
          <HeaderCell
            key={column.key}
            list={list}
            column={column}
            query={query}
            onSort={onSort}
            pin={pinAt(columns, index, all !== undefined)}
          />
        ))}
        {withActions && (
          <th scope="col" className={classes.actions}>
            <VisuallyHidden>Acciones</VisuallyHidden>
          </th>
        )}
      </tr>
      <tr className={classes.filters}>
        {all && <td className={classes.checkCell} />}
        {columns.map((column, index) => {
          const { key, label } = column;
          const pin = pinAt(columns, index, all !== undefined);
          const kind = list.columns[key];
          const filter = query.filters.find((one) => one.column === key);
          return (
            <td key={key} data-pinned={pin && true} style={pin}>
              {kind && (
                <ColumnFilter
                  list={list}
                  column={key}
                  label={label}
                  kind={kind}
                  options={optionsOf(column, kind)}
                  mode={filter?.mode}
                  value={filter?.value ?? ''}
                  compact={kind === 'number' || kind === 'date'}
                  setFilter={setFilter}
                />
              )}
            </td>
          );
        })}
        {withActions && <td className={classes.actions} />}
      </tr>
    </thead>
  );
}

type CellProps<Row> = Pick<HeadProps<Row>, 'list' | 'query' | 'onSort'> & {
  column: Column<Row>;
  pin: { left: number } | undefined;
};

function HeaderCell<Row>({ list, column, query, onSort, pin }: CellProps<Row>) {
  const { key, label } = column;
  const align = alignOf(column, list.columns[key]);
  if (!isSortable(list.columns, key)) {
    return (
      <th scope="col" data-align={align} data-pinned={pin && true} style={pin}>
        {label}
      </th>
    );
  }
  const sorted = query.sort[0]?.column === key ? query.sort[0] : undefined;
  const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none';
  const Icon = sorted ? (sorted.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <th scope="col" aria-sort={order} data-align={align} data-pinned={pin && true} style={pin}>
      <UnstyledButton className={classes.sort} data-sorted={sorted ? true : undefined} onClick={() => onSort(key)}>
        {label}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </th>
  );
}
