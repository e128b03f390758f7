import { VisuallyHidden } from '@mantine/core';
import { isSortable, kindOf, type ListQuery } from '@piezario/contract/list';
import type { PointerEvent } from 'react';
import { loadOrTell } from '../lazy.tsx';
import { type Arranged, pinAt } from './arrange.ts';
import { ColumnFilter } from './ColumnFilter.tsx';
import { alignOf } from './cell.tsx';
import { type ListEndpoint, optionsOf } from './list.ts';
import { type AllProps, CheckAll } from './RowCheck.tsx';
import classes from './Table.module.css';
import type { SetFilter } from './useFilterDraft.ts';
import type { Prefer } from './usePreferences.ts';

export type HeadProps<Row> = {
  list: ListEndpoint;
  columns: readonly Arranged<Row>[];
  query: ListQuery;
  onSort: (column: string) => void;
  setFilter: SetFilter;
  /** Shows the filters. */
  filters: boolean;
  /** Keys in the order of the columns, also of hidden ones, but not of columns of groups that are not shown. */
  keys: readonly string[];
  prefer: Prefer;
  /** Selects every row, where rows can be selected. */
  all: AllProps | undefined;
};

const dragging = () => import('./dragColumn.ts');

/**
 * Names of the columns, with their filters. A click on a name sorts. Dragging it moves the column, and dragging its
 * border resizes it.
 */
export function TableHead<Row>({ withActions, ...head }: HeadProps<Row> & { withActions: boolean }) {
  const { list, columns, query, onSort, setFilter, filters, keys, prefer, all } = head;
  const drag = async ({ nativeEvent }: PointerEvent) => {
    if (nativeEvent.button !== 0) return;
    // The pointer may be released before the code is loaded: then there is nothing to drag.
    let isPressed = true;
    const release = () => {
      isPressed = false;
    };
    window.addEventListener('pointerup', release, { once: true });
    const loaded = await loadOrTell(dragging);
    window.removeEventListener('pointerup', release);
    if (isPressed) loaded?.dragColumn(nativeEvent, keys, prefer);
  };
  const fit = async (target: EventTarget) => (await loadOrTell(dragging))?.fitColumn(target, prefer);
  return (
    <thead className={classes.head}>
      <tr
        onPointerEnter={() => void dragging().catch(Boolean)}
        onPointerDown={(event) => void drag(event)}
        onDoubleClick={({ target }) => void fit(target)}
      >
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
      {filters && (
        <tr className={classes.filters}>
          {all && <td className={classes.checkCell} />}
          {columns.map((column, index) => {
            const { key, label } = column;
            const pin = pinAt(columns, index, all !== undefined);
            const kind = kindOf(list.columns, key);
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
                    modes={column.modes}
                    hint={column.hint}
                    mode={filter?.mode}
                    value={filter?.value ?? ''}
                    compact
                    setFilter={setFilter}
                  />
                )}
              </td>
            );
          })}
          {withActions && <td className={classes.actions} />}
        </tr>
      )}
    </thead>
  );
}

type CellProps<Row> = Pick<HeadProps<Row>, 'list' | 'query' | 'onSort'> & {
  column: Arranged<Row>;
  pin: { left: number } | undefined;
};

function HeaderCell<Row>({ list, column, query, onSort, pin }: CellProps<Row>) {
  const { key, label } = column;
  const align = alignOf(column, kindOf(list.columns, key));
  const sorted = query.sort[0]?.column === key ? query.sort[0] : undefined;
  const order = sorted ? (sorted.descending ? 'descending' : 'ascending') : 'none';
  const sorts = isSortable(list.columns, key);
  return (
    <th
      scope="col"
      aria-sort={sorts ? order : undefined}
      data-column={key}
      data-align={align}
      data-pinned={pin && true}
      style={pin}
    >
      {sorts ? (
        <button type="button" className={classes.sort} title={label} onClick={() => onSort(key)}>
          {label}
        </button>
      ) : (
        label
      )}
      <span data-grip className={classes.grip} aria-hidden />
    </th>
  );
}
