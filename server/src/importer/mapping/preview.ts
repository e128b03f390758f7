import { isFlag, PART_FIELDS } from '@piezario/contract/part-fields';
import { counted } from '@piezario/contract/words';
import type {
  MappedColumn,
  MappedSheet,
  MappingPreview,
  PreviewPart,
  Question,
  SampleColumn,
  UnknownValue,
  WorkbookMapping,
} from '@piezario/contract/workbook-mappings';
import { cellText } from '../../spreadsheet/reading/read.ts';
import { isNoData } from '../reading/row-reader.ts';
import { readPositions } from '../vehicles/positions.ts';
import { nameVehicle, type Vehicle } from '../vehicles/vehicle-names.ts';
import { brandIn, type Conversion, type ConvertedRow, isFlagText, meaningOf, type Names, nameFor } from './convert.ts';
import { readFit } from './fit.ts';
import { type FindProducts, ProductsByCode } from './products-by-code.ts';
import { headlinesOf, type ReadSheet } from './sample.ts';
import { namesOfRow, RowConverter } from './source.ts';
import { plain } from './titles.ts';
import { offersFor, type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

const MAX_PARTS = 30;
const MAX_UNKNOWN = 200;
const MAX_UNCLEAR = 100;
/** Limit of texts about vehicles that are read for `unclear`, per mapped sheet. */
const MAX_TEXTS = 400;

type Given = {
  readonly vocabulary: Vocabulary;
  readonly vehicles: Conversion['vehicles'];
  readonly products: Conversion['products'];
  readonly base: ReadonlyMap<number, Vehicle>;
};

/** How the first rows are read with a mapping, and what a person still has to decide. */
export function previewMapping(mapping: WorkbookMapping, sheets: readonly ReadSheet[], given: Given): MappingPreview {
  const names = namesIn(mapping, sheets);
  const parts: PreviewPart[] = [];
  const rows: MappingPreview['rows'] = [];
  for (const sheet of sheets) {
    const mapped = mapping.sheets.find((one) => one.names.includes(sheet.name));
    if (mapped?.use !== 'rows') continue;
    const converter = new RowConverter(mapped, sheet.name, { ...given, names });
    for (const { row, ...read } of sheet.first) {
      rows.push({ sheet: sheet.name, row, kind: converter.kindOf({ number: row, ...read }) });
      for (const converted of converter.convert({ number: row, ...read })) {
        if (parts.length < MAX_PARTS) parts.push(previewPart(converted, given.base));
      }
    }
  }
  const tables = mapping.sheets.filter(({ use }) => use === 'rows');
  return {
    parts,
    rows,
    questions: openQuestions(mapping, sheets),
    unknown: tables
      .flatMap((table) => unknownIn(table, sheets, given.vocabulary, names))
      .slice(0, MAX_UNKNOWN)
      .map(({ offers, ...one }) => ({ ...one, offers: offers() })),
    unclear: tables.flatMap((table) => unclearIn(table, sheets, given, names)).slice(0, MAX_UNCLEAR),
  };
}

/** What a person still has to say about the columns. */
export function openQuestions(mapping: WorkbookMapping, sheets: readonly ReadSheet[]): Question[] {
  const tables = mapping.sheets.filter(
    ({ use, names }) => use === 'rows' && sheets.some(({ name }) => names.includes(name)),
  );
  return tables.length === 0 ? [NO_SHEET] : tables.flatMap((table) => questionsOf(table, sheets));
}

const NO_SHEET: Question = { sheet: '', position: null, message: 'Elegí al menos una hoja para leer', blocks: true };

function namesIn(mapping: WorkbookMapping, sheets: readonly ReadSheet[]): Names {
  const tables = mapping.sheets.filter(({ use }) => use === 'names');
  return new Map(
    tables.flatMap((table) =>
      samplesOf(table, sheets).map(({ name, first }): [string, Map<string, string>] => [
        name,
        new Map(first.flatMap(({ row, cells }) => namesOfRow(table, { number: row, cells }))),
      ]),
    ),
  );
}

/** Products of the codes in the first rows of sheets without products, by `codeKey`. */
export async function readProductsByCode(
  mapping: WorkbookMapping,
  sheets: readonly ReadSheet[],
  vehicles: Conversion['vehicles'],
  findProducts: FindProducts,
): Promise<Conversion['products']> {
  if (!mapping.sheets.some(({ product_by_code }) => product_by_code)) return new Map();
  const conversion = { vehicles, names: namesIn(mapping, sheets), products: new Map() };
  const rowsOf = (isByCode: boolean) =>
    mapping.sheets
      .filter(({ use, product_by_code }) => use === 'rows' && product_by_code === isByCode)
      .flatMap((table) =>
        samplesOf(table, sheets).flatMap(({ name, first }) => {
          const converter = new RowConverter(table, name, conversion);
          return first.flatMap(({ row, ...read }) => converter.convert({ number: row, ...read }));
        }),
      );
  const products = new ProductsByCode();
  products.want(rowsOf(true));
  products.add(rowsOf(false));
  return products.complete(findProducts, () => {});
}

function previewPart(
  { sheet, number, part, attributes, crosses, applications }: ConvertedRow,
  base: Given['base'],
): PreviewPart {
  const text = (value: { cell: Parameters<typeof cellText>[0] } | undefined) => cellText(value?.cell ?? null);
  return {
    sheet,
    row: number,
    brand: text(part.Marca),
    product: text(part.Producto),
    code: text(part.Código),
    fields: Object.values(PART_FIELDS).flatMap(({ label }) =>
      part[label] ? [{ label, value: text(part[label]) }] : [],
    ),
    attributes: attributes.map((one) => ({ name: text(one.Nombre), value: text(one.Valor), unit: text(one.Unidad) })),
    crosses: crosses.map((one) => ({ brand: text(one['Marca equivalente']), code: text(one['Código equivalente']) })),
    applications: describe(applications, base),
  };
}

/**
 * «Volkswagen Gol Trend · 4 versiones · 2008–2013 · Delantera · × 2». Vehicles that are not in the base are shown as «¿Marca
 * Modelo Versión?».
 */
function describe(applications: ConvertedRow['applications'], base: Given['base']): string[] {
  const versions = new Map<string, Vehicle[]>();
  const texts: string[] = [];
  for (const values of applications) {
    const vehicle = base.get(Number(values['ID vehículo']?.cell ?? 0));
    if (!vehicle) {
      texts.push(
        `¿${['Marca vehículo', 'Modelo', 'Versión']
          .map((column) => cellText(values[column as 'Modelo']?.cell ?? null))
          .filter((one) => one !== '')
          .join(' ')}?`,
      );
      continue;
    }
    const own = [values['Aplica desde'], values['Aplica hasta']].map((value) => cellText(value?.cell ?? null));
    const years = own.some((year) => year !== '') ? `${own[0] || ''}–${own[1] || ''}` : '';
    const [position, quantity, note] = [values.Posición, values.Cantidad, values.Nota].map((value) =>
      cellText(value?.cell ?? null),
    );
    const rest = [years, position, quantity && `× ${quantity}`, note].filter(Boolean);
    const key = [`${vehicle.brand} ${vehicle.model}`, ...rest].join('\n');
    versions.set(key, [...(versions.get(key) ?? []), vehicle]);
  }
  const found = [...versions].map(([key, vehicles]) => {
    const [model = '', ...rest] = key.split('\n');
    const [only] = vehicles;
    const what = vehicles.length === 1 && only ? nameVehicle(only) : `${model} · ${vehicles.length} versiones`;
    return [what, ...rest].join(' · ');
  });
  return [...found, ...texts];
}

const samplesOf = ({ names }: MappedSheet, sheets: readonly ReadSheet[]) =>
  sheets.filter(({ name }) => names.includes(name));

/** Dates and numbers that lost digits are no codes. */
const DAMAGED = /^\d{1,2}\/\d{1,2}\/\d{4}$|^\d(?:[.,]\d+)?E\+\d+$/i;
const MIN_CODES = 0.6;
const ONCE = ['brand', 'product', 'code'] as const;
const NAMES: Readonly<Record<(typeof ONCE)[number], string>> = { brand: 'Marca', product: 'Producto', code: 'Código' };

function questionsOf(table: MappedSheet, sheets: readonly ReadSheet[]): Question[] {
  const [sheet = ''] = table.names;
  const ask = (message: string, position: number | null = null, blocks = true): Question => ({
    sheet,
    position,
    message,
    blocks,
  });
  const having = (is: MappedColumn['target']['is']) => table.columns.filter(({ target }) => target.is === is);
  const isMatrix = having('codes').length > 0;
  const questions: Question[] = [];
  if (having('code').length === 0 && !isMatrix) questions.push(ask('¿Qué columna tiene el código de la pieza?'));
  if (having('brand').length === 0 && table.constants.brand === '' && table.groups !== 'brand')
    questions.push(ask('¿De qué marca son las piezas? Elegí la columna o escribí la marca'));
  if (
    having('product').length === 0 &&
    !isMatrix &&
    table.constants.product === '' &&
    !table.product_is_sheet &&
    !table.product_by_code &&
    table.groups !== 'product'
  )
    questions.push(ask('¿Qué producto son? Elegí la columna, los grupos, el nombre de la hoja o escribí el producto'));
  for (const is of ONCE) {
    const [, ...others] = having(is);
    for (const { position } of others) questions.push(ask(`Dos columnas son ${NAMES[is]}: dejá una`, position));
  }
  for (const { position, fills_down } of having('code')) {
    const columns = samplesOf(table, sheets).flatMap(
      (one) => one.columns.find((column) => column.position === position) ?? [],
    );
    const rows = samplesOf(table, sheets).reduce((sum, one) => sum + one.rows, 0);
    const filled = columns.reduce((sum, column) => sum + column.filled, 0);
    if (!fills_down && rows > 0 && filled < rows * MIN_CODES)
      questions.push(ask('Menos de 6 de cada 10 filas tienen un código en esta columna', position));
    const damaged = columns.flatMap(({ values }) => values).find(({ value }) => DAMAGED.test(value));
    if (damaged)
      questions.push(
        ask(
          `La planilla cambió códigos de esta columna por fechas o números abreviados, como «${damaged.value}»: corregilos en tu archivo`,
          position,
          false,
        ),
      );
  }
  for (const { name, hidden_rows, struck_rows, discontinued_rows } of samplesOf(table, sheets)) {
    const tell = (message: string) => questions.push({ ...ask(message, null, false), sheet: name });
    if (hidden_rows > 0 && table.hidden_rows === 'read')
      tell(
        `${counted(hidden_rows, 'fila')} ${hidden_rows === 1 ? 'oculta: se lee' : 'ocultas: se leen'} como las demás`,
      );
    if (struck_rows > 0 && table.struck_rows === 'read')
      tell(
        `${counted(struck_rows, 'fila')} ${struck_rows === 1 ? 'tachada: ¿está discontinuada? Se lee' : 'tachadas: ¿están discontinuadas? Se leen'} como las demás`,
      );
    if (discontinued_rows > 0 && table.discontinued_rows === 'read')
      tell(
        `${counted(discontinued_rows, 'fila dice', 'filas dicen')} discontinuado: ${discontinued_rows === 1 ? '¿lo es? Se lee' : '¿lo son? Se leen'} como las demás`,
      );
  }
  return questions;
}

/** Values that the import would refuse, with what they may mean. */
function unknownIn(
  table: MappedSheet,
  sheets: readonly ReadSheet[],
  vocabulary: Vocabulary,
  names: Names,
): (Undecided & Pick<UnknownValue, 'sheet' | 'position'>)[] {
  const [sheet = ''] = table.names;
  const samples = samplesOf(table, sheets);
  const valuesAt = (position: number) =>
    samples.flatMap(({ columns }) => columns.find((one) => one.position === position)?.values ?? []);
  const ofColumns = table.columns.flatMap((column) => {
    const check = checkFor(column, vocabulary, samples.flatMap(headlinesOf).join(' '));
    if (!check) return [];
    const { target } = column;
    const found = target.is === 'codes' ? [{ value: target.product, rows: 0 }] : valuesAt(column.position);
    return unknownAmong(found, column.values, check, (value) => readName(value, column, names)).map((one) => ({
      ...one,
      sheet,
      position: column.position,
    }));
  });
  const groups = samples.flatMap((one) => one.groups);
  const sheetNames = samples.map(({ name, rows }) => ({ value: name, rows }));
  const headings =
    table.groups === 'ignored'
      ? []
      : groups.filter(
          ({ value }) => table.vehicle_brand !== 'groups' || vehicleBrandOf(vocabulary, value) === undefined,
        );
  const ofGroups = unknownAmong(
    headings,
    table.group_values,
    table.groups === 'brand' ? brandCheck(vocabulary) : productCheck(vocabulary),
  );
  const ofSheets = table.product_is_sheet ? unknownAmong(sheetNames, table.group_values, productCheck(vocabulary)) : [];
  const constants = [
    ...unknownAmong(
      table.constants.brand === '' ? [] : [{ value: table.constants.brand, rows: 0 }],
      [],
      brandCheck(vocabulary),
    ),
    ...unknownAmong(
      table.constants.product === '' ? [] : [{ value: table.constants.product, rows: 0 }],
      [],
      productCheck(vocabulary),
    ),
  ];
  return [...ofColumns, ...[...ofGroups, ...ofSheets, ...constants].map((one) => ({ ...one, sheet, position: null }))];
}

type Check = {
  readonly column: string;
  readonly isKnown: (value: string) => boolean;
  readonly offers: (value: string) => string[];
};

const brandCheck = ({ brands }: Vocabulary): Check => ({
  column: 'Marca',
  isKnown: (value) => brands.has(plain(value)),
  offers: (value) => offersFor(value, brands),
});
const productCheck = ({ products }: Vocabulary, headlines = ''): Check => ({
  column: 'Producto',
  isKnown: (value) => products.has(plain(value)),
  offers: (value) => offersFor(value.replace(GROUP_LABEL, ''), products, headlines),
});

/** «RUBRO: 012 - » before the name of a group. */
const GROUP_LABEL = /^(?:(?:sub)?rubro|l[ií]nea|(?:sub)?familia|grupo|producto)\b\s*[:.]?\s*(?:[\d.]+\s*[-–:]?\s*)?/i;

/** Titles of columns of codes may need what is written above them: «Amortiguadores» above «Delanteros». */
function checkFor({ target }: MappedColumn, vocabulary: Vocabulary, headlines: string): Check | null {
  if (target.is === 'brand') return brandCheck(vocabulary);
  if (target.is === 'product') return productCheck(vocabulary);
  if (target.is === 'codes') return productCheck(vocabulary, headlines);
  if (target.is === 'field' && isFlag(target.field)) {
    const { field } = target;
    return {
      column: PART_FIELDS[field].label,
      isKnown: (value) => isFlagText(field, value),
      offers: () => ['SI', 'NO'],
    };
  }
  if (target.is === 'application' && target.vehicle !== undefined) {
    return {
      column: 'Posición',
      isKnown: (value) => readFit(value) !== null,
      offers: () => ['SI', 'NO', 'Delantera', 'Trasera', 'Izquierda', 'Derecha'],
    };
  }
  if (target.is === 'vehicle' && target.field === 'position') {
    return {
      column: 'Posición',
      isKnown: (value) => !('unknown' in readPositions(value)),
      offers: () => ['Delantera', 'Trasera', 'Izquierda', 'Derecha'],
    };
  }
  return null;
}

/** Offers are looked for once it is known which values are shown. */
type Undecided = Omit<UnknownValue, 'sheet' | 'position' | 'offers'> & { readonly offers: () => string[] };

function unknownAmong(
  found: readonly SampleColumn['values'][number][],
  meanings: MappedColumn['values'],
  { column, isKnown, offers }: Check,
  readAs = (value: string) => value,
): Undecided[] {
  const counts = new Map<string, number>();
  for (const { value, rows } of found) counts.set(value, (counts.get(value) ?? 0) + rows);
  return [...counts].flatMap(([value, rows]) => {
    const meaning = meaningOf(meanings, value);
    const read = meaning ?? readAs(value);
    const isDecided = read === '' || (meaning === undefined && isNoData(read)) || isKnown(read);
    return isDecided ? [] : [{ column, value, rows, offers: () => offers(read) }];
  });
}

/** Replaces a value by its name in the names sheet of the column, if there is one. */
const readName = (value: string, column: MappedColumn, names: Names) => {
  const known = names.get(column.names_in);
  return known ? (nameFor(value, column, known) ?? value) : value;
};

function unclearIn(
  table: MappedSheet,
  sheets: readonly ReadSheet[],
  { vehicles }: Given,
  names: Names,
): MappingPreview['unclear'] {
  const texts = table.columns.filter(({ target }) => target.is === 'application');
  const values = samplesOf(table, sheets).flatMap((sample) =>
    texts.flatMap((text) => {
      const column = sample.columns.find(({ position }) => position === text.position);
      const vehicle = text.target.is === 'application' ? text.target.vehicle : undefined;
      const found = vehicle === undefined ? (column?.values ?? []) : [{ value: vehicle, rows: column?.filled ?? 0 }];
      const brands = vehicleBrandsOf(table, sample, text.target, vehicles);
      return found.map(({ value, rows }) => ({ value: readName(value, text, names), rows, brands }));
    }),
  );
  const unclear = new Map<string, { rows: number; reason: string }>();
  for (const { value, rows, brands } of values.slice(0, MAX_TEXTS)) {
    for (const { text, reason } of unclearOf(value, brands, vehicles)) {
      unclear.set(text, { rows: (unclear.get(text)?.rows ?? 0) + rows, reason });
    }
  }
  return [...unclear].map(([text, found]) => ({ text, ...found })).sort((a, b) => b.rows - a.rows);
}

/** Brands of groups that are tried for a text: the sample has no values by group. */
const MAX_BRANDS = 10;

/** Brands that the vehicles of a column may have, apart from those in its texts. */
function vehicleBrandsOf(
  { vehicle_brand }: MappedSheet,
  { name, groups }: ReadSheet,
  target: MappedColumn['target'],
  vehicles: Conversion['vehicles'],
): string[] {
  if (target.is === 'application' && target.brand) return [target.brand];
  if (vehicle_brand === 'sheet') return [brandIn(name, vehicles)];
  if (vehicle_brand === 'columns') return [];
  return [...new Set(groups.flatMap(({ value }) => vehicles.brandOf(value) ?? []))].slice(0, MAX_BRANDS);
}

/** Returns what is unclear in a text with the first brand, or nothing when any brand makes it clear. */
function unclearOf(value: string, brands: readonly string[], vehicles: Conversion['vehicles']) {
  const [first = '', ...others] = brands;
  const { unclear } = vehicles.read(value, { brand: first });
  const isClear = unclear.length === 0 || others.some((brand) => vehicles.read(value, { brand }).unclear.length === 0);
  return isClear ? [] : unclear;
}
