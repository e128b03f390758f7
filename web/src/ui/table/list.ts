import type { Endpoint, Result } from '@piezario/contract/endpoint';
import type { Columns, Filter, Kind, ListQuery, listQuery, Mode, Paged, Sort } from '@piezario/contract/list';
import type { ReactNode } from 'react';
import type { z } from 'zod';

/** An endpoint that lists; its columns decide what the table filters and sorts by. */
export type ListEndpoint = Endpoint & { readonly columns: Columns; readonly query: ReturnType<typeof listQuery> };
/** List endpoint that answers a page of rows and nothing else. */
export type PagedEndpoint = ListEndpoint & { readonly result: z.ZodType<Paged<unknown>> };
export type RowOf<E extends PagedEndpoint> = Result<E>['data'][number];
export type ParamsOf<E> = E extends { readonly params: infer P extends z.ZodType }
  ? { params: z.input<P> }
  : { params?: undefined };

/** Value as it is sent, and its label. */
export type Option = {
  readonly value: string;
  readonly label: string;
  /** Mode of the filter that the option sets; by default the column matches the value. */
  readonly mode?: Mode;
};

/** Whether a filter is the one that an option sets. */
export const isOption = ({ value, mode }: Pick<Filter, 'value' | 'mode'>, option: Option) =>
  option.value === value && (option.mode ?? 'matches') === mode;

type Look = {
  label: string;
  width?: number;
  align?: 'left' | 'center' | 'right';
  /** Column that names the row: always visible. By default it is the first one. */
  pinned?: boolean;
  /** All values of the column, which are shown by their labels and filtered by choosing one. */
  options?: readonly Option[];
  /** Modes of the filter, the usual one first; by default those of the kind of column. */
  modes?: readonly Mode[] | undefined;
  /** Example of a value, in the empty field of the filter. */
  hint?: string | undefined;
  /** Included in the first column on a phone. */
  inTitle?: boolean;
  /** Hidden by default. */
  hidden?: boolean;
  /** Shown even if hidden, because the list is about it. */
  isAsked?: boolean;
  /** Name of a group of columns that differ by what is listed. One is shown only if the person's order has it. */
  group?: string;
};
/** A field of the row, shown by its kind, or anything that can be drawn from the row. */
export type Column<Row> =
  | (Look & { key: Extract<keyof Row, string>; render?: (row: Row) => ReactNode })
  | (Look & { key: string; render: (row: Row) => ReactNode });

const SI_NO: readonly Option[] = [
  { value: '1', label: 'SI' },
  { value: '0', label: 'NO' },
];
export const optionsOf = <Row>({ options }: Column<Row>, kind: Kind | undefined) =>
  options ?? (kind === 'flag' ? SI_NO : undefined);

export const MODE_WORDS: Record<Mode, string> = {
  contains: 'contiene',
  starts_with: 'empieza con',
  ends_with: 'termina con',
  matches: 'coincide',
  greater_than: 'mayor que',
  less_than: 'menor que',
  between: 'entre',
  in: 'es uno de',
  is_empty: 'está vacío',
  is_not_empty: 'no está vacío',
};

/** A header leaves little room for words. */
export const MODE_SIGNS: Record<Mode, string> = {
  contains: '',
  starts_with: 'a…',
  ends_with: '…a',
  matches: '=',
  greater_than: '>',
  less_than: '<',
  between: '…',
  in: '{…}',
  is_empty: '',
  is_not_empty: '',
};

export type Search = Readonly<Record<string, string | undefined>>;
const OF_A_LIST = /^(page\[|filter\[|sort$)/;

/** The search parameters of a screen with a list, and those that the screen adds to them. */
export type ListSearch<Name extends string = never> = {
  readonly [key in `page[${string}]` | `filter[${string}]` | 'sort' | Name]?: string | undefined;
};

/** Returns the parser of the search of a route with a list. Drops unknown parameters. */
export const listSearch =
  <Name extends string = never>(...names: readonly Name[]) =>
  (search: Record<string, unknown>): ListSearch<Name> =>
    pick(search, (key) => OF_A_LIST.test(key) || names.some((name) => name === key)) as ListSearch<Name>;

function pick(search: Readonly<Record<string, unknown>>, belongs: (key: string) => boolean): Record<string, string> {
  const picked: Record<string, string> = {};
  for (const [key, value] of Object.entries(search)) if (typeof value === 'string' && belongs(key)) picked[key] = value;
  return picked;
}

/** Returns the view of a URL. Drops invalid parameters, so that an old link still opens. */
export function readView(list: ListEndpoint, search: Search): ListQuery {
  const wire = pick(search, (key) => OF_A_LIST.test(key));
  const read = list.query.safeParse(wire);
  if (read.success) return read.data;
  const wrong = new Set(read.error.issues.map(({ path }) => path[0]));
  // Recursive, because a cursor becomes invalid once its invalid order is dropped.
  return readView(
    list,
    pick(wire, (key) => !wrong.has(key)),
  );
}

export type Change = (query: ListQuery) => Partial<ListQuery>;

/**
 * Returns the changed view, at the first page unless the change has one. The cursor is dropped, because it leads to one
 * page.
 */
export const changeView = ({ after: _, ...view }: ListQuery, change: Change): ListQuery => ({
  ...view,
  page: 1,
  ...change(view),
});

/** Returns the URL with another view. Keeps other parameters. */
export const writeView = ({ query }: ListEndpoint, search: Search, view: ListQuery) => ({
  ...pick(search, (key) => !OF_A_LIST.test(key)),
  ...query.encode(view),
});

/** A column has one filter at most: the new one replaces the others. */
export const replaceFilter = (filters: readonly Filter[], filter: Filter): Filter[] => [
  ...filters.filter(({ column }) => column !== filter.column),
  ...(filter.value === '' ? [] : [filter]),
];

/** Returns the next order: ascending, descending, default. One step less when the default is by this column. */
export function nextSort(list: ListEndpoint, sort: readonly Sort[], column: string): readonly Sort[] {
  const [first] = sort;
  if (first?.column !== column) return [{ column, descending: false }];
  if (!first.descending) return [{ column, descending: true }];
  const [usual] = readView(list, {}).sort;
  return usual && usual.column !== column ? [usual] : [{ column, descending: false }];
}
