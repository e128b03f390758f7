import { tidy } from '@piezario/contract/fields';
import { CLEARED, IMPORT_SHEETS, type ImportSheet, isCleared, type Offer } from '@piezario/contract/importer';
import type { z } from 'zod';
import { type Cell, cellText, isErrorText, isImprecise, UNCALCULATED } from '../../spreadsheet/reading/read.ts';
import { type Column, type DataRow, isBlank } from './layout.ts';
import type { Mappings } from './mappings.ts';

/** An error of a row, as shown to the user, and likely corrections. */
export type Problem = {
  readonly column: Column;
  readonly value: string;
  readonly reason: string;
  readonly offers: readonly Offer[];
};

/** A schema of the contract for a text. */
export type TextSchema = z.ZodType<string>;

const MANDATORY = 'Completá este campo';
const IMPRECISE =
  'El número tiene más de 15 cifras y la planilla perdió las últimas: poné la celda como texto y escribilo de nuevo';
const NOT_CALCULATED =
  'La fórmula no tiene un resultado guardado: abrí la planilla en Excel, guardala y volvé a subirla, o escribí el valor';
const madeADate = (what: string) =>
  `La planilla lo convirtió en una fecha: poné la columna como texto y escribí ${what} de nuevo`;
const shortened = (column: Column, text: string) =>
  `${column} «${text}»: parece un número que la planilla abrevió. Si le faltan cifras, poné la columna como texto y escribilo de nuevo`;
const NOT_CLEARED = `No se puede vaciar: acá no va ${CLEARED}`;

/** A cell may show decimals or thousands separators in whole numbers: 2008,00 or 1.204. */
const WHOLE = /^(\d{1,9}|\d{1,3}(?:\.\d{3}){1,2})(?:,0+)?$/;
/** 7,79E+12 */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E\+\d\d$/i;
/** Spreadsheets show 12 digits or more as 6 digits and an exponent. Read back from a CSV, the others are zeros. */
const SHORTENED = /^[1-9]\d{0,5}0{6,}$/;
const SHORTENED_LENGTH = 12;
const NO_DECIMALS = /,0+$/;

const YES = new Set(['si', 'sí', 's', '1', 'x', 'verdadero', 'true', 'yes', 'y', '✓', '✔']);
const NO = new Set(['no', 'n', '0', 'falso', 'false']);
const wordsOf = (words: string) => new Set(words.split(' '));
/** More words for yes and no, by column of a flag. «Baja» is no in one and yes in another. */
const FLAG_WORDS: { readonly [Name in Column]?: readonly [yes: ReadonlySet<string>, no: ReadonlySet<string>] } = {
  Habilitada: [
    wordsOf('activo activa habilitado habilitada alta vigente ok disponible publicado active enabled ativo'),
    wordsOf(
      'inactivo inactiva deshabilitado deshabilitada baja suspendido suspendida anulado inactive disabled inativo',
    ),
  ],
  Discontinuada: [
    wordsOf('discontinuado discontinuada discontinuo discontinua baja fuera discontinued obsolete'),
    new Set(['activo', 'activa', 'vigente', 'alta', 'en línea', 'en linea']),
  ],
  Universal: [new Set(['universal', 'todos']), new Set()],
};
const flagText = (text: string) => text.toLowerCase().replace(NO_DECIMALS, '');
export const isYes = (text: string) => YES.has(flagText(text));
export const isNo = (text: string) => NO.has(flagText(text));

/** Reads a text in the column of a flag; null where it is neither yes nor no. */
export function readFlag(column: Column, text: string): boolean | null {
  const [yes, no] = FLAG_WORDS[column] ?? [];
  const word = flagText(text).replace(/\.$/, '');
  if (isYes(text) || yes?.has(word)) return true;
  return isNo(text) || no?.has(word) ? false : null;
}

/** Texts that stand for missing data: S/D, N/D, N/A, S/E, s/eq, #N/D and dashes. */
const NO_DATA =
  /^(?:[sn]\/d|n\/[ac]|s\/(?:datos?|e|eq|equiv|i|c[oó]d|ref)|sin (?:datos?|equivalencias?|c[oó]digo|informaci[oó]n)|no (?:tiene|posee|aplica|corresponde)|[-–—.]+|#n\/[ad])\.?$/i;
/** Characters. Printed lists have long rows of dashes. */
const MAX_NO_DATA = 200;
/** Whether a text says that there is no data. */
export const isNoData = (text: string) => text.length <= MAX_NO_DATA && NO_DATA.test(text.trim());
/** Columns whose texts are kept as they are: these may be codes, values and descriptions. */
const VERBATIM: ReadonlySet<Column> = new Set<Column>([
  ...(['Marca', 'Producto', 'Código', 'Descripción', 'Nombre', 'Valor', 'Marca equivalente'] as const),
  'Código equivalente',
]);

/** Reads the values of a row and collects its errors and notices. */
export class RowReader {
  readonly row: DataRow;
  readonly problems: Problem[] = [];
  /** Notices for the user about a good row. Equal notices of several rows are shown once. */
  readonly notices: string[] = [];
  readonly #columns: readonly Column[];
  readonly #mappings: Mappings;

  constructor(format: ImportSheet, row: DataRow, mappings: Mappings) {
    this.row = row;
    this.#columns = IMPORT_SHEETS[format];
    this.#mappings = mappings;
  }

  refuse(column: Column, reason: string, offers: readonly Offer[] = []): void {
    this.problems.push({ column, value: this.textOf(column), reason, offers });
  }

  /** Returns the replacement that the user has chosen for a value of a column. */
  meaning(column: Column, value: string): string | undefined {
    return this.#mappings.get(column, value);
  }

  /** The text that the cell shows. */
  textOf(column: Column): string {
    return cellText(this.#cell(column));
  }

  /** The text of a cell, or nothing where it has no data. */
  writtenIn(column: Column): string {
    const text = this.textOf(column).trim();
    return !VERBATIM.has(column) && isNoData(text) ? '' : text;
  }

  /** Whether the file has the column. */
  has(column: Column): boolean {
    return this.row.indexes[this.#columns.indexOf(column)] !== undefined;
  }

  /** Empty only after an error. */
  required(column: Column, schema: TextSchema): string {
    const text = this.#uncleared(column, schema);
    if (text === null && !this.#isRefused(column)) this.refuse(column, MANDATORY);
    return text ?? '';
  }

  /** Null where the cell is blank. */
  optional(column: Column, schema: TextSchema): string | null {
    return this.#uncleared(column, schema);
  }

  /** A code. Dates are refused: the spreadsheet has replaced the typed text. */
  code(column: Column, schema: TextSchema): string {
    if (this.#isRefusedDate(column, 'el código')) return '';
    const code = this.required(column, schema);
    if (isShortened(this.#cell(column), code)) this.notices.push(shortened(column, code));
    return code;
  }

  /** Like `clearable`, but refuses dates: 5/8 is a thread, which the spreadsheet replaced by a date. */
  undated<T>(column: Column, schema: TextSchema, cleared: T): string | T | null {
    return this.#isRefusedDate(column, 'el valor') ? null : this.clearable(column, schema, cleared);
  }

  /** Null where the cell is blank; `cleared` where it contains «(vacío)». */
  clearable<T>(column: Column, schema: TextSchema, cleared: T): string | T | null {
    return this.#isCleared(column) ? cleared : this.#text(column, schema);
  }

  /** Null where the cell is blank. */
  flag(column: Column): boolean | null {
    const text = this.#uncleared(column);
    if (text === null) return null;
    const flag = readFlag(column, text);
    if (flag === null) this.refuse(column, 'Tiene que ser SI o NO');
    return flag ?? false;
  }

  /** Null where the cell is blank or wrong. */
  whole(column: Column, reason: string): number | null {
    const text = this.#uncleared(column);
    if (text === null) return null;
    const [, digits = ''] = WHOLE.exec(text) ?? [];
    if (digits !== '') return Number(digits.replaceAll('.', ''));
    this.refuse(column, reason);
    return null;
  }

  /** Like `whole`, but `cleared` where the cell contains «(vacío)». */
  clearableWhole<T>(column: Column, reason: string, cleared: T): number | T | null {
    return this.#isCleared(column) ? cleared : this.whole(column, reason);
  }

  #cell(column: Column): Cell {
    return this.row.cells[this.#columns.indexOf(column)] ?? null;
  }

  #isRefusedDate(column: Column, what: string): boolean {
    const isDate = this.#cell(column) instanceof Date;
    if (isDate) this.refuse(column, madeADate(what));
    return isDate;
  }

  #isRefused(column: Column): boolean {
    return this.problems.some((problem) => problem.column === column);
  }

  #isCleared(column: Column): boolean {
    const cell = this.#cell(column);
    return typeof cell === 'string' && cell.includes('(') && isCleared(tidy(cell));
  }

  #uncleared(column: Column, schema?: TextSchema): string | null {
    if (!this.#isCleared(column)) return this.#text(column, schema);
    this.refuse(column, NOT_CLEARED);
    return null;
  }

  #text(column: Column, schema?: TextSchema): string | null {
    const cell = this.#cell(column);
    if (isBlank(cell)) return null;
    const text = cellText(cell);
    if (!VERBATIM.has(column) && isNoData(text)) return null;
    const fault = faultOf(cell, text);
    if (fault) {
      this.refuse(column, fault);
      return null;
    }
    if (!schema) return tidy(text);
    const checked = check(schema, this.meaning(column, text) ?? text);
    if (typeof checked === 'string') return checked;
    this.refuse(column, checked.reason);
    return null;
  }
}

function faultOf(cell: Cell, text: string): string | null {
  if (text === UNCALCULATED.error) return NOT_CALCULATED;
  if (isErrorText(text)) return `La celda tiene un error de la planilla: ${text}`;
  return isImprecise(cell) ? IMPRECISE : null;
}

const isShortened = (cell: Cell, code: string) =>
  typeof cell === 'number' ? code.length >= SHORTENED_LENGTH && SHORTENED.test(code) : SCIENTIFIC.test(code);

/** Results of schemas by text, except for long texts: schemas are slow, and the texts of a spreadsheet repeat. */
const MAX_KEPT = 20_000;
const LONG = 200;
const checks = new Map<TextSchema, Map<string, string | { readonly reason: string }>>();

function check(schema: TextSchema, text: string): string | { readonly reason: string } {
  const known = checks.get(schema) ?? new Map<string, string | { readonly reason: string }>();
  const before = known.get(text);
  if (before !== undefined) return before;
  const { success, data, error } = schema.safeParse(text);
  const checked = success ? data : { reason: error.issues[0]?.message ?? MANDATORY };
  if (known.size >= MAX_KEPT) known.clear();
  if (text.length < LONG) checks.set(schema, known.set(text, checked));
  return checked;
}
