import { z } from 'zod';
import { Day, mapOf, requiredLine, tidy, tidyParagraph } from './fields.ts';
import { fold } from './words.ts';

/**
 * Kind of a column, which decides its filters and whether it can be sorted. Prose is text of any length, without a
 * useful order. A link is the id of a row that many rows may share, without an order. With `codes` a row has several
 * codes. The values of an attribute are numbers with units, or texts.
 */
export type Kind = 'text' | 'code' | 'codes' | 'prose' | 'number' | 'link' | 'flag' | 'date' | 'attribute';
export type Columns = Readonly<Record<string, Kind>>;

/**
 * Beginning of the key of a column with the values of an attribute. Its folded name follows. A list that has such
 * columns declares the beginning.
 */
export const ATTRIBUTE_KEY = '@';

export const attributeKey = (name: string) => `${ATTRIBUTE_KEY}${fold(name).normalize('NFC')}`;

/** Returns the folded name of the attribute of a column; null for other columns. */
export const attributeOf = (column: string): string | null =>
  column.startsWith(ATTRIBUTE_KEY) && column !== ATTRIBUTE_KEY ? column.slice(ATTRIBUTE_KEY.length) : null;

/** Returns the kind of a column of a list, or undefined when the list has no such column. */
export function kindOf(columns: Columns, column: string): Kind | undefined {
  const declared = attributeOf(column) === null ? column : ATTRIBUTE_KEY;
  return column !== ATTRIBUTE_KEY && Object.hasOwn(columns, declared) ? columns[declared] : undefined;
}

const TEXT_MODES = ['contains', 'starts_with', 'ends_with', 'matches', 'in', 'is_empty', 'is_not_empty'] as const;
export const MODES = {
  text: TEXT_MODES,
  code: TEXT_MODES,
  codes: ['contains', 'starts_with', 'ends_with', 'matches', 'in'],
  prose: TEXT_MODES,
  number: ['matches', 'greater_than', 'less_than', 'between', 'in'],
  link: ['matches', 'in'],
  date: ['matches', 'greater_than', 'less_than', 'between'],
  flag: ['matches'],
  attribute: [
    'contains',
    'starts_with',
    'matches',
    'in',
    'greater_than',
    'less_than',
    'between',
    'is_empty',
    'is_not_empty',
  ],
} as const satisfies Record<Kind, readonly string[]>;
export type Mode = (typeof MODES)[Kind][number];

/** Filter with its value as sent. `splitValue` separates the values of modes that have several. */
export type Filter = { readonly mode: Mode; readonly column: string; readonly value: string };
export type Sort = { readonly column: string; readonly descending: boolean };
export type ListQuery = {
  readonly page: number;
  /** Sort keys of the row before the page, from a cursor. The page begins after that row. */
  readonly after?: readonly string[];
  readonly size: number;
  readonly filters: readonly Filter[];
  readonly sort: readonly Sort[];
};

export const PAGE_SIZE = 50;
const MAX_PAGE_SIZE = 200;
/** Keeps page × size inside the range of an offset of PostgreSQL. */
const MAX_PAGE = 100_000_000;

const UNSORTED: readonly (Kind | undefined)[] = ['prose', 'link', 'codes', undefined];

export const isSortable = (columns: Columns, column: string) => !UNSORTED.includes(kindOf(columns, column));

/** A number alone, or with a unit after it. */
const MEASURE = /^(-?[0-9]{1,15}(?:[.,][0-9]{1,9})?)(?: ?([^\d\s.,-].{0,29}))?$/;

/** Splits «2,5 cm» into its number and its unit, which is empty without one. Returns null for a text. */
export function splitMeasure(value: string): { readonly number: string; readonly unit: string } | null {
  const [, number, unit = ''] = MEASURE.exec(value) ?? [];
  return number === undefined ? null : { number, unit };
}

/** Functions that return the value in the compared form, or null when it is not valid for the kind of column. */
const READ_VALUE: Record<Kind, (value: string) => string | null> = {
  text: (value) => value,
  code: (value) => value,
  codes: (value) => value,
  prose: (value) => value,
  number: (value) => {
    const number = value.replace(',', '.');
    return /^-?\d{1,15}(\.\d{1,9})?$/.test(number) ? number : null;
  },
  link: (value) => (/^[1-9]\d{0,8}$/.test(value) ? value : null),
  flag: (value) => {
    if (/^(1|s|si|sí|true)$/i.test(value)) return '1';
    return /^(0|n|no|false)$/i.test(value) ? '0' : null;
  },
  date: (value) => (Day.safeParse(value).success ? value : null),
  attribute: (value) => value,
};

/** Modes that compare a number of an attribute with a measure. */
const MEASURED: readonly Mode[] = ['greater_than', 'less_than', 'between'];

/** Separators of two values, and of a list of values. */
const BETWEEN = '..';
const AMONG = ';';
export const MAX_AMONG = 200;

/** Returns the values of a filter: two for `between`, any number for `in`, none for the modes about emptiness. */
export function splitValue({ mode, value }: Pick<Filter, 'mode' | 'value'>): readonly string[] {
  switch (mode) {
    case 'between':
      return value.split(BETWEEN);
    case 'in':
      return value.split(AMONG);
    case 'is_empty':
    case 'is_not_empty':
      return [];
    case 'contains':
    case 'starts_with':
    case 'ends_with':
    case 'matches':
    case 'greater_than':
    case 'less_than':
      return [value];
  }
}

export const joinValues = (mode: 'between' | 'in', values: readonly string[]) =>
  values.join(mode === 'between' ? BETWEEN : AMONG);

/** Text that PostgreSQL accepts. */
const STORABLE = /^[^\0\p{Surrogate}]+$/u;
const MAX_VALUE_LENGTH = 200;
const FILTER_KEY = /^filter\[([a-z_]+)-([a-z_]+|@.+)\]$/;
/** Limit of filters by attributes: each one reads the values of an attribute. */
const MAX_ATTRIBUTE_FILTERS = 10;
const TOO_MANY_ATTRIBUTES = `Se permiten hasta ${MAX_ATTRIBUTE_FILTERS} filtros por atributos`;
const ONLY_ATTRIBUTE = 'Por un atributo se ordena sin otras columnas';
const AttributeName = requiredLine(100);

/** The name of an attribute is encoded in keys and orders, where commas and brackets have a meaning. */
export const writeColumn = (column: string) => {
  const name = attributeOf(column);
  return name === null ? column : ATTRIBUTE_KEY + encodeURIComponent(name);
};

/** Returns the column as it is compared: any spelling of the name of an attribute leads to the same one. */
function readColumn(written: string): string {
  if (attributeOf(written) === null) return written;
  try {
    const { data } = AttributeName.safeParse(decodeURIComponent(written.slice(ATTRIBUTE_KEY.length)));
    return data === undefined ? ATTRIBUTE_KEY : attributeKey(data);
  } catch {
    return ATTRIBUTE_KEY;
  }
}

type Wire = Record<string, string>;
const Parameters = mapOf(z.string(), z.string('Este parámetro va una sola vez'), {
  max: 100,
  message: 'Son demasiados parámetros',
});
type Problem = { readonly key: string; readonly message: string };

/**
 * Codec: `page[number]=2&filter[contains-name]=abc&sort=-name` ⇄ one typed object. Unknown columns and modes are
 * refused.
 */
export function listQuery(columns: Columns, defaultSort: string) {
  const codec = z.codec(Parameters, z.custom<ListQuery>(), {
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

const filterQuery = (columns: Columns) =>
  z.codec(Parameters, z.custom<readonly Filter[]>(), {
    decode: (wire, context) => {
      const filters: Filter[] = [];
      for (const [key, value] of Object.entries(wire)) {
        const message = addFilter(filters, columns, key, value);
        if (message !== null) context.issues.push({ code: 'custom', input: wire, path: [key], message });
      }
      return filters;
    },
    encode: named,
  });

/** Rows of a list without pages, in its order, and the columns to show of them. */
export type TableQuery = Pick<ListQuery, 'filters' | 'sort'> & { readonly columns: readonly string[] };

const MAX_TABLE_COLUMNS = 60;

/** Returns the columns in their order, each once, or an error message. Each is an attribute or among the `offered`. */
function readColumns(written: string | undefined, offered: readonly string[]): readonly string[] | string {
  const columns = [...new Set(written?.split(',').map(readColumn))].filter((column) => column !== '');
  if (columns.length === 0) return 'Falta elegir las columnas';
  if (columns.length > MAX_TABLE_COLUMNS) return `Se permiten hasta ${MAX_TABLE_COLUMNS} columnas`;
  const isOffered = (column: string) => attributeOf(column) !== null || offered.includes(column);
  return columns.every(isOffered) ? columns : 'La tabla no tiene esa columna';
}

/** Codec of a table: the filters and the order of the list, and `columns=code,product`. */
const tableQuery = (columns: Columns, defaultSort: string, offered: readonly string[]) =>
  z.codec(Parameters, z.custom<TableQuery>(), {
    decode: ({ columns: written, ...wire }, context) => {
      const { query, problems } = readQuery(columns, defaultSort, wire);
      const read = readColumns(written, offered);
      if (typeof read === 'string') problems.push({ key: 'columns', message: read });
      for (const key of Object.keys(wire)) {
        if (key.startsWith('page[')) problems.push({ key, message: 'Un archivo tiene todas las páginas' });
      }
      for (const { key, message } of problems) {
        context.issues.push({ code: 'custom', input: wire, path: [key], message });
      }
      return { filters: query.filters, sort: query.sort, columns: typeof read === 'string' ? [] : read };
    },
    encode: ({ filters, sort, columns: chosen }) => ({
      columns: chosen.map(writeColumn).join(),
      ...writeQuery({ page: 1, size: PAGE_SIZE, filters, sort }, defaultSort),
    }),
  });

function readQuery(columns: Columns, defaultSort: string, wire: Wire) {
  const problems: Problem[] = [];
  const filters: Filter[] = [];
  let page = 1;
  let after: readonly string[] | undefined;
  let size = PAGE_SIZE;
  let sort = readSort(wire.sort ?? defaultSort);
  for (const [key, value] of Object.entries(wire)) {
    if (key === 'page[number]') {
      const number =
        readCount(value, MAX_PAGE) ?? refuse(problems, key, `Tiene que ser un número de 1 a ${MAX_PAGE}`, page);
      // The page number of a cursor takes precedence.
      if (!after) page = number;
    } else if (key === 'page[size]')
      size =
        readCount(value, MAX_PAGE_SIZE) ??
        refuse(problems, key, `Tiene que ser un número de 1 a ${MAX_PAGE_SIZE}`, size);
    else if (key === 'page[after]') {
      const cursor = readCursor(value, sort);
      if (cursor) ({ page, after } = cursor);
      else problems.push({ key, message: 'No es un cursor de esta lista y este orden' });
    } else if (key === 'sort') {
      const isOffered = sort.every(({ column }) => isSortable(columns, column));
      if (isOffered && (sort.length === 1 || sort.every(({ column }) => attributeOf(column) === null))) continue;
      problems.push({ key, message: isOffered ? ONLY_ATTRIBUTE : 'No se puede ordenar por esa columna' });
      sort = readSort(defaultSort);
    } else {
      const message = addFilter(filters, columns, key, value);
      if (message !== null) problems.push({ key, message });
    }
  }
  return { query: { page, size, filters, sort, ...(after && { after }) } satisfies ListQuery, problems };
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
  const sort = names.map((name) => ({ column: readColumn(name.replace(/^-/, '')), descending: name.startsWith('-') }));
  // Duplicates are dropped: the second mention of a column cannot change the order.
  return sort.filter(({ column }, index) => sort.findIndex((other) => other.column === column) === index);
}

/** Adds the filter of a key, unless its value is empty. Returns an error message, or null. */
function addFilter(filters: Filter[], columns: Columns, key: string, value: string): string | null {
  const filter = readFilter(columns, key, value);
  if (typeof filter === 'string') return filter;
  if (!filter) return null;
  filters.push(filter);
  const ofAttributes = filters.filter(({ column }) => attributeOf(column) !== null);
  return ofAttributes.length > MAX_ATTRIBUTE_FILTERS ? TOO_MANY_ATTRIBUTES : null;
}

/** Returns the filter, null for an empty value, or an error message. */
function readFilter(columns: Columns, key: string, raw: string): Filter | string | null {
  const [, mode = '', written = ''] = FILTER_KEY.exec(key) ?? [];
  const column = readColumn(written);
  const kind = kindOf(columns, column);
  if (!kind) return 'No se puede filtrar por esa columna';
  const offered = MODES[kind].find((candidate) => candidate === mode);
  if (!offered) return 'Esa columna no se filtra de ese modo';
  // Normalized like stored texts.
  const text = kind === 'prose' ? tidyParagraph(raw) : tidy(raw);
  if (text === '') return null;
  const value = readFilterValue(kind, offered, text);
  return value === null ? 'El valor del filtro no es válido' : { mode: offered, column, value };
}

function readFilterValue(kind: Kind, mode: Mode, text: string): string | null {
  const readOne = (one: string) => {
    if (!STORABLE.test(one) || one.length > MAX_VALUE_LENGTH) return null;
    if (kind === 'attribute' && MEASURED.includes(mode) && splitMeasure(one) === null) return null;
    return READ_VALUE[kind](one);
  };
  if (mode === 'is_empty' || mode === 'is_not_empty') return READ_VALUE.flag(text) === '1' ? '1' : null;
  if (mode !== 'between' && mode !== 'in') return readOne(text);
  const values = splitValue({ mode, value: text }).map((one) => one.trim());
  const given = mode === 'in' ? [...new Set(values)].filter((one) => one !== '') : values;
  const read = given.map(readOne).filter((one) => one !== null);
  const fits = mode === 'in' ? given.length >= 1 && given.length <= MAX_AMONG : given.length === 2;
  return fits && read.length === given.length ? joinValues(mode, read) : null;
}

/**
 * Returns a cursor: number of the next page, order, and sort keys of the last row of this page. Callers treat it as
 * opaque.
 */
export const writeCursor = (page: number, sort: readonly Sort[], after: readonly string[]): string =>
  JSON.stringify([page, writeSort(sort), ...after]);

/** Longest cursor, so that it fits into an address. */
const MAX_CURSOR = 12_000;
const isKey = (value: unknown): value is string => typeof value === 'string' && (value === '' || STORABLE.test(value));

/** Returns null for a malformed cursor, and for one of another order. */
export function readCursor(cursor: string, sort: readonly Sort[]): { page: number; after: string[] } | null {
  const read = cursor.length <= MAX_CURSOR ? parseJson(cursor) : null;
  if (!Array.isArray(read)) return null;
  const [page, order, ...after] = read as unknown[];
  const isPage = typeof page === 'number' && Number.isInteger(page) && page >= 1 && page <= MAX_PAGE;
  return isPage && order === writeSort(sort) && after.every(isKey) ? { page, after } : null;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export const writeSort = (sort: readonly Sort[]) =>
  sort.map(({ column, descending }) => (descending ? '-' : '') + writeColumn(column)).join(',');

export const writeFilters = (filters: readonly Filter[]): Wire =>
  Object.fromEntries(
    filters
      .filter(({ value }) => value !== '')
      .map(({ mode, column, value }) => [`${mode}-${writeColumn(column)}`, value]),
  );

const named = (filters: readonly Filter[]): Wire =>
  Object.fromEntries(Object.entries(writeFilters(filters)).map(([name, value]) => [`filter[${name}]`, value]));

/** Leaves out defaults, so that links stay short. */
function writeQuery({ page, after, size, filters, sort }: ListQuery, defaultSort: string): Wire {
  const order = writeSort(sort);
  const pageNumber = page !== 1 && { 'page[number]': String(page) };
  return {
    ...(after ? { 'page[after]': writeCursor(page, sort, after) } : pageNumber),
    ...(size !== PAGE_SIZE && { 'page[size]': String(size) }),
    ...named(filters),
    ...(order !== defaultSort && { sort: order }),
  };
}

/** Page object of §3. `filters` and `sort` echo the applied ones; `next` is the cursor of the next page. */
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
    next: z.string().nullable(),
  });
export type Paged<Row> = z.output<ReturnType<typeof paged<z.ZodType<Row>>>>;

/** Returns the fields that make an endpoint a paged list. */
export function listed<const C extends Columns>(columns: C, defaultSort: string) {
  if (!readSort(defaultSort).every(({ column }) => isSortable(columns, column))) {
    throw new Error(`A list cannot be sorted by ${defaultSort}: it has no such column`);
  }
  return { columns, usualOrder: readSort(defaultSort), query: listQuery(columns, defaultSort) };
}

/** Returns the fields of an endpoint with the filters of a list, without pages and order, such as a file. */
export const filtered = <const C extends Columns>(filters: C) => ({ filters, query: filterQuery(filters) });

/** Returns the fields of an endpoint with all rows of a list in its order, such as a file of a table. */
export const tabled = <const C extends Columns>(
  list: { readonly columns: C; readonly usualOrder: readonly Sort[] },
  offered: readonly string[],
) => ({ filters: list.columns, offered, query: tableQuery(list.columns, writeSort(list.usualOrder), offered) });
