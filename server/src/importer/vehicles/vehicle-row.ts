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
 * In «Versión», or chosen for a description: every vehicle that matches the other columns. After the beginning of a
 * version («1.6*»): every such vehicle whose version starts with it.
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
  /** No model has the name, so that it is compared with families: «Gol» may stand for «Gol Trend». */
  readonly byFamily: boolean;
  /** Versions match when they start with the given one. */
  readonly isPrefix: boolean;
  /** Selects all vehicles that match, instead of refusing several. */
  readonly all: boolean;
};

/** The column with the years of the search. */
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

/** Whether no column about the vehicle has an error. */
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
