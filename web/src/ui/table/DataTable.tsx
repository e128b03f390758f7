import { Button, Paper } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Sent } from '@piezario/contract/endpoint';
import type { Filter, ListQuery, Paged } from '@piezario/contract/list';
import { IconColumns3, IconFilterOff, IconStar } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, pathOf } from '../../api/client.ts';
import { useCall, usePrefetch } from '../../api/hooks.ts';
import { readViewToken } from '../../api/token.ts';
import { focusButton } from '../focus.ts';
import { useShortcut } from '../shortcuts.ts';
import { capital, type Words } from '../words.ts';
import { AppliedFilters } from './AppliedFilters.tsx';
import { arrange, keysOf, usuallyHidden } from './arrange.ts';
import { BottomBar } from './BottomBar.tsx';
import { Cards } from './Cards.tsx';
import { FilterSheet } from './FilterSheet.tsx';
import {
  type Column,
  changeView,
  isOption,
  type ListEndpoint,
  nextSort,
  type PagedEndpoint,
  type ParamsOf,
  type RowOf,
  replaceFilter,
} from './list.ts';
import { type Emptiness, NoRows } from './NoRows.tsx';
import { Pager } from './Pager.tsx';
import { PanelMenu } from './PanelMenu.tsx';
import { CheckAll } from './RowCheck.tsx';
import classes from './Table.module.css';
import { Table } from './Table.tsx';
import { type Editing, useEditing } from './useEditing.ts';
import type { ListState } from './useListQuery.ts';
import { usePlace } from './usePlace.ts';
import { usePreferences } from './usePreferences.ts';
import { type Selected, useRowSelection } from './useRowSelection.ts';
import { useCellClick, useFilterKeys, useKeptFocus, useOneStop, useRowClick, useRowKeys } from './useTableKeys.ts';
import type { OfferedView } from './ViewsPanel.tsx';

type Look<Row> = {
  state: ListState;
  words: Words;
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string | number;
  /** Drawn at the end of each row. */
  actions?: ((row: Row) => ReactNode) | undefined;
  /** Enter or a click on a row. */
  onOpen?: ((row: Row) => void) | undefined;
  /** What the screen adds above the table, at the left. */
  toolbar?: ReactNode;
  /** What the screen adds beside the buttons of views and columns. */
  beside?: ReactNode;
  /** Rows are selected with check boxes; without `onOpen`, also with Enter or a click. */
  selection?: Selection<Row> | undefined;
  /** No cell has more than one line. A page of such rows is drawn sooner. */
  oneLine?: boolean;
  /** Hides filters and pages while the list has few rows. */
  plainWhenFew?: boolean;
  /** Cells that can be edited in place, except in cards. */
  editing?: Editing<Row> | undefined;
  /** Views that come with the list. */
  views?: readonly OfferedView[] | undefined;
  /** Title and action of an empty list. */
  empty?: Emptiness;
  /** Draws a row as a card, at every width. The columns then serve only to filter and sort. */
  card?: ((row: Row) => ReactNode) | undefined;
};

type Selection<Row> = {
  nameOf: (row: Row) => string;
  /** Drawn above the table. With `list`, under the rows and while some are selected. */
  bar: (selected: Selected<Row>) => ReactNode;
  /** Key of a list whose selection spans its pages. Without it, only the selected rows of the page count. */
  list?: string;
};

type DataProps<E extends PagedEndpoint> = Look<RowOf<E>> & {
  list: E;
  params?: unknown;
  /** Filters of the screen: they always apply, and the table neither shows nor clears them. */
  fixed?: readonly Filter[] | undefined;
};
type Props<E extends PagedEndpoint> = ParamsOf<E> & DataProps<E>;

/** Table of a list. The endpoint defines its filters and orders, and the state defines which rows are shown. */
export function DataTable<E extends PagedEndpoint>(props: Props<E>) {
  const { list, params, fixed = NO_ROWS, ...look }: DataProps<E> = props;
  const query = { ...look.state.query, filters: [...look.state.query.filters, ...fixed] };
  const sent = { params, query } as Sent<E>;
  const page = useCall(list, sent);
  const read = usePrefetch(list);
  const ahead = (next: Partial<ListQuery>) => read({ params, query: changeView(query, () => next) } as Sent<E>);
  return <PagedTable<RowOf<E>> {...look} list={list} page={page} ahead={ahead} address={pathOf(list, sent)} />;
}

type PagedProps<Row> = Look<Row> & {
  list: ListEndpoint;
  page: PageRead<Row>;
  /** Address from which the page was read. Without it, the table does not remember its place. */
  address?: string | undefined;
  /** Prefetches a page. */
  ahead?: (next: Partial<ListQuery>) => void;
};
type PageRead<Row> = {
  data: Paged<Row> | undefined;
  error: Error | null;
  refetch: () => Promise<unknown>;
  isPending: boolean;
  isPlaceholderData: boolean;
};

/** The same table, for a page that the caller has read. */
export function PagedTable<Row>(props: PagedProps<Row>) {
  const { list, page, ahead, state, words, columns, keyOf, actions, onOpen, toolbar, empty, selection, card } = props;
  const { plainWhenFew = false, oneLine = false, views = NO_ROWS, editing, address } = props;
  const { query, setQuery } = state;
  const phone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const asCards = phone || card !== undefined;
  useLastPage(page, state);
  const hiddenKeys = usuallyHidden(columns);
  const [preferences, prefer] = usePreferences(list.path, hiddenKeys);
  // The first column is the title of a card, whatever place it has in the table.
  const arranged = arrange(columns, asCards ? { ...preferences, order: NO_ROWS } : preferences);
  const visible = arranged.filter(({ shown }) => shown);
  // Clearing also discards typed filters that are not applied yet.
  const [cleared, setCleared] = useState(0);
  const setFilter = (filter: Filter) =>
    setQuery(({ filters }) => ({ filters: replaceFilter(filters, filter) }), 'replace');
  const clear = () => {
    setCleared((times) => times + 1);
    setQuery(() => ({ filters: [] }));
  };
  const root = useRef<HTMLDivElement>(null);
  useFilterKeys(root);
  useOneStop(root);
  const isKept = selection?.list !== undefined;
  const bar = useRef<HTMLDivElement>(null);
  useShortcut('actions', () => focusButton(bar.current), { enabled: selection !== undefined && !isKept });
  const editable = visible.filter(({ key }) => !asCards && editing?.columns.includes(key)).map(({ key }) => key);
  const { rows, edited, edits, start } = useEditing<Row>(
    root,
    page.data?.data ?? NO_ROWS,
    keyOf,
    editing && { ...editing, columns: editable },
    address,
  );
  const { selected, isSelected, toggle, extend, toggleAll } = useRowSelection(rows, keyOf, {
    list: selection?.list,
    total: page.data?.total ?? 0,
  });
  const hasSelected = isKept ? selected.inverted || selected.keys.size > 0 : selected.rows.length > 0;
  const act = onOpen ?? (selection && ((row: Row) => toggle(row)));
  const open = (index: number) => {
    const row = rows[index];
    if (row !== undefined) act?.(row);
  };
  const edit = (index: number, column?: string) => start(rows[index], column);
  const select = selection && {
    clear: () => {
      selected.clear();
      return hasSelected;
    },
    extend: (from: number, to: number) => {
      const [a, b] = [rows[from], rows[to]];
      if (a !== undefined && b !== undefined) extend(a, b);
    },
  };
  const onKeyDown = useRowKeys(open, edit, select);
  const onClick = useRowClick(open);
  const onCellClick = useCellClick(edit);
  const onFocus = useKeptFocus(root, rows, keyOf, page.isPending);
  usePlace(root, address, rows.length > 0);

  // Filters stay visible once used, also while they are empty: the person may be typing in one.
  const [filtered, setFiltered] = useState(false);
  if (!filtered && query.filters.length > 0) setFiltered(true);
  const isPlain = plainWhenFew && !filtered && (page.data?.total ?? 0) <= FEW;
  const hidden = asCards ? query.filters : query.filters.filter((filter) => !isShown(filter, query.filters, visible));
  const selects = selection && { toggle, nameOf: selection.nameOf };
  const all = selection && { selected: selected.rows.length, of: rows.length, onChange: toggleAll };
  const selectionBar = selection && (
    <div ref={bar} className={classes.selection}>
      {asCards && all && <CheckAll {...all} />}
      {selection.bar(selected)}
    </div>
  );
  const body = {
    rows,
    kinds: list.columns,
    columns: visible,
    keyOf,
    actions,
    opens: act !== undefined,
    selects,
    isSelected,
    edits,
    edited,
  };
  const nothing = page.isPending ? (
    'loading'
  ) : rows.length === 0 ? (
    <NoRows words={words} page={page} filtered={query.filters.length > 0} onClear={clear} empty={empty} />
  ) : null;
  return (
    <Paper
      withBorder
      ref={root}
      className={classes.root}
      data-density={preferences.density}
      data-cards={card && true}
      onKeyDown={onKeyDown}
      tabIndex={-1}
      onClick={(event) => {
        if (act) onClick(event);
        if (edits) onCellClick(event);
      }}
      onFocus={onFocus}
    >
      {((asCards && !isPlain) || toolbar || (selection && !isKept) || hidden.length > 0) && (
        <div className={classes.bar}>
          {toolbar}
          {asCards && !isPlain && (
            <FilterSheet
              key={cleared}
              {...{ list, columns, query, setQuery, setFilter }}
              total={page.data?.total}
              words={words}
            />
          )}
          {!isKept && selectionBar}
          <AppliedFilters
            list={list}
            columns={columns}
            filters={hidden}
            onRemove={(filter) =>
              setQuery(({ filters }) => ({ filters: filters.filter((one) => !isSame(one, filter)) }))
            }
          />
        </div>
      )}
      {asCards ? (
        <Cards {...body} nothing={nothing} page={query.page} busy={page.isPlaceholderData} card={card} />
      ) : (
        <Table
          key={cleared}
          label={capital(words.many)}
          head={{
            list,
            columns: visible,
            keys: keysOf(arranged),
            query,
            filters: !isPlain,
            setFilter,
            prefer,
            onSort: sortBy(list, setQuery),
            all,
          }}
          body={body}
          oneLine={oneLine}
          nothing={nothing}
          busy={page.isPlaceholderData}
        />
      )}
      {isKept && hasSelected && <BottomBar floats={asCards}>{selectionBar}</BottomBar>}
      {!isPlain && (
        <Pager {...state} words={words} ahead={ahead} page={page.data} busy={page.isPending || page.isPlaceholderData}>
          {query.filters.length > 0 && (
            <Button variant="subtle" size="compact-sm" leftSection={<IconFilterOff size={16} />} onClick={clear}>
              Limpiar filtros
            </Button>
          )}
          <span className="grow" />
          {props.beside}
          {/* Views are personal, so they are not read while viewing as a client. */}
          {state.inUrl && readViewToken() === null && (
            <PanelMenu
              label="Vistas"
              name="Vistas"
              icon={<IconStar size={16} />}
              load={async () => (await import('./ViewsPanel.tsx')).ViewsPanel}
              panel={{ list, state, preferences, prefer, keys: arranged.map(({ key }) => key), offered: views }}
            />
          )}
          {!card && (
            <PanelMenu
              label="Columnas"
              name="Columnas y filas"
              icon={<IconColumns3 size={16} />}
              load={async () => (await import('./ColumnsPanel.tsx')).ColumnsPanel}
              panel={{ columns: arranged, usuallyHidden: hiddenKeys, preferences, prefer, asCards }}
            />
          )}
        </Pager>
      )}
    </Paper>
  );
}

const NO_ROWS: readonly never[] = [];
/** Limit of rows for a list without filters. */
const FEW = 10;

const isSame = (a: Filter, b: Filter) => a.column === b.column && a.mode === b.mode;

/** Returns true when the header shows a filter: the first one of a visible column, if it is among its options. */
const isShown = <Row,>(filter: Filter, filters: readonly Filter[], visible: readonly Column<Row>[]) => {
  const shown = visible.find(({ key }) => key === filter.column);
  if (!shown || filters.find(({ column }) => column === filter.column) !== filter) return false;
  return !shown.options || shown.options.some((option) => isOption(filter, option));
};

const sortBy = (list: ListEndpoint, setQuery: ListState['setQuery']) => (column: string) =>
  setQuery(({ sort }) => ({ sort: nextSort(list, sort, column) }));

/**
 * Shows the last page instead of one past the end, as after a removal. A cursor without rows after it, or that the
 * server refuses, is replaced by the number of its page.
 */
function useLastPage({ data, error, isPlaceholderData }: PageRead<unknown>, { query, setQuery }: ListState) {
  const read = isPlaceholderData ? undefined : data;
  const page = Math.min(query.page, read?.last_page ?? query.page);
  const isRefused = error instanceof ApiError && !error.isPassing;
  const isLost = query.after !== undefined && (read?.data.length === 0 || isRefused);
  useEffect(() => {
    if (page < query.page || isLost) setQuery(() => ({ page }), 'replace');
  }, [page, isLost, query.page, setQuery]);
}
