import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import { counted } from '@piezario/contract/words';
import type { MappedSheet, RowKind, WorkbookMapping } from '@piezario/contract/workbook-mappings';
import { JobFailure } from '../../jobs/job.ts';
import type { Limits } from '../../jobs/limits.ts';
import {
  type Cell,
  cellText,
  type RowMarks,
  type SheetReader,
  type WorkbookReader,
} from '../../spreadsheet/reading/read.ts';
import { type DataRow, findTables, inGroups, readTable } from '../reading/layout.ts';
import {
  brandIn,
  type Carried,
  type Conversion,
  type ConvertedRow,
  convertRow,
  fillDown,
  isBlankCell,
  type Names,
  toDataRow,
} from './convert.ts';
import { discontinuedIn } from './discontinued.ts';
import { Headings } from './headings.ts';
import { YearMerger } from './merge-years.ts';
import { type FindProducts, ProductsByCode } from './products-by-code.ts';
import { isDetail, pageTitlesOf, rowKind, type SheetShape } from './row-kind.ts';
import { RowSpool } from './row-spool.ts';
import { sheetName } from './sample.ts';
import { plain } from './titles.ts';

/** The rows of an import, by sheet of the format. Each call of `rows` reads them from the beginning. */
export type RowSource = {
  readonly warnings: readonly string[];
  has(format: ImportSheet): boolean;
  rows(format: ImportSheet, limits: Limits, warn: (warning: string) => void): AsyncGenerator<DataRow[]>;
  close(): Promise<void>;
};

/** A workbook in the import format. */
export function nativeSource(workbook: WorkbookReader): RowSource {
  const { tables, warnings } = findTables(workbook);
  return {
    warnings: [...workbook.notices, ...warnings],
    has: (format) => tables.some((table) => table.format === format),
    async *rows(format, limits, warn) {
      for (const table of tables.filter((one) => one.format === format)) yield* readTable(table, limits, warn);
    },
    close: async () => {},
  };
}

type MappedTable = { readonly sheet: SheetReader; readonly mapping: MappedSheet };

export type MappedFile = {
  readonly workbook: WorkbookReader;
  readonly mapping: WorkbookMapping;
  readonly findProducts: FindProducts;
  /** Where the converted rows are spooled. */
  readonly path: string;
};

/** A workbook of another format, whose rows become rows of the import format. */
export async function mappedSource(
  { workbook, mapping, findProducts, path }: MappedFile,
  vehicles: Conversion['vehicles'],
  progress: () => void,
): Promise<RowSource> {
  const sheets = workbook.sheets.filter(({ hidden }) => !hidden);
  const tablesFor = (use: MappedSheet['use']) =>
    sheets.flatMap((sheet): MappedTable[] => {
      const found = mapping.sheets.find(({ names }) => names.includes(sheetName(sheet)));
      return found?.use === use ? [{ sheet, mapping: found }] : [];
    });
  const tables = tablesFor('rows');
  if (tables.length === 0) throw new JobFailure('el mapeo no lee ninguna hoja del archivo');
  const names = await readNames(tablesFor('names'), progress);
  const products = await readProducts(tables, { vehicles, names, products: new Map() }, findProducts, progress);
  const conversion = { vehicles, names, products };
  const unread = sheets.filter((one) => !tables.some(({ sheet }) => sheet === one) && !names.has(sheetName(one)));
  const hasTarget = (...targets: readonly string[]) =>
    tables.some(({ mapping: { columns } }) => columns.some(({ target }) => targets.includes(target.is)));
  const HAS: Readonly<Record<ImportSheet, () => boolean>> = {
    Piezas: () => true,
    Atributos: () => hasTarget('attribute', 'attributes'),
    Equivalencias: () => hasTarget('cross'),
    Aplicaciones: () => hasTarget('application', 'vehicle'),
  };
  const formats = FORMATS.filter((format) => HAS[format]());
  let spooled: Promise<SpooledRows> | undefined;
  return {
    warnings: [
      ...workbook.notices,
      ...(unread.length > 0 ? [`No se leyeron las hojas: ${unread.map(({ name }) => `«${name}»`).join(', ')}`] : []),
      ...tables.flatMap(({ sheet, mapping: { columns } }) => {
        const ignored = columns.filter(({ target, title }) => target.is === 'ignored' && title !== '');
        const titles = ignored.map(({ title }) => `«${title}»`).join(', ');
        return ignored.length > 0 ? [`Hoja «${sheet.name}»: no se leen las columnas ${titles}`] : [];
      }),
    ],
    has: (format) => formats.includes(format),
    async *rows(format, limits, warn) {
      spooled ??= spoolRows(path, tables, conversion, formats, progress);
      yield* inGroups(dataRows(await spooled, format), limits);
      if (format === 'Piezas') {
        const { discontinued } = await spooled;
        for (const table of tables)
          for (const warning of await marksOf(table, discontinued.get(table) ?? 0)) warn(warning);
      }
    },
    close: async () => (await spooled?.catch(() => undefined))?.spool.close(),
  };
}

/** The products of codes in sheets without products. */
async function readProducts(
  tables: readonly MappedTable[],
  conversion: Conversion,
  findProducts: FindProducts,
  progress: () => void,
): Promise<ReadonlyMap<string, string>> {
  const products = new ProductsByCode();
  const [byCode, others] = [true, false].map((is) => tables.filter(({ mapping }) => mapping.product_by_code === is));
  if (!byCode?.length) return new Map();
  for (const table of byCode) {
    for await (const rows of convertSheet(table, conversion)) {
      products.want(rows);
      progress();
    }
  }
  for (const table of others ?? []) {
    for await (const rows of convertSheet(table, conversion)) {
      products.add(rows);
      progress();
    }
  }
  return products.complete(findProducts, progress);
}

const FORMATS = Object.keys(IMPORT_SHEETS) as ImportSheet[];

const PICK: Readonly<Record<ImportSheet, (row: ConvertedRow) => readonly ConvertedRow['part'][]>> = {
  Piezas: ({ part, isContinued }) => (isContinued ? [] : [part]),
  Atributos: ({ attributes }) => attributes,
  Equivalencias: ({ crosses }) => crosses,
  Aplicaciones: ({ applications }) => applications,
};

/** The rows of all sheets, and the years of their applications: rows far apart may be about one part and vehicle. */
type SpooledRows = {
  readonly spool: RowSpool;
  readonly years: YearMerger;
  /** Number of rows of each table whose words say «discontinuado». */
  readonly discontinued: ReadonlyMap<MappedTable, number>;
};

async function spoolRows(
  path: string,
  tables: readonly MappedTable[],
  conversion: Conversion,
  formats: readonly ImportSheet[],
  progress: () => void,
): Promise<SpooledRows> {
  const [spool, years] = [await RowSpool.open(path), new YearMerger()];
  const discontinued = new Map<MappedTable, number>();
  try {
    for (const table of tables) {
      const reader = readerOf(table, conversion);
      for await (const rows of convertRows(table, reader)) {
        for (const row of rows) {
          const { sheet, number } = row;
          for (const format of formats) {
            for (const values of PICK[format](row)) {
              if (format === 'Aplicaciones') years.add(values);
              await spool.add(format, { sheet, number, values });
            }
          }
        }
        progress();
      }
      discontinued.set(table, reader.discontinuedRows);
    }
    await spool.finish();
  } catch (error) {
    await spool.close();
    throw error;
  }
  return { spool, years, discontinued };
}

async function* dataRows({ spool, years }: SpooledRows, format: ImportSheet): AsyncGenerator<DataRow[]> {
  for await (const rows of spool.read(format)) {
    yield rows.map(({ values, ...row }) =>
      toDataRow(format, row, format === 'Aplicaciones' ? years.merge(values) : values),
    );
  }
}

const STRUCK: Readonly<Record<MappedSheet['struck_rows'], readonly [one: string, many: string]>> = {
  read: ['fila tachada se leyó como las demás', 'filas tachadas se leyeron como las demás'],
  discontinued: ['fila tachada se leyó como discontinuada', 'filas tachadas se leyeron como discontinuadas'],
  skipped: ['fila tachada quedó afuera', 'filas tachadas quedaron afuera'],
};
const HIDDEN: Readonly<Record<MappedSheet['hidden_rows'], readonly [one: string, many: string]>> = {
  read: ['fila oculta se leyó como las demás', 'filas ocultas se leyeron como las demás'],
  skipped: ['fila oculta quedó afuera', 'filas ocultas quedaron afuera'],
};

const DISCONTINUED: typeof STRUCK = {
  read: [
    'fila que dice discontinuado se leyó como las demás',
    'filas que dicen discontinuado se leyeron como las demás',
  ],
  discontinued: ['fila se leyó como discontinuada: lo dice', 'filas se leyeron como discontinuadas: lo dicen'],
  skipped: ['fila que dice discontinuado quedó afuera', 'filas que dicen discontinuado quedaron afuera'],
};

/** Reports how the marked rows of a sheet were read, since a stored mapping does not ask about them. */
async function marksOf({ sheet, mapping }: MappedTable, discontinued: number): Promise<string[]> {
  const { hiddenRows, struckRows } = await sheet.remarks();
  const tell = (count: number, [one, many]: readonly [string, string]) =>
    count > 0 ? [`Hoja «${sheet.name}»: ${counted(count, one, many)}`] : [];
  return [
    ...tell(hiddenRows, HIDDEN[mapping.hidden_rows]),
    ...tell(struckRows, STRUCK[mapping.struck_rows]),
    ...tell(discontinued, DISCONTINUED[mapping.discontinued_rows]),
  ];
}

/** Converts the parts of a sheet. Other rows are at most headings of the rows below. */
const convertSheet = (table: MappedTable, conversion: Conversion) => convertRows(table, readerOf(table, conversion));

const readerOf = ({ sheet, mapping }: MappedTable, conversion: Conversion) =>
  new RowConverter(mapping, sheet.name, conversion);

async function* convertRows({ sheet }: MappedTable, reader: RowConverter): AsyncGenerator<ConvertedRow[]> {
  for await (const batch of sheet.rows()) yield batch.flatMap((row) => reader.convert(row));
}

type Row = RowMarks & { readonly number: number; readonly cells: readonly Cell[] };

/** Converts the rows of a sheet in their order. */
export class RowConverter {
  readonly #mapping: MappedSheet;
  readonly #sheet: string;
  readonly #conversion: Conversion;
  readonly #flipped: ReadonlySet<number>;
  readonly #carried: Carried = { group: '', vehicleBrand: '', part: '', above: new Map() };
  /** Headings of the rows below, the outer one first. */
  readonly #headings = new Headings();
  readonly #shape: SheetShape;
  /** Whether the code to be filled down is that of a row that is left out. */
  #isAboveLeftOut = false;
  readonly #saysDiscontinued: ReturnType<typeof discontinuedIn>;
  /** Parts so far whose words say «discontinuado». */
  discontinuedRows = 0;
  /** Collected from the rows above the titles, which come first. */
  readonly #pageTitles = new Set<string>();

  constructor(mapping: MappedSheet, sheet: string, conversion: Conversion) {
    this.#mapping = mapping;
    this.#sheet = sheet;
    this.#conversion = conversion;
    if (mapping.vehicle_brand === 'sheet') this.#carried.vehicleBrand = brandIn(sheet, conversion.vehicles);
    this.#flipped = new Set(mapping.flipped_rows);
    const codes = mapping.columns.filter(({ target }) => target.is === 'code' || target.is === 'codes');
    const titles: string[] = [];
    for (const { position, title } of mapping.columns) titles[position] = title;
    this.#saysDiscontinued = discontinuedIn(titles);
    const read = new Set(
      mapping.columns.filter(({ target }) => target.is !== 'ignored').map(({ position }) => position),
    );
    this.#shape = {
      headerStart: mapping.header[0] ?? 0,
      headerEnd: mapping.header.at(-1) ?? 0,
      pageTitles: this.#pageTitles,
      titles: Array.from(titles, (title = '') => plain(title)),
      codes: codes.map(({ position }) => position),
      fillsCode: codes.some(({ fills_down }) => fills_down),
      details: mapping.columns.filter(({ target }) => isDetail(target)).map(({ position }) => position),
      read,
      usual: read.size,
    };
  }

  /**
   * Kind of a row with the decisions of the person. A decision on a single row precedes that on marked rows. A row
   * without a code is left out with the row above that has it: otherwise it would become a row of another part.
   */
  kindOf({ number, cells, isHidden, isStruck }: Row): RowKind {
    const texts = cells.map(cellText);
    if (number < this.#shape.headerStart) for (const title of pageTitlesOf(texts)) this.#pageTitles.add(title);
    const { hidden_rows, struck_rows, discontinued_rows } = this.#mapping;
    const isMarked =
      (isHidden === true && hidden_rows === 'skipped') ||
      (isStruck === true && struck_rows === 'skipped') ||
      (discontinued_rows === 'skipped' && this.#saysDiscontinued(cells));
    const isFlipped = this.#flipped.has(number);
    const own = rowKind(number, texts, this.#shape);
    const { codes, fillsCode } = this.#shape;
    const hasCode = !fillsCode || codes.some((position) => !isBlankCell(cells[position] ?? null));
    if (own !== 'part') {
      if (own === 'group' || (isFlipped && hasCode)) this.#isAboveLeftOut = false;
      return isFlipped ? 'part' : own;
    }
    const isOut = isFlipped || isMarked;
    if (hasCode) this.#isAboveLeftOut = isOut;
    if (isFlipped) return 'title';
    return isMarked || (!hasCode && this.#isAboveLeftOut) ? 'skipped' : 'part';
  }

  convert(row: Row): ConvertedRow[] {
    const kind = this.kindOf(row);
    if (kind === 'group') {
      const heading = row.cells.map((cell) => cellText(cell).trim()).find((text) => text !== '') ?? '';
      if (this.#mapping.vehicle_brand === 'groups') {
        const brand = this.#conversion.vehicles.brandOf(heading);
        this.#headings.add(brand === undefined ? 'group' : 'vehicleBrand', brand ?? heading);
        this.#carried.group = this.#headings.get('group');
        this.#carried.vehicleBrand = this.#headings.get('vehicleBrand');
      } else this.#carried.group = heading;
      this.#carried.above.clear();
    }
    const saysDiscontinued = (kind === 'part' || kind === 'skipped') && this.#saysDiscontinued(row.cells);
    if (saysDiscontinued) this.discontinuedRows++;
    if (kind === 'skipped') fillDown(this.#mapping, row.cells, this.#carried);
    if (kind !== 'part') return [];
    const { struck_rows, discontinued_rows } = this.#mapping;
    const isDiscontinued =
      (row.isStruck === true && struck_rows === 'discontinued') ||
      (saysDiscontinued && discontinued_rows === 'discontinued');
    const { number, cells } = row;
    const read = { sheet: this.#sheet, number, cells, isDiscontinued };
    return convertRow(this.#mapping, read, this.#carried, this.#conversion);
  }
}

/** Limit of names in a sheet of names. */
const MAX_NAMES = 20_000;

async function readNames(tables: readonly MappedTable[], progress: () => void): Promise<Names> {
  const names = new Map<string, Map<string, string>>();
  for (const { sheet, mapping } of tables) {
    const found = new Map<string, string>();
    for await (const rows of sheet.rows()) {
      if (found.size >= MAX_NAMES) break;
      for (const row of rows) for (const [key, name] of namesOfRow(mapping, row)) found.set(key, name);
      progress();
    }
    names.set(sheetName(sheet), found);
  }
  return names;
}

/** The key and the name in a row of a sheet of names; nothing when it has none. */
export function namesOfRow({ header, columns }: MappedSheet, { number, cells }: Row): [key: string, name: string][] {
  const key = columns.find(({ target }) => target.is === 'key');
  if (!key || number <= (header.at(-1) ?? 0)) return [];
  const texts = columns.filter(({ target }) => target.is === 'name').map(({ position }) => cells[position] ?? null);
  const name = texts.map((cell) => cellText(cell).trim()).filter((text) => text !== '');
  return name.length > 0 ? [[plain(cellText(cells[key.position] ?? null)), name.join(' ')]] : [];
}
