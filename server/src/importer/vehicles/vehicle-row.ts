import { requiredLine } from '@piezario/contract/fields';
import type { Column } from '../reading/layout.ts';
import type { RowReader } from '../reading/row-reader.ts';
import { readYears, type Years } from './years.ts';

export const ID_COLUMN = 'ID vehículo' satisfies Column;
export const TEXT_COLUMNS = [
  'Marca vehículo',
  'Modelo',
  'Versión',
  'Motor',
  'Combustible',
  'Cilindrada',
  'Válvulas',
] as const satisfies readonly Column[];
/** Indexes of TEXT_COLUMNS. */
export const [BRAND, MODEL, VERSION, FUEL, DISPLACEMENT, VALVES] = [0, 1, 2, 4, 5, 6] as const;
const YEAR_COLUMNS = ['Desde', 'Hasta'] as const satisfies readonly Column[];
const DESCRIPTIVE: readonly Column[] = [...TEXT_COLUMNS, ...YEAR_COLUMNS];

/**
 * In «Versión», or as the meaning of a description: every vehicle that matches the other columns. After the beginning of a
 * version, every vehicle whose version begins so: «1.6*».
 */
export const ALL = '*';

/** The description of a vehicle in a row; null where a column is blank. */
export type Described = {
  readonly id: number | null;
  /** In the order of TEXT_COLUMNS. */
  readonly texts: readonly (string | null)[];
  /** The years in which the vehicle was first and last sold, or some years in which it was sold. */
  readonly from: number | null;
  readonly until: number | null;
  /** The column that has a range of years. */
  readonly range: 'Desde' | 'Hasta' | null;
  /** All columns but the ID as they were written; empty where there is an ID. */
  readonly written: string;
};

/** A description with its texts as they are compared. */
export type Sought = Omit<Described, 'written'> & {
  /** No model has the name: the models of its family are meant, as «Gol Trend» is of «Gol». */
  readonly byFamily: boolean;
  /** The version is the beginning of those that match. */
  readonly isPrefix: boolean;
  /** All vehicles that match are meant. */
  readonly all: boolean;
};

/** The column that years are sought by. */
export const yearColumn = ({ range, from }: Sought): Column => range ?? (from === null ? 'Hasta' : 'Desde');

const Text = requiredLine(200);

export function describeVehicle(reader: RowReader): Described {
  const id = reader.whole(ID_COLUMN, 'Tiene que ser el número de un vehículo');
  const written = id === null ? DESCRIPTIVE.map((column) => reader.writtenIn(column)) : [];
  return {
    id,
    texts: TEXT_COLUMNS.map((column) => reader.optional(column, Text)),
    ...describeYears(reader),
    written: written.filter((text) => text !== '').join(' · '),
  };
}

/** Whether the row says everything that it means to say about the vehicle. */
export const isReadable = (reader: RowReader) =>
  !reader.problems.some(({ column }) => column === ID_COLUMN || DESCRIPTIVE.includes(column));

function describeYears(reader: RowReader): Pick<Described, 'from' | 'until' | 'range'> {
  const [from, until] = YEAR_COLUMNS.map((column) => readCell(reader, column));
  for (const [column, years, other] of [
    ['Desde', from, until],
    ['Hasta', until, from],
  ] as const) {
    if (!years || !('from' in years)) continue;
    if (other) reader.refuse(column, 'Un rango de años va solo: dejá la otra columna en blanco');
    return { ...years, range: column };
  }
  const yearOf = (years: Years | null | undefined) => (years && 'year' in years ? years.year : null);
  return { from: yearOf(from), until: yearOf(until), range: null };
}

/** Null where the cell is blank or wrong. */
function readCell(reader: RowReader, column: Column): Years | null {
  const text = reader.optional(column, Text);
  const years = text === null ? null : readYears(text);
  if (!years || !('wrong' in years)) return years;
  reader.refuse(column, years.wrong);
  return null;
}
