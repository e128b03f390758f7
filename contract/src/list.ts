import { z } from 'zod';

/** How a column's values compare, which decides the filters that it offers. */
export type Kind = 'text' | 'code' | 'number' | 'flag' | 'date';
export type Columns = Readonly<Record<string, Kind>>;

const TEXT_MODES = ['contains', 'starts_with', 'ends_with', 'matches'] as const;
const ORDER_MODES = ['matches', 'greater_than', 'less_than'] as const;
export const MODES = {
  text: TEXT_MODES,
  code: TEXT_MODES,
  number: ORDER_MODES,
  date: ORDER_MODES,
  flag: ['matches'],
} as const satisfies Record<Kind, readonly string[]>;
export type Mode = (typeof MODES)[Kind][number];

export type Filter = { readonly mode: Mode; readonly column: string; readonly value: string };
export type Sort = { readonly column: string; readonly descending: boolean };
export type ListQuery = {
  readonly page: number;
  readonly size: number;
  readonly filters: readonly Filter[];
  readonly sort: readonly Sort[];
};

export const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
/** Keeps page × size inside what PostgreSQL takes as an offset. */
const MAX_PAGE = 100_000_000;

/** The value of a filter as it is compared; null when it is not valid for the kind of column. */
const READ_VALUE: Record<Kind, (value: string) => string | null> = {
  text: (value) => value,
  code: (value) => value,
  number: (value) => {
    const number = value.replace(',', '.');
    return /^-?\d{1,15}(\.\d{1,9})?$/.test(number) ? number : null;
  },
  flag: (value) => {
    if (/^(1|s|si|sí|true)$/i.test(value)) return '1';
    return /^(0|n|no|false)$/i.test(value) ? '0' : null;
  },
  // PostgreSQL has no year 0.
  date: (value) => (z.iso.date().safeParse(value).success && value >= '0001' ? value : null),
};

/** PostgreSQL refuses other text. */
const FILTER_VALUE = /^[^\0\p{Surrogate}]{1,200}$/u;
const FILTER_KEY = /^filter\[([a-z_]+)-([a-z_]+)\]$/;

type Wire = Record<string, string>;
type Problem = { readonly key: string; readonly message: string };

/** `page[number]=2&filter[contains-name]=abc&sort=-name` ⇄ one typed object. What the list does not offer is refused. */
export function listQuery(columns: Columns, defaultSort: string) {
  const codec = z.codec(z.record(z.string(), z.string('Este parámetro va una sola vez')), z.custom<ListQuery>(), {
    decode: (wire, context) => {
      const { query, problems } = readQuery(columns, defaultSort, wire);
      for (const { key, message } of problems) {
        context.issues.push({ code: 'custom', input: wire, path: [key], message });
      }
      return query;
    },
    encode: (query) => writeQuery(query, defaultSort),
  });
  return codec;
}

function readQuery(columns: Columns, defaultSort: string, wire: Wire) {
  const problems: Problem[] = [];
  const filters: Filter[] = [];
  let page = 1;
  let size = PAGE_SIZE;
  let sort = readSort(defaultSort);
  for (const [key, value] of Object.entries(wire)) {
    if (key === 'page[number]')
      page = readCount(value, MAX_PAGE) ?? refuse(problems, key, `Tiene que ser un número de 1 a ${MAX_PAGE}`, page);
    else if (key === 'page[size]')
      size =
        readCount(value, MAX_PAGE_SIZE) ??
        refuse(problems, key, `Tiene que ser un número de 1 a ${MAX_PAGE_SIZE}`, size);
    else if (key === 'sort') {
      sort = readSort(value);
      if (!sort.every(({ column }) => Object.hasOwn(columns, column)))
        problems.push({ key, message: 'No se puede ordenar por esa columna' });
    } else {
      const filter = readFilter(columns, key, value);
      if (typeof filter === 'string') problems.push({ key, message: filter });
      else if (filter) filters.push(filter);
    }
  }
  return { query: { page, size, filters, sort } satisfies ListQuery, problems };
}

function refuse<T>(problems: Problem[], key: string, message: string, kept: T): T {
  problems.push({ key, message });
  return kept;
}

function readCount(value: string, max: number): number | null {
  return /^[1-9]\d{0,8}$/.test(value) && Number(value) <= max ? Number(value) : null;
}

function readSort(value: string): Sort[] {
  const names = value.split(',').filter((name) => name !== '');
  const sort = names.map((name) => ({ column: name.replace(/^-/, ''), descending: name.startsWith('-') }));
  // A column that is named twice counts once: the second one cannot change the order.
  return sort.filter(({ column }, index) => sort.findIndex((other) => other.column === column) === index);
}

/** The filter, null when its value is empty, or a message that says what is wrong with it. */
function readFilter(columns: Columns, key: string, raw: string): Filter | string | null {
  const [, mode = '', column = ''] = FILTER_KEY.exec(key) ?? [];
  const kind = Object.hasOwn(columns, column) ? columns[column] : undefined;
  if (!kind) return 'No se puede filtrar por esa columna';
  const offered = MODES[kind].find((candidate) => candidate === mode);
  if (!offered) return 'Esa columna no se filtra de ese modo';
  const text = raw.trim();
  if (text === '') return null;
  const value = FILTER_VALUE.test(text) ? READ_VALUE[kind](text) : null;
  return value === null ? 'El valor del filtro no es válido' : { mode: offered, column, value };
}

export const writeSort = (sort: readonly Sort[]) =>
  sort.map(({ column, descending }) => (descending ? `-${column}` : column)).join(',');

export const writeFilters = (filters: readonly Filter[]): Wire =>
  Object.fromEntries(
    filters.filter(({ value }) => value !== '').map(({ mode, column, value }) => [`${mode}-${column}`, value]),
  );

/** Leaves out defaults, so that links stay short. */
function writeQuery({ page, size, filters, sort }: ListQuery, defaultSort: string): Wire {
  const order = writeSort(sort);
  return {
    ...(page !== 1 && { 'page[number]': String(page) }),
    ...(size !== PAGE_SIZE && { 'page[size]': String(size) }),
    ...Object.fromEntries(Object.entries(writeFilters(filters)).map(([name, value]) => [`filter[${name}]`, value])),
    ...(order !== defaultSort && { sort: order }),
  };
}

/** The page object of §3. `filters` and `sort` echo what was applied. */
export const paged = <Row extends z.ZodType>(row: Row) =>
  z.object({
    data: z.array(row),
    current_page: z.int(),
    per_page: z.int(),
    last_page: z.int(),
    from: z.int().nullable(),
    to: z.int().nullable(),
    total: z.int(),
    filters: z.record(z.string(), z.string()),
    sort: z.string(),
  });
export type Paged<Row> = z.output<ReturnType<typeof paged<z.ZodType<Row>>>>;

/** The fields by which an endpoint is a paged list. */
export function listed<const C extends Columns>(columns: C, defaultSort: string) {
  if (!readSort(defaultSort).every(({ column }) => Object.hasOwn(columns, column))) {
    throw new Error(`A list cannot be sorted by ${defaultSort}: it has no such column`);
  }
  return { columns, query: listQuery(columns, defaultSort) };
}
