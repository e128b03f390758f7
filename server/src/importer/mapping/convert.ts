import { IMPORT_SHEETS, type ImportSheet } from '@piezario/contract/importer';
import { type FlagName, isFlag, PART_FIELDS, type PartFieldName } from '@piezario/contract/part-fields';
import type { MappedColumn, MappedSheet, Target, VehicleField } from '@piezario/contract/workbook-mappings';
import { JobFailure } from '../../jobs/job.ts';
import { type Cell, cellText } from '../../spreadsheet/reading/read.ts';
import { writePositions } from '../../vehicles/application.ts';
import type { Column, DataRow } from '../reading/layout.ts';
import { isNoData, readFlag } from '../reading/row-reader.ts';
import type { TextApplication, VehicleTexts } from '../vehicles/vehicle-texts.ts';
import { brandAndCode, MAX_CODE, withoutLabel } from './cross-codes.ts';
import { readFit } from './fit.ts';
import { isCompetitor, isOemTitle, namesOem, originalBrand, plain, UNITS } from './titles.ts';

/** A cell of the import format, and the title of the column of the file that it comes from. */
type Value = { readonly cell: Cell; readonly title: string };
type Values = { readonly [C in Column]?: Value };

/** A part of the file with its rows, as the import format has them. Each list is made when it is read. */
export type ConvertedRow = {
  readonly sheet: string;
  readonly number: number;
  readonly part: Values;
  /** Whether an earlier row has the part, and this one adds only its vehicles and codes. */
  readonly isContinued: boolean;
  readonly attributes: readonly Values[];
  readonly crosses: readonly Values[];
  readonly applications: readonly Values[];
};

/** What stays from one row to the next: the group that a row belongs to, and the cells that are filled down. */
export type Carried = { group: string; vehicleBrand: string; part: string; readonly above: Map<number, Cell> };

/** Sheets of names, by sheet and key. */
export type Names = ReadonlyMap<string, ReadonlyMap<string, string>>;

export type Conversion = {
  readonly vehicles: Pick<VehicleTexts, 'read' | 'brandOf' | 'brandOfVehicle'>;
  readonly names: Names;
  /** Products by `codeKey`, for sheets of codes without products. */
  readonly products: ReadonlyMap<string, string>;
};

export const codeKey = (brand: string, code: string) => `${plain(brand)}\n${plain(code)}`;

export const isBlankCell = (cell: Cell) => {
  const text = cell === null ? '' : cellText(cell).trim();
  return text === '' || isNoData(text);
};

/** Word for a discontinued part in a column of states. */
const DISCONTINUED = /^discontinu(ad[oa]|ed|o|a)s?$/;

/** Whether the words of a flag are understood. */
export const isFlagText = (field: FlagName, text: string) =>
  readFlag(PART_FIELDS[field].label, text) !== null || (field === 'enabled' && DISCONTINUED.test(plain(text)));

/** Keeps the cells of a skipped row for the rows below it, but no code of a part. */
export function fillDown({ columns }: MappedSheet, cells: readonly Cell[], { above }: Carried): void {
  for (const { position, fills_down, target } of columns) {
    const cell = cells[position] ?? null;
    if (target.is === 'code' || target.is === 'codes') above.delete(position);
    else if (fills_down && !isBlankCell(cell)) above.set(position, cell);
  }
}

/** Reads a cell as the mapping defines. Keeps its type unless its text is replaced. */
function readCell(column: MappedColumn, cells: readonly Cell[], carried: Carried, { names }: Conversion): Cell {
  const own = cells[column.position] ?? null;
  if (column.fills_down && !isBlankCell(own)) carried.above.set(column.position, own);
  const cell = column.fills_down && isBlankCell(own) ? (carried.above.get(column.position) ?? null) : own;
  const text = cellText(cell).trim();
  // Checked before blanks: a person may have decided what a dash means.
  const meaning = text === '' ? undefined : meaningOf(column.values, text);
  if (meaning !== undefined) return meaning === '' ? null : meaning;
  if (isBlankCell(cell)) return null;
  if (column.drops_marks) return withoutMarks(text) || null;
  const known = names.get(column.names_in);
  return known ? (nameFor(text, column, known) ?? cell) : cell;
}

const MARKS = /^[*•]+\s*|\s*\(?[*•]+\)?$/g;
/** Removes the asterisks beside a code. Longer texts are no codes, and the search takes quadratic time. */
export const withoutMarks = (text: string) => (text.length > MAX_CODE ? text : text.replace(MARKS, '').trim());

/** Replaces the abbreviations of a cell by their names, one per line. Undefined when none is known. */
export function nameFor(
  text: string,
  { separators, values }: Pick<MappedColumn, 'separators' | 'values'>,
  names: ReadonlyMap<string, string>,
): string | undefined {
  const whole = names.get(plain(text));
  if (whole !== undefined) return whole;
  const pieces = splitCell(text, separators.length > 0 ? separators : ['\n', ';', '/', ',']);
  const found = pieces.map((piece) => meaningOf(values, piece) ?? names.get(plain(piece)));
  return found.some((name) => name !== undefined)
    ? pieces.map((piece, index) => found[index] ?? piece).join('\n')
    : undefined;
}

export function meaningOf(values: MappedColumn['values'], text: string): string | undefined {
  if (values.length === 0) return undefined;
  const known = indexOf(values);
  return known.exact.get(text) ?? known.plain.get(plain(text));
}

type Meanings = { readonly exact: ReadonlyMap<string, string>; readonly plain: ReadonlyMap<string, string> };
const indexes = new WeakMap<MappedColumn['values'], Meanings>();

/** Meanings by their text, and by their plain form where that is not empty: «●» and «○» have none. */
function indexOf(values: MappedColumn['values']): Meanings {
  const before = indexes.get(values);
  if (before) return before;
  const byPlain = new Map<string, string>();
  for (const { value, means } of values) {
    const word = plain(value);
    if (word !== '' && !byPlain.has(word)) byPlain.set(word, means);
  }
  const built = { exact: new Map(values.map(({ value, means }) => [value, means])), plain: byPlain };
  indexes.set(values, built);
  return built;
}

const TIMES = /[x×]/i;
const DASH = / [-–—] /;

/** The values of a cell that has several. */
export function splitCell(text: string, separators: MappedColumn['separators']): string[] {
  let pieces = [text];
  for (const separator of separators) {
    // Measures are written «10x20», «10 X 20» and «10×20», and dashes may be long.
    const written = separator.trim() === 'x' ? TIMES : separator === ' - ' ? DASH : separator;
    pieces = pieces.flatMap((piece) => piece.split(written));
  }
  return pieces.map((piece) => piece.trim()).filter((piece) => piece !== '' && !isNoData(piece));
}

type ReadColumn<T extends Target = Target> = { readonly column: MappedColumn; readonly target: T; readonly cell: Cell };
const ofKind = <Is extends Target['is']>(read: readonly ReadColumn[], is: Is) =>
  read.filter((one): one is ReadColumn<Extract<Target, { is: Is }>> => one.target.is === is);

/** Applications that one row of a matrix may make. */
const MAX_EXPANDED = 20_000;

/** Turns a row of parts into the rows of the import format; several where its cells are codes of parts. */
export function convertRow(
  sheet: MappedSheet,
  row: {
    readonly sheet: string;
    readonly number: number;
    readonly cells: readonly Cell[];
    readonly isDiscontinued: boolean;
  },
  carried: Carried,
  conversion: Conversion,
): ConvertedRow[] {
  const read = sheet.columns.map(
    (column): ReadColumn => ({ column, target: column.target, cell: readCell(column, row.cells, carried, conversion) }),
  );
  const one = (is: 'brand' | 'product' | 'code') => ofKind(read, is).find(({ cell }) => cell !== null);
  const group = meaningOf(sheet.group_values, carried.group) ?? carried.group;
  const sheetName = meaningOf(sheet.group_values, row.sheet) ?? row.sheet;
  const brand = asValue(one('brand')) ?? constant(sheet.groups === 'brand' ? group : sheet.constants.brand, 'Marca');
  const code = asValue(one('code')) ?? { cell: null, title: 'Código' };
  const inGroup = sheet.groups === 'product' && group !== '' ? group : '';
  const ofCode = () => conversion.products.get(codeKey(cellText(brand.cell), cellText(code.cell))) ?? '';
  const own = asValue(one('product'));
  const isByCode = sheet.product_by_code && own === undefined;
  const product =
    own ??
    (isByCode
      ? { cell: ofCode() || null, title: code.title }
      : constant(inGroup || (sheet.product_is_sheet ? sheetName : '') || sheet.constants.product, 'Producto'));
  const vehicleBrand = carried.vehicleBrand;
  let made: Values[] | undefined;
  const readApplications = () => {
    made ??= applicationsOf(read, vehicleBrand, conversion);
    return made;
  };
  const place = { sheet: row.sheet, number: row.number };
  const matrix = ofKind(read, 'codes').flatMap(
    ({ column: { title, separators, drops_marks, values }, target, cell }) => {
      // The product is the value that a person decides; blank leaves the column out.
      const product = constant(meaningOf(values, target.product) ?? target.product, title);
      if (cell === null || product.cell === null) return [];
      return splitCell(cellText(cell), separators).map((text) => {
        const code = drops_marks ? withoutMarks(text) : text;
        return { product, code: { cell: code, title } };
      });
    },
  );
  const applications = matrix.length > 0 ? readApplications() : [];
  const { isDiscontinued } = row;
  if (matrix.length * applications.length > MAX_EXPANDED)
    throw new JobFailure(
      `la fila ${row.number} de «${row.sheet}» tiene demasiados códigos y vehículos: separala en varias`,
    );
  if (ofKind(read, 'codes').length > 0) {
    return matrix.map(({ product: ofCodes, code }) => {
      const key = { Marca: brand, Producto: ofCodes, Código: code };
      return {
        ...place,
        part: isDiscontinued ? { ...key, ...DISCONTINUED_PART } : key,
        isContinued: false,
        attributes: [],
        crosses: [],
        applications: applications.map((values) => ({ ...key, ...values })),
      };
    });
  }
  const key = { Marca: brand, Producto: product, Código: code };
  // A row without a code is refused once, and not again with each of its values.
  const within = (rows: readonly Values[]) => (code.cell === null ? [] : rows.map((values) => ({ ...key, ...values })));
  const fields = fieldsOf(read);
  const part = Object.values(key)
    .map(({ cell }) => plain(cellText(cell)))
    .join('\n');
  // Only the first row of a part marks it as discontinued, also in a sheet of codes without products.
  const isKnown = carried.part === part || (isByCode && !isDiscontinued);
  const isContinued = code.cell !== null && Object.keys(fields).length === 0 && isKnown;
  carried.part = part;
  return [
    {
      ...place,
      part: { ...key, ...(isDiscontinued && DISCONTINUED_PART), ...fields },
      isContinued,
      get attributes() {
        return within(attributesOf(read));
      },
      get crosses() {
        return within(crossesOf(read, readApplications, conversion));
      },
      get applications() {
        return within(readApplications());
      },
    },
  ];
}

const constant = (text: string, title: string): Value => ({ cell: text === '' ? null : text, title });
const asValue = (read: ReadColumn | undefined): Value | undefined =>
  read && { cell: read.cell, title: read.column.title };

const DISCONTINUED_PART: Values = {
  [PART_FIELDS.discontinued.label]: { cell: 'SI', title: PART_FIELDS.discontinued.label },
};

/** Reads the fields of a part. Several columns of one text field are joined. */
function fieldsOf(read: readonly ReadColumn[]): Values {
  const values: Partial<Record<Column, Value>> = {};
  for (const { column, target, cell } of ofKind(read, 'field')) {
    const { label } = PART_FIELDS[target.field];
    const before = values[label];
    if (cell === null) continue;
    // A column of states has a word for parts that are no longer made.
    if (target.field === 'enabled' && DISCONTINUED.test(plain(cellText(cell)))) {
      values[PART_FIELDS.discontinued.label] ??= { cell: 'SI', title: column.title };
      continue;
    }
    values[label] = { cell: fieldCell(target.field, cell, before), title: column.title };
  }
  return values;
}

function fieldCell(field: PartFieldName, cell: Cell, before: Value | undefined): Cell {
  if (isFlag(field)) {
    const flag = readFlag(PART_FIELDS[field].label, cellText(cell).trim());
    return flag === null ? cellText(cell) : flag ? 'SI' : 'NO';
  }
  return before ? `${cellText(before.cell)}\n${cellText(cell)}` : cell;
}

/** Characters of a name of an attribute inside of a cell. */
const MAX_NAME = 60;

/** Splits «Alto: 55 mm» into a name and a value. A regular expression takes quadratic time for many spaces. */
export function namedValue(piece: string): readonly [name: string, value: string] | null {
  const start = piece.slice(0, 2 * MAX_NAME);
  const sign = start.search(/[:=]/);
  // «Ø ext 76» and «alt. 79 mm» have no sign between the name and the number.
  const number = sign === -1 ? start.search(/\s(?:\d|M\d)/i) : -1;
  const end = Math.max(sign, number);
  if (end === -1 || (number !== -1 && !MEASURE.test(piece.slice(number).trim()))) return null;
  const [name, value] = [piece.slice(0, end).trim(), piece.slice(end + 1).trim()];
  return name === '' || name.length > MAX_NAME || value === '' ? null : [name, value];
}
/** A number with its unit, or a thread: «76 mm», «M20x1.5», «3/4-16 UNF». */
const MEASURE = new RegExp(
  String.raw`^(?:[\d.,]+\s*(?:(?:${UNITS}|ml)\.?)?|M\d{1,2}\s*[x×]\s*[\d.,]+|\d{1,2}\/\d{1,2}(?:"|-\d\d.{0,6})?)$`,
  'i',
);
/** «Ø ext» may mean «Diámetro exterior (mm)». Templates have any unit: «u», «l/min», «m³». */
const NAME_AND_UNIT = /^(.*\S) \(([^()]{1,30})\)$/;
/** «55 mm», «60/55 W». */
const VALUE_UNIT = new RegExp(String.raw`^([\d.,/-]+)\s*(${UNITS}|ml)\.?$`, 'i');

/** Splits the unit off a value, if the cell has one: «55 mm» in a column of millimeters or centimeters. */
function splitValue(cell: Cell, unit: string): { readonly value: Cell; readonly unit: string } {
  const [, value, own] = (unit !== '' && typeof cell === 'string' && VALUE_UNIT.exec(cell.trim())) || [];
  if (!value || !own) return { value: cell, unit };
  return { value, unit: own.toLowerCase() === unit.toLowerCase() ? unit : own };
}

function attributesOf(read: readonly ReadColumn[]): Values[] {
  const single = ofKind(read, 'attribute').flatMap(({ column, target, cell }): Values[] => {
    if (cell === null) return [];
    const { attributes } = target;
    const values = attributes.length > 1 ? splitCell(cellText(cell), column.separators) : [cell];
    return attributes.flatMap(({ name, unit }, index) => {
      const read = splitValue(values[index] ?? null, unit);
      return read.value === null ? [] : [attributeRow(name, read.value, read.unit, column.title)];
    });
  });
  const several = ofKind(read, 'attributes').flatMap(({ column, cell }) => {
    if (cell === null) return [];
    const separators = column.separators.length > 0 ? column.separators : ([';', '\n'] as const);
    return splitCell(cellText(cell), [...separators]).flatMap((piece): Values[] => {
      // A piece without a name becomes a row that the import refuses, so that it is not lost silently.
      const [name, text] = namedValue(piece) ?? ['', piece];
      const [, value, unit] = VALUE_UNIT.exec(text) ?? [];
      const meaning = meaningOf(column.values, name);
      if (meaning === '') return [];
      const [, known = meaning ?? name, ownUnit = ''] = NAME_AND_UNIT.exec(meaning ?? '') ?? [];
      return [attributeRow(known, value ?? text, unit || ownUnit, column.title)];
    });
  });
  return [...single, ...several];
}

const attributeRow = (name: string, value: Cell, unit: string, title: string): Values => ({
  Nombre: { cell: name === '' ? null : name, title },
  Valor: { cell: value, title },
  ...(unit !== '' && { Unidad: { cell: unit, title } }),
});

const ORIGINAL = 'Original';

/** The one brand of the vehicles of a row. Undefined without one, with several, and where a vehicle is not clear. */
function vehicleBrandIn(applications: readonly Values[], { vehicles }: Conversion): string | undefined {
  const found = applications.map(({ 'ID vehículo': id, 'Marca vehículo': brand }) =>
    id ? vehicles.brandOfVehicle(Number(id.cell)) : vehicles.brandOf(cellText(brand?.cell ?? null)),
  );
  const [first, ...others] = new Set(found);
  return others.length === 0 ? first : undefined;
}

function crossesOf(read: readonly ReadColumn[], readApplications: () => Values[], conversion: Conversion): Values[] {
  const brands = ofKind(read, 'cross_brand');
  const { vehicles } = conversion;
  const ofVehicle = ofKind(read, 'vehicle').find(({ target, cell }) => target.field === 'brand' && cell !== null);
  const isVehicleBrand = (name: string) => vehicles.brandOf(name) !== undefined;
  let ofRow: string | undefined;
  return ofKind(read, 'cross').flatMap(({ column, target, cell }) => {
    if (cell === null) return [];
    const { title } = column;
    const text = typeof cell === 'string' ? withoutLabel(cell) : cell;
    const codes = column.separators.length > 0 ? splitCell(cellText(text), column.separators) : [text];
    const isOem = isOemTitle(title);
    // Pairs of a brand and its codes may be side by side. «Marca original» is not the brand of other codes.
    const ofColumn = brands.filter((one) => isOem || !namesOem(one.column.title));
    const beside = (ofColumn.findLast((one) => one.column.position < column.position) ?? ofColumn[0])?.cell ?? null;
    const isBrandOf = (name: string) =>
      beside === null || plain(name) === plain(cellText(beside)) || isCompetitor(name) || isVehicleBrand(name);
    const withoutBrand = () => {
      if (!isOem && ofVehicle) return cellText(ofVehicle.cell);
      ofRow ??= vehicleBrandIn(readApplications(), conversion) ?? '';
      return ofRow || (isOem ? originalBrand(title) : ORIGINAL);
    };
    let last = target.brand || cellText(beside);
    return codes.map((code): Values => {
      const split = target.brand === '' ? brandAndCode(cellText(code), isVehicleBrand) : null;
      // With the brand in its own column, «PH 4722» is a whole code, but «Fram 5801» is not.
      const [inCell, rest] = split && isBrandOf(split[0]) ? split : [];
      // Codes may begin with letters of their own: «MD 360935», «W 712».
      const isBrand = inCell !== undefined && (inCell.length > 2 || isVehicleBrand(inCell));
      if (isBrand) last = meaningOf(column.values, inCell) ?? inCell;
      last ||= withoutBrand();
      return {
        'Marca equivalente': { cell: last, title },
        'Código equivalente': { cell: (isBrand && rest) || code, title },
      };
    });
  });
}

const NATIVE: { readonly [F in VehicleField]?: Column } = {
  brand: 'Marca vehículo',
  model: 'Modelo',
  version: 'Versión',
  engine: 'Motor',
  fuel: 'Combustible',
};

/** The brand of vehicles in a text: «FIAT», «Embragues Ford». Blank without any. */
export const brandIn = (text: string, vehicles: Pick<VehicleTexts, 'brandOf'>) =>
  vehicles.brandOf(text) ??
  text
    .split(/[\s_-]+/)
    .map((word) => vehicles.brandOf(word))
    .find((brand) => brand !== undefined) ??
  '';

/** Characters of an unclear text that may name a brand. */
const MAX_BRAND = 100;

/** One row for each vehicle of a text, or of the columns that describe one. */
function applicationsOf(read: readonly ReadColumn[], vehicleBrand: string, { vehicles }: Conversion): Values[] {
  const columns = ofKind(read, 'vehicle').filter(({ cell }) => cell !== null);
  const texts = new Map<VehicleField, string>();
  for (const { target, cell } of columns) {
    texts.set(target.field, [texts.get(target.field), cellText(cell).trim()].filter(Boolean).join(' '));
  }
  const titleOf = (field: VehicleField) => columns.find(({ target }) => target.field === field)?.column.title;
  const { position, engine, ...given } = Object.fromEntries(texts);
  const described = {
    ...(vehicleBrand !== '' && { brand: vehicleBrand }),
    ...given,
    ...(position && { positions: position }),
  };
  const free = ofKind(read, 'application').filter(({ cell }) => cell !== null);
  if (free.length > 0) {
    return free.flatMap(({ column: { title }, target: { brand = '', vehicle }, cell }) => {
      const text = cellText(cell).trim();
      const fit = vehicle === undefined ? undefined : readFit(text);
      if (fit?.fits === false) return [];
      const all = {
        ...described,
        ...(engine && { engine }),
        ...(brand !== '' && { brand }),
        ...(fit && fit.quantity !== '' && { quantity: fit.quantity }),
        ...(fit && fit.positions !== '' && { positions: fit.positions }),
      };
      const { applications, unclear } = vehicles.read(vehicle ?? text, all);
      const isBranded = (text: string) => !all.brand || brandIn(text.slice(0, MAX_BRAND), vehicles) !== '';
      // The import refuses a model that does not exist, and offers similar ones.
      const rows = [
        ...rowsOf(applications, title),
        ...unclear.map(
          ({ text }): Values => ({
            ...brandCell(isBranded(text) ? '' : all.brand, title),
            Modelo: { cell: text, title },
          }),
        ),
      ];
      // Keeps a text that is no mark, quantity or position, so that the import refuses it.
      return fit === null ? rows.map((values) => ({ ...values, Posición: { cell: text, title } })) : rows;
    });
  }
  if (!given.model && !given.brand) return [];
  const { applications, unclear } = vehicles.read(engine ?? '', described);
  const native = Object.entries(NATIVE).flatMap(([field, column]) => {
    const cell = texts.get(field as VehicleField);
    return cell ? [[column, { cell, title: titleOf(field as VehicleField) ?? column }] as const] : [];
  });
  return [
    ...rowsOf(applications, titleOf('model') ?? titleOf('brand') ?? 'Modelo'),
    ...(unclear.length > 0
      ? [{ ...brandCell(described.brand, titleOf('model') ?? 'Modelo'), ...Object.fromEntries(native) }]
      : []),
  ];
}

const brandCell = (brand = '', title: string): Values =>
  brand === '' ? {} : { 'Marca vehículo': { cell: brand, title } };

function rowsOf(applications: readonly TextApplication[], title: string): Values[] {
  const value = (cell: Cell): Value => ({ cell, title });
  return applications.flatMap(({ vehicleIds, positions, quantity, note, fromYear, untilYear }) => {
    const qualifiers: Values = {
      ...(positions.length > 0 && { Posición: value(writePositions(positions)) }),
      ...(quantity !== null && { Cantidad: value(quantity) }),
      ...(note !== '' && { Nota: value(note) }),
      ...(fromYear !== null && { 'Aplica desde': value(fromYear) }),
      ...(untilYear !== null && { 'Aplica hasta': value(untilYear) }),
    };
    return vehicleIds.map((id): Values => ({ 'ID vehículo': value(id), ...qualifiers }));
  });
}

/** A row of the import format, as the importer reads it. */
export function toDataRow(
  format: ImportSheet,
  { sheet, number }: Pick<ConvertedRow, 'sheet' | 'number'>,
  values: Values,
): DataRow {
  const columns: readonly Column[] = IMPORT_SHEETS[format];
  const titles = new Map(Object.entries(values).map(([column, { title }]) => [column as Column, title]));
  return {
    sheet,
    number,
    cells: columns.map((column) => values[column]?.cell ?? null),
    indexes: columns.map((column, index) => (values[column] ? index : undefined)),
    titles,
  };
}
