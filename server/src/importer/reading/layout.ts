import { isBlankText, tidy } from '@piezario/contract/fields';
import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import { fold } from '@piezario/contract/words';
import { JobFailure } from '../../jobs/job.ts';
import type { Limits } from '../../jobs/limits.ts';
import type { Row, SheetReader, WorkbookReader } from '../../spreadsheet/reading/read.ts';
import { type Cell, cellText } from '../../spreadsheet/reading/read.ts';
import { mergedFiller } from './merged-cells.ts';

/** A column of any sheet of the format. */
export type Column = (typeof IMPORT_SHEETS)[ImportSheet][number];

/** A row of data, with its cells in the order of the format. */
export type DataRow = {
  readonly sheet: string;
  readonly number: number;
  readonly cells: readonly Cell[];
  /** The index of each column of the format in the file; undefined where the file does not have it. */
  readonly indexes: readonly (number | undefined)[];
  /** The columns of the person's own file that the cells come from, in a file of another format. */
  readonly titles?: ReadonlyMap<Column, string>;
};

/** A sheet of the workbook, and the sheet of the format that it contains. */
export type Table = { readonly format: ImportSheet; readonly sheet: SheetReader };

/** Columns that identify a row. */
const KEYS: Record<ImportSheet, readonly Column[]> = {
  Piezas: ['Marca', 'Producto', 'Código'],
  Atributos: ['Marca', 'Producto', 'Código', 'Nombre'],
  Equivalencias: ['Marca', 'Producto', 'Código', 'Marca equivalente', 'Código equivalente'],
  Aplicaciones: ['Marca', 'Producto', 'Código'],
};

/** Other rows may precede the header, such as the name of the list. */
const MAX_ABOVE_HEADER = 49;
const MAX_NAMED = 10;
const MAX_SHOWN = 50;

/** No title or name of a sheet is longer. Normalizing a longer cell would cost the square of its length. */
const MAX_TITLE = 100;

/** A title or the name of a sheet without case, accents or punctuation, for comparison. */
export const plainTitle = (name: string) =>
  fold(tidy(name.slice(0, MAX_TITLE)))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const FORMATS = Object.keys(IMPORT_SHEETS) as ImportSheet[];
/** The sheet that the file of errors adds. */
export const CORRECTIONS_SHEET = 'Correcciones';
/** Sheets of downloaded files that have nothing to import. */
const UNREAD = ['Ayuda', CORRECTIONS_SHEET].map(plainTitle);
/** The column that the file of errors adds. */
export const REASON_COLUMN = 'Motivo';
const REASON = plainTitle(REASON_COLUMN);

export const isBlank = (cell: Cell) => cell === null || (typeof cell === 'string' && isBlankText(cell));

const list = (names: readonly string[]) => {
  const shown = names
    .slice(0, MAX_NAMED)
    .map((name) => `«${name.length > MAX_SHOWN ? `${name.slice(0, MAX_SHOWN)}…` : name}»`);
  return names.length > MAX_NAMED ? `${shown.join(', ')} y ${names.length - MAX_NAMED} más` : shown.join(', ');
};

/** The sheet of the format with this name. A full sheet continues in «Piezas (2)». */
export function formatOf(name: string): ImportSheet | undefined {
  const compared = plainTitle(tidy(name).replace(/\(\d+\)$/, ''));
  return FORMATS.find((format) => plainTitle(format) === compared);
}

/** The sheets to read, in the order of the format. */
export function findTables({ sheets }: WorkbookReader): { tables: Table[]; warnings: string[] } {
  const shown = sheets.filter(({ hidden }) => !hidden);
  const tables = FORMATS.flatMap((format) =>
    shown.filter(({ name }) => formatOf(name) === format).map((sheet): Table => ({ format, sheet })),
  );
  const hidden = sheets.filter(({ hidden, name }) => hidden && formatOf(name)).map(({ name }) => name);
  const unknown = shown
    .filter(({ name }) => !formatOf(name) && !UNREAD.includes(plainTitle(name)))
    .map(({ name }) => name);
  if (!tables.some(({ format }) => format === 'Piezas')) {
    const hiddenParts = hidden.filter((name) => formatOf(name) === 'Piezas');
    if (hiddenParts.length > 0) {
      throw new JobFailure(`está oculta la hoja ${list(hiddenParts)}: mostrala en Excel y volvé a subir el archivo`);
    }
    const names = shown.map(({ name }) => name);
    throw new JobFailure(`el archivo no tiene una hoja «Piezas»${names.length > 0 ? `. Tiene: ${list(names)}` : ''}`);
  }
  return {
    tables,
    warnings: [
      ...(unknown.length > 0 ? [`No se leyeron las hojas que no son del formato: ${list(unknown)}`] : []),
      ...(hidden.length > 0 ? [`No se leyeron las hojas ocultas: ${list(hidden)}`] : []),
    ],
  };
}

type Header = {
  readonly row: number;
  readonly indexes: DataRow['indexes'];
  readonly warnings: readonly string[];
  /** Whether the column of the file has no title. */
  readonly isUntitled: (index: number) => boolean;
};

/** The rows of data, in groups. Calls `warn` for each thing that is not read. */
export const readTable = (table: Table, limits: Limits, warn: (warning: string) => void): AsyncGenerator<DataRow[]> =>
  inGroups(readData(table, warn), limits);

async function* readData({ format, sheet }: Table, warn: (warning: string) => void): AsyncGenerator<DataRow[]> {
  let header: Header | null = null;
  let hasUntitled = false;
  let fill = (row: DataRow) => row;
  let isFilled = false;
  const merged = await sheet.merged();
  if (!merged) warn(`Hoja «${sheet.name}»: tiene demasiadas celdas combinadas, y no se completaron`);
  for await (const rows of sheet.rows()) {
    // The first batch is large enough to contain the header.
    if (!header) {
      header = readHeader(format, sheet.name, rows);
      for (const warning of header.warnings) warn(`Hoja «${sheet.name}»: ${warning}`);
      fill = mergedFiller(merged ?? [], header.row, header.indexes);
    }
    const { row, indexes, isUntitled } = header;
    const below = rows.filter(({ number }) => number > row);
    if (!hasUntitled && below.some(({ cells }) => cells.some((cell, index) => isUntitled(index) && !isBlank(cell)))) {
      hasUntitled = true;
      warn(`Hoja «${sheet.name}»: no se leen las columnas sin título`);
    }
    const data = below.map(({ number, cells }): DataRow => {
      const ofFormat = indexes.map((index) => (index === undefined ? null : (cells[index] ?? null)));
      return { sheet: sheet.name, number, cells: ofFormat, indexes };
    });
    // Drops blank rows before merged cells would fill them.
    const own = data.filter(({ cells }) => !cells.every(isBlank));
    const filled = own.map(fill);
    if (!isFilled && filled.some((row, index) => row !== own[index])) {
      isFilled = true;
      warn(`Hoja «${sheet.name}»: se completaron las celdas combinadas`);
    }
    yield filled;
  }
}

export async function* inGroups(
  batches: AsyncIterable<readonly DataRow[]>,
  { groupRows, groupCharacters }: Limits,
): AsyncGenerator<DataRow[]> {
  let group: DataRow[] = [];
  let characters = 0;
  for await (const batch of batches) {
    for (const row of batch) {
      group.push(row);
      for (const cell of row.cells) if (typeof cell === 'string') characters += cell.length;
      if (group.length < groupRows && characters < groupCharacters) continue;
      yield group;
      group = [];
      characters = 0;
    }
  }
  if (group.length > 0) yield group;
}

/** The header: the one of the first rows that lacks the fewest key columns. */
function readHeader(format: ImportSheet, sheet: string, rows: readonly Row[]): Header {
  const upper = rows.slice(0, MAX_ABOVE_HEADER + 1);
  const indexesOfRows = upper.map(({ cells }) => columnIndexes(format, cells));
  const lacking = indexesOfRows.map((indexes) => missingKeys(format, indexes));
  const found = lacking.findIndex(({ length }) => lacking.every((other) => length <= other.length));
  const [header, indexes, missing] = [upper[found], indexesOfRows[found], lacking[found]];
  if (!header || !indexes || !missing) throw new JobFailure(`la hoja «${sheet}» no tiene títulos`);
  if (missing.length > 0) {
    throw new JobFailure(
      `a la hoja «${sheet}» le ${missing.length === 1 ? 'falta la columna' : 'faltan las columnas'} ${list(missing)}`,
    );
  }
  const titles = header.cells.map(titleOf);
  const known = IMPORT_SHEETS[format].map(plainTitle);
  const twice = IMPORT_SHEETS[format].find((_, index) => titles.filter((title) => title === known[index]).length > 1);
  if (twice) throw new JobFailure(`la hoja «${sheet}» tiene dos veces la columna «${twice}»`);
  const unknown = header.cells.filter((_, index) => {
    const title = titles[index];
    return title && title !== REASON && !known.includes(title);
  });
  return {
    row: header.number,
    indexes,
    warnings: [
      ...(found > 0 ? ['no se leyó lo que está arriba de los títulos'] : []),
      ...(unknown.length > 0 ? [notRead(unknown.map(cellText), format)] : []),
    ],
    isUntitled: (index) => !titles[index],
  };
}

function notRead(titles: readonly string[], format: ImportSheet): string {
  const columns =
    titles.length === 1
      ? `no se lee la columna ${list(titles)}, que no es del formato`
      : `no se leen las columnas ${list(titles)}, que no son del formato`;
  return format === 'Piezas' ? `${columns}: los datos de una pieza van en la hoja «Atributos»` : columns;
}

const titleOf = (cell: Cell) => plainTitle(cellText(cell));

function columnIndexes(format: ImportSheet, cells: readonly Cell[]): (number | undefined)[] {
  const titles = cells.map(titleOf);
  return IMPORT_SHEETS[format].map((column) => {
    const index = titles.indexOf(plainTitle(column));
    return index === -1 ? undefined : index;
  });
}

function missingKeys(format: ImportSheet, indexes: readonly (number | undefined)[]): string[] {
  const columns: readonly string[] = IMPORT_SHEETS[format];
  const missing = KEYS[format].filter((key) => indexes[columns.indexOf(key)] === undefined);
  const hasVehicle =
    format !== 'Aplicaciones' || indexes.slice(KEYS[format].length).some((index) => index !== undefined);
  return missing.length > 0 || hasVehicle ? missing : ['ID vehículo'];
}
