import type {
  MappedColumn,
  MappedSheet,
  SampleColumn,
  Target,
  WorkbookMapping,
} from '@piezario/contract/workbook-mappings';
import type { ReadSheet } from './sample.ts';
import { isBarcode, isOriginal, plain, splitUnit, synonymOf } from './titles.ts';
import { likeness, type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

/** A mapping of the whole workbook. Every decision is a proposal that the person sees and can change. */
export function proposeMapping(
  sheets: readonly ReadSheet[],
  vocabulary: Vocabulary,
  fileName: string,
): WorkbookMapping {
  const groups = new Map<string, ReadSheet[]>();
  for (const sheet of sheets) {
    const key = sheet.titles.length > 0 ? sheet.titles.map(plain).join('|') : sheet.name;
    groups.set(key, [...(groups.get(key) ?? []), sheet]);
  }
  const mapped = [...groups.values()].map((alike) => proposeSheet(alike, sheets, vocabulary, fileName));
  return { version: 1, sheets: mapped };
}

function proposeSheet(
  [sheet, ...alike]: readonly ReadSheet[],
  all: readonly ReadSheet[],
  vocabulary: Vocabulary,
  fileName: string,
): MappedSheet {
  if (!sheet) throw new Error('A group of sheets is empty');
  const names = [sheet, ...alike].map(({ name }) => name);
  const nameTable = namesTable(sheet, all);
  if (nameTable) return { ...blankSheet(names, sheet.header), use: 'names', columns: nameTable };
  const columns = proposeColumns(sheet, vocabulary);
  const has = (is: Target['is']) => columns.some(({ target }) => target.is === is);
  const isTable = sheet.rows > 0 && (has('code') || has('codes'));
  if (!isTable) return { ...blankSheet(names, sheet.header), use: 'nothing', columns };
  const heads = new Set(sheet.groups.map(({ value }) => value));
  const areBrands = heads.size > 0 && [...heads].every((value) => vocabulary.brands.has(plain(value)));
  const groups =
    heads.size === 0 ? 'ignored' : areBrands && !has('brand') ? 'brand' : has('product') ? 'ignored' : 'product';
  const isSheetProduct = !has('product') && !has('codes') && groups !== 'product' && isProductName(names, vocabulary);
  return {
    ...blankSheet(names, sheet.header),
    use: 'rows',
    columns,
    groups,
    product_is_sheet: isSheetProduct,
    constants: { brand: has('brand') || groups === 'brand' ? '' : findBrand(sheet, fileName, vocabulary), product: '' },
  };
}

const blankSheet = (names: string[], header: number[]): MappedSheet => ({
  names,
  use: 'nothing',
  header,
  columns: [],
  constants: { brand: '', product: '' },
  product_is_sheet: false,
  groups: 'ignored',
  group_values: [],
  flipped_rows: [],
});

/** Sheets with the names of products: «Filtros de aceite», «Bujías». */
const isProductName = (names: readonly string[], { products }: Vocabulary) =>
  names.some(
    (name) => products.has(plain(name)) || [...products.values()].some((product) => likeness(name, product) > 0.7),
  );

/** The one brand that the rows above the titles, the sheet or the file name; the only one in the scope otherwise. */
function findBrand(sheet: ReadSheet, fileName: string, { brands }: Vocabulary): string {
  const above = sheet.first.filter(({ row }) => row < (sheet.header[0] ?? 0)).flatMap(({ cells }) => cells);
  const texts = [...above, sheet.name, fileName.replace(/\.\w+$/, '')].map((text) => ` ${plain(text)} `);
  const found = [...brands].filter(([word]) => word !== '' && texts.some((text) => text.includes(` ${word} `)));
  if (found.length === 1) return found[0]?.[1] ?? '';
  return brands.size === 1 ? ([...brands.values()][0] ?? '') : '';
}

/** Two or three columns whose keys are values of a column of another sheet. */
function namesTable(sheet: ReadSheet, all: readonly ReadSheet[]): MappedColumn[] | null {
  if (sheet.columns.length < 2 || sheet.columns.length > 3 || all.length < 2) return null;
  const [key, ...names] = sheet.columns;
  if (!key || key.distinct < key.filled || key.filled < 2) return null;
  const keys = new Set(key.values.map(({ value }) => plain(value)));
  const isUsed = all.some(
    (other) =>
      other !== sheet &&
      other.columns.length > 2 &&
      other.columns.some(
        ({ values }) =>
          values.length > 1 && values.filter(({ value }) => keys.has(plain(value))).length > values.length * 0.8,
      ),
  );
  const isCodes = synonymOf(sheet.titles[key.position] ?? '')?.is === 'code' && sheet.columns.length > 2;
  if (!isUsed || isCodes) return null;
  return [
    blankColumn(key.position, sheet.titles, { is: 'key' }),
    ...names.map(({ position }) => blankColumn(position, sheet.titles, { is: 'name' })),
  ];
}

const blankColumn = (position: number, titles: readonly string[], target: Target): MappedColumn => ({
  position,
  title: titles[position] ?? '',
  target,
  separators: [],
  fills_down: false,
  names_in: '',
  values: [],
});

export function proposeColumns(sheet: ReadSheet, vocabulary: Vocabulary): MappedColumn[] {
  const stats = new Map(sheet.columns.map((column) => [column.position, column]));
  const width = Math.max(sheet.titles.length, ...sheet.columns.map(({ position }) => position + 1), 0);
  const positions = Array.from({ length: width }, (_, position) => position).filter(
    (position) => stats.has(position) || (sheet.titles[position] ?? '') !== '',
  );
  const guessed = positions.map((position) => {
    const column = stats.get(position);
    return { position, column, target: guess(sheet.titles[position] ?? '', column, sheet.rows, vocabulary) };
  });
  return settle(guessed, sheet, vocabulary).map(({ position, column, target }) => ({
    ...blankColumn(position, sheet.titles, target),
    separators: target.is === 'cross' || target.is === 'codes' ? separatorsIn(column) : [],
  }));
}

type Guess = { readonly position: number; readonly column: SampleColumn | undefined; readonly target: Target };

const share = (column: SampleColumn | undefined, test: (value: string) => boolean) => {
  if (!column || column.values.length === 0) return 0;
  return column.values.filter(({ value }) => test(value)).length / column.values.length;
};

const IGNORED: Target = { is: 'ignored' };

/** What a column seems to contain, by its title first and then by its values. */
function guess(title: string, column: SampleColumn | undefined, rows: number, vocabulary: Vocabulary): Target {
  if (!column || title === '') return share(column, isGtin) > 0.8 ? BARCODE : IGNORED;
  const known = synonymOf(title);
  const brand = vehicleBrandOf(vocabulary, title);
  if (known) return byContent(known, column, vocabulary);
  if (isOriginal(title)) return { is: 'cross', brand: title };
  if (brand) return { is: 'cross', brand };
  const { name, unit } = splitUnit(title);
  const attribute = vocabulary.attributes.get(plain(name));
  if (attribute) return { is: 'attribute', attributes: [{ name: attribute.name, unit: unit || attribute.unit }] };
  const cross = vocabulary.crossBrands.get(plain(title));
  if (cross) return { is: 'cross', brand: cross };
  if (vocabulary.products.has(plain(title)) && share(column, isCodeLike) > 0.7) {
    return { is: 'codes', product: vocabulary.products.get(plain(title)) ?? title };
  }
  if (share(column, isGtin) > 0.8) return BARCODE;
  if (unit === '' && share(column, isPrice) > 0.8) return IGNORED;
  if (share(column, (value) => namesVehicle(value, vocabulary)) > 0.6) return { is: 'application' };
  if (column.filled < rows * 0.02) return IGNORED;
  return { is: 'attribute', attributes: [{ name: nearestAttribute(name, vocabulary), unit }] };
}

const BARCODE: Target = { is: 'attribute', attributes: [{ name: 'Código de barras', unit: '' }] };
const isCodeLike = (value: string) => /\d/.test(value) && value.length <= 60;
const isPrice = (value: string) => /^\$|^(u\$s|usd|ars)\b|^\d{1,3}(\.\d{3})+,\d{2}$|^\d{4,},\d{2}$/i.test(value.trim());

/** A valid EAN-13, EAN-8 or UPC-A. */
function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(value)) return false;
  const digits = [...value].map(Number).reverse();
  const sum = digits.slice(1).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10 === digits[0];
}

const namesVehicle = (value: string, vocabulary: Vocabulary) =>
  value
    .split(/[\s;,/\n-]+/)
    .slice(0, 12)
    .some((word) => word.length > 1 && vehicleBrandOf(vocabulary, word) !== undefined);

/** «Esp.» is «Espesor», and «Alto» is «Altura», where one attribute of the templates is likest. */
function nearestAttribute(name: string, { attributes }: Vocabulary): string {
  const [best, second] = [...new Set([...attributes.values()].map((one) => one.name))]
    .map((known) => ({ known, score: likeness(name, known) }))
    .sort((x, y) => y.score - x.score);
  return best && best.score >= 0.75 && best.score > (second?.score ?? 0) ? best.known : name;
}

/** A title may mean several things: «Marca» of the part or of the vehicle, «Modelo» of the part. */
function byContent(known: Target, column: SampleColumn, vocabulary: Vocabulary): Target {
  const areVehicleBrands = () => share(column, (value) => vehicleBrandOf(vocabulary, value) !== undefined) > 0.6;
  if (known.is === 'brand' && areVehicleBrands()) {
    const areBrands = share(column, (value) => vocabulary.brands.has(plain(value))) > 0.6;
    return areBrands ? known : { is: 'vehicle', field: 'brand' };
  }
  if (isBarcode(known)) return known;
  return known;
}

/** One column has the code, one the brand and one the product. Columns of vehicles need a brand or a model. */
function settle(guessed: readonly Guess[], sheet: ReadSheet, vocabulary: Vocabulary): Guess[] {
  const bestOf = (is: Target['is'], points: (one: Guess) => number) =>
    guessed
      .filter(({ target }) => target.is === is)
      .toSorted((a, b) => points(b) - points(a) || a.position - b.position)[0];
  const unique = ({ column }: Guess) =>
    column
      ? (column.distinct >= Math.min(column.filled, 5_000) * 0.98 ? 1 : 0) + column.filled / Math.max(1, sheet.rows)
      : 0;
  const inNames =
    (names: ReadonlyMap<string, string>) =>
    ({ column }: Guess) =>
      share(
        column,
        (value) => names.has(plain(value)) || [...names.values()].some((name) => likeness(value, name) > 0.6),
      );
  const code = bestOf('code', unique) ?? firstCode(guessed, sheet);
  const brand = bestOf('brand', inNames(vocabulary.brands));
  const product = bestOf('product', inNames(vocabulary.products));
  const hasVehicle = guessed.some(
    ({ target }) => target.is === 'vehicle' && (target.field === 'model' || target.field === 'brand'),
  );
  const hasText = guessed.some(({ target }) => target.is === 'application');
  return guessed.map((one) => {
    const { target, position } = one;
    const title = sheet.titles[position] ?? '';
    const asAttribute: Target =
      title === ''
        ? IGNORED
        : { is: 'attribute', attributes: [{ name: splitUnit(title).name, unit: splitUnit(title).unit }] };
    if (one === code) return { ...one, target: { is: 'code' } };
    if ((target.is === 'code' && one !== code) || (target.is === 'brand' && one !== brand))
      return { ...one, target: IGNORED };
    if (target.is === 'product' && one !== product) return { ...one, target: IGNORED };
    if (
      target.is === 'vehicle' &&
      !hasVehicle &&
      !(hasText && ['position', 'quantity', 'note'].includes(target.field))
    ) {
      return { ...one, target: asAttribute };
    }
    return one;
  });
}

/** Without a known title: the first column whose values differ in nearly every row and have digits. */
const firstCode = (guessed: readonly Guess[], { rows }: ReadSheet) =>
  guessed.some(({ target }) => target.is === 'codes')
    ? undefined
    : guessed.find(
        ({ column, target }) =>
          column &&
          !isBarcode(target) &&
          target.is !== 'cross' &&
          target.is !== 'application' &&
          column.filled > rows * 0.9 &&
          column.distinct >= Math.min(column.filled, 5_000) * 0.95 &&
          share(column, isCodeLike) > 0.8,
      );

/** Separators that cut no code: codes have slashes and hyphens of their own. */
const SAFE = ['\n', ';', '|', ' // ', ' / '] as const;
const separatorsIn = (column: SampleColumn | undefined) =>
  SAFE.filter((separator) => column?.separators.some((found) => found.separator === separator));
