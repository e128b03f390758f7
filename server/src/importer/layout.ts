import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import type { Row, SheetReader, WorkbookReader } from '../spreadsheet/reading/read.ts';
import { type Cell, cellText } from '../spreadsheet/reading/read.ts';
import type { Limits } from './limits.ts';

/** The whole file is of no use; the message says why, after «Fallido:». */
export class UnusableFile extends Error {
  override name = 'UnusableFile';
}

/** A row of data: its cells are those of the format's columns, in their order. */
export type DataRow = { readonly sheet: string; readonly number: number; readonly cells: readonly Cell[] };

/** A sheet of the workbook that has rows for one of the format. */
export type Table = { readonly format: ImportSheet; readonly sheet: SheetReader };

/** Without these a row says nothing. */
const KEYS: Record<ImportSheet, readonly string[]> = {
  Piezas: ['Marca', 'Producto', 'Código'],
  Atributos: ['Marca', 'Producto', 'Código', 'Nombre'],
  Equivalencias: ['Marca', 'Producto', 'Código', 'Marca equivalente', 'Código equivalente'],
  Aplicaciones: ['Marca', 'Producto', 'Código'],
};

/** The titles may have something above them, such as the name of the list. */
const MOST_ABOVE_HEADER = 10;
const MOST_NAMED = 10;
const MOST_SHOWN = 50;

/** A name as it is compared: without case, accents or signs. */
const plain = (name: string) =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const FORMATS = Object.keys(IMPORT_SHEETS) as ImportSheet[];
const HELP = plain('Ayuda');
/** What the file of errors adds. */
export const REASON_COLUMN = 'Motivo';
const REASON = plain(REASON_COLUMN);

export const isBlank = (cell: Cell) => cell === null || (typeof cell === 'string' && cell.trim() === '');

const list = (names: readonly string[]) => {
  const shown = names
    .slice(0, MOST_NAMED)
    .map((name) => `«${name.length > MOST_SHOWN ? `${name.slice(0, MOST_SHOWN)}…` : name}»`);
  return names.length > MOST_NAMED ? `${shown.join(', ')} y ${names.length - MOST_NAMED} más` : shown.join(', ');
};

/** The sheet of the format that a name means. One that was full goes on in another: «Piezas (2)». */
export function formatOf(name: string): ImportSheet | undefined {
  const compared = plain(name.replace(/\(\d+\)\s*$/, ''));
  return FORMATS.find((format) => plain(format) === compared);
}

/** The sheets to read, in the order of the format. */
export function findTables({ sheets }: WorkbookReader): { tables: Table[]; warnings: string[] } {
  const shown = sheets.filter(({ hidden }) => !hidden);
  const tables = FORMATS.flatMap((format) =>
    shown.filter(({ name }) => formatOf(name) === format).map((sheet): Table => ({ format, sheet })),
  );
  const hidden = sheets.filter(({ hidden, name }) => hidden && formatOf(name)).map(({ name }) => name);
  const unknown = shown.filter(({ name }) => !formatOf(name) && plain(name) !== HELP).map(({ name }) => name);
  if (!tables.some(({ format }) => format === 'Piezas')) {
    const hiddenParts = hidden.filter((name) => formatOf(name) === 'Piezas');
    if (hiddenParts.length > 0) {
      throw new UnusableFile(`está oculta la hoja ${list(hiddenParts)}: mostrala en Excel y volvé a subir el archivo`);
    }
    const names = shown.map(({ name }) => name);
    throw new UnusableFile(`el archivo no tiene una hoja «Piezas»${names.length > 0 ? `. Tiene: ${list(names)}` : ''}`);
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
  /** Where each column of the format is; nowhere, if it is left out. */
  readonly places: readonly (number | undefined)[];
  readonly warnings: readonly string[];
  /** Whether the file gives that column no title. */
  readonly isUntitled: (place: number) => boolean;
};

/** The rows of data, in groups. Calls `warn` for each thing that is not read. */
export const readTable = (table: Table, limits: Limits, warn: (warning: string) => void): AsyncGenerator<DataRow[]> =>
  inGroups(readData(table, warn), limits);

async function* readData({ format, sheet }: Table, warn: (warning: string) => void): AsyncGenerator<DataRow[]> {
  let header: Header | null = null;
  let hasStrays = false;
  for await (const rows of sheet.rows()) {
    // The first batch is large enough to have the titles.
    if (!header) {
      header = readHeader(format, sheet.name, rows);
      for (const warning of header.warnings) warn(`Hoja «${sheet.name}»: ${warning}`);
    }
    const { row, places, isUntitled } = header;
    const below = rows.filter(({ number }) => number > row);
    if (!hasStrays && below.some(({ cells }) => cells.some((cell, place) => isUntitled(place) && !isBlank(cell)))) {
      hasStrays = true;
      warn(`Hoja «${sheet.name}»: no se leen las columnas sin título`);
    }
    const data = below.map(({ number, cells }): DataRow => {
      const ofFormat = places.map((place) => (place === undefined ? null : (cells[place] ?? null)));
      return { sheet: sheet.name, number, cells: ofFormat };
    });
    yield data.filter(({ cells }) => !cells.every(isBlank));
  }
}

async function* inGroups(
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

/** Of the upper rows, the one that has the keys of the format; the nearest to it, to say what is missing. */
function readHeader(format: ImportSheet, sheet: string, rows: readonly Row[]): Header {
  const upper = rows.slice(0, MOST_ABOVE_HEADER + 1);
  const placed = upper.map(({ cells }) => placesOf(format, cells));
  const lacking = placed.map((places) => missingKeys(format, places));
  const found = lacking.findIndex(({ length }) => lacking.every((other) => length <= other.length));
  const [header, places, missing] = [upper[found], placed[found], lacking[found]];
  if (!header || !places || !missing) throw new UnusableFile(`la hoja «${sheet}» no tiene títulos`);
  if (missing.length > 0) {
    throw new UnusableFile(
      `a la hoja «${sheet}» le ${missing.length === 1 ? 'falta la columna' : 'faltan las columnas'} ${list(missing)}`,
    );
  }
  const titles = header.cells.map(titleOf);
  const known = IMPORT_SHEETS[format].map(plain);
  const twice = IMPORT_SHEETS[format].find((_, index) => titles.filter((title) => title === known[index]).length > 1);
  if (twice) throw new UnusableFile(`la hoja «${sheet}» tiene dos veces la columna «${twice}»`);
  const unknown = header.cells.filter((_, place) => {
    const title = titles[place];
    return title && title !== REASON && !known.includes(title);
  });
  return {
    row: header.number,
    places,
    warnings: [
      ...(found > 0 ? ['no se leyó lo que está arriba de los títulos'] : []),
      ...(unknown.length > 0 ? [`no se leen las columnas ${list(unknown.map(cellText))}`] : []),
    ],
    isUntitled: (place) => !titles[place],
  };
}

const titleOf = (cell: Cell) => plain(cellText(cell));

function placesOf(format: ImportSheet, cells: readonly Cell[]): (number | undefined)[] {
  const titles = cells.map(titleOf);
  return IMPORT_SHEETS[format].map((column) => {
    const place = titles.indexOf(plain(column));
    return place === -1 ? undefined : place;
  });
}

function missingKeys(format: ImportSheet, places: readonly (number | undefined)[]): string[] {
  const columns: readonly string[] = IMPORT_SHEETS[format];
  const missing = KEYS[format].filter((key) => places[columns.indexOf(key)] === undefined);
  const hasVehicle =
    format !== 'Aplicaciones' || places.slice(KEYS[format].length).some((place) => place !== undefined);
  return missing.length > 0 || hasVehicle ? missing : ['ID vehículo'];
}
