import { tidy } from '@piezario/contract/fields';
import type {
  MappedColumn,
  MappedSheet,
  SampleColumn,
  Target,
  WorkbookMapping,
} from '@piezario/contract/workbook-mappings';
import { isNoData } from '../reading/row-reader.ts';
import { namedValue, splitCell, withoutMarks } from './convert.ts';
import { isUnit } from './header.ts';
import { fillsCode, isCodeTitle, isPartCode, type ReadSheet } from './sample.ts';
import {
  attributeInOtherWords,
  isBarcode,
  isCompetitor,
  isOriginal,
  originalBrand,
  plain,
  splitUnit,
  synonymOf,
} from './titles.ts';
import { likeness, namesWhole, offersFor, type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

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
  return { version: 1, sheets: lookUpNames(withoutCovers(byCode(mapped, sheets), sheets), sheets) };
}

/** Whether a sheet has a title of a code, or one that is in the table of synonyms. */
const hasKnownTitle = (name: string, sheets: readonly ReadSheet[]) =>
  sheets.some((sheet) => sheet.name === name && sheet.titles.some((title) => synonymOf(title) !== undefined));

/** A sheet without a known title, beside others that have some, is a cover or an index. */
const withoutCovers = (mapped: readonly MappedSheet[], sheets: readonly ReadSheet[]): MappedSheet[] =>
  mapped.some((one) => one.use === 'rows' && one.names.some((name) => hasKnownTitle(name, sheets)))
    ? mapped.map((one) =>
        one.use === 'rows' && !one.names.some((name) => hasKnownTitle(name, sheets)) && lacksProduct(one)
          ? { ...one, use: 'nothing' }
          : one,
      )
    : [...mapped];

const hasTarget = ({ columns }: MappedSheet, ...targets: readonly Target['is'][]) =>
  columns.some(({ target }) => targets.includes(target.is));
const lacksProduct = (one: MappedSheet) =>
  !hasTarget(one, 'product', 'codes') &&
  one.groups !== 'product' &&
  !one.product_is_sheet &&
  !one.product_by_code &&
  one.constants.product === '';

/**
 * A sheet of codes without products, which adds equivalences or vehicles to parts: the product is the one of the part
 * that has the code, when other columns do not describe parts.
 */
function byCode(mapped: readonly MappedSheet[], sheets: readonly ReadSheet[]): MappedSheet[] {
  return mapped.map((one) => {
    if (one.use !== 'rows' || !lacksProduct(one) || hasTarget(one, 'field', 'attributes')) return one;
    if (!hasTarget(one, 'cross', 'application', 'vehicle') || !hasTarget(one, 'code')) return one;
    const own = sheets.find(({ name }) => name === one.names[0]);
    const code = one.columns.find(({ target }) => target.is === 'code');
    const column = own?.columns.find(({ position }) => position === code?.position);
    const isShared = mapped.some(
      (other) =>
        other !== one &&
        other.use === 'rows' &&
        other.columns.some(({ target, position }) => {
          const sample = sheets.find(({ name }) => name === other.names[0]);
          const values = sample?.columns.find((found) => found.position === position)?.values ?? [];
          const codes = new Set(values.map(({ value }) => plain(value)));
          return target.is === 'code' && share(column, (value) => codes.has(plain(value))) > 0.3;
        }),
    );
    const isRepeated = column !== undefined && column.distinct < column.filled * 0.9;
    return isShared || isRepeated || one.columns.filter(({ target }) => target.is !== 'ignored').length <= 3
      ? { ...one, product_by_code: true }
      : one;
  });
}

/** Cells may have several abbreviations: «GT; CO». */
const abbreviationsIn = (value: string) => splitCell(value, ['\n', ';', '/', ',']).map(plain);

/** Whether most values of a column are keys. */
const usesKeys = ({ values }: SampleColumn, keys: ReadonlySet<string>) =>
  values.filter(({ value }) => keys.has(plain(value)) || abbreviationsIn(value).every((one) => keys.has(one))).length >
  values.length * 0.8;

/** Columns with the keys of a sheet of names are looked up in it. */
function lookUpNames(mapped: readonly MappedSheet[], sheets: readonly ReadSheet[]): MappedSheet[] {
  const tables = mapped
    .filter(({ use }) => use === 'names')
    .flatMap(({ names: [name = ''], columns: [key] }) => {
      const sample = sheets.find((sheet) => sheet.name === name);
      const values = sample?.columns.find(({ position }) => position === key?.position)?.values ?? [];
      return [{ name, keys: new Set(values.map(({ value }) => plain(value))) }];
    });
  return mapped.map((sheet) => {
    if (sheet.use !== 'rows') return sheet;
    const sample = sheets.find(({ name }) => name === sheet.names[0]);
    const columns = sheet.columns.map((column) => {
      const found = sample?.columns.find(({ position }) => position === column.position);
      const table = found && column.target.is !== 'code' && tables.find(({ keys }) => usesKeys(found, keys));
      return table ? { ...column, names_in: table.name } : column;
    });
    return { ...sheet, columns };
  });
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
  const { columns, product: titled } = withoutMatrix(proposeColumns(sheet, vocabulary));
  const has = (is: Target['is']) => columns.some(({ target }) => target.is === is);
  const isTable = sheet.rows > 0 && (has('code') || has('codes'));
  if (!isTable) return { ...blankSheet(names, sheet.header), use: 'nothing', columns };
  const headings = new Set(sheet.groups.map(({ value }) => value));
  const isVehicleBrand = (value: string) => vehicleBrandOf(vocabulary, value) !== undefined;
  const hasVehicleBrand = columns.some(({ target }) => target.is === 'vehicle' && target.field === 'brand');
  const needsVehicleBrand = !hasVehicleBrand && (has('vehicle') || has('application'));
  const inGroups = needsVehicleBrand && [...headings].some(isVehicleBrand);
  const heads = new Set([...headings].filter((value) => !inGroups || !isVehicleBrand(value)));
  const inSheet = needsVehicleBrand && !inGroups && names.every((name) => name.split(/[\s_-]+/).some(isVehicleBrand));
  const areBrands = heads.size > 0 && [...heads].every((value) => vocabulary.brands.has(plain(value)));
  const groups =
    heads.size === 0 ? 'ignored' : areBrands && !has('brand') ? 'brand' : has('product') ? 'ignored' : 'product';
  const needsProduct = !has('product') && !has('codes') && groups !== 'product' && titled === '';
  const headline = needsProduct ? findProduct([sheet, ...alike], fileName, vocabulary) : titled;
  const isExact = names.every((name) => vocabulary.products.has(plain(name)));
  const isSheetProduct = needsProduct && (isExact || (headline === '' && isProductName(names, vocabulary)));
  return {
    ...blankSheet(names, sheet.header),
    use: 'rows',
    columns,
    groups,
    vehicle_brand: inGroups ? 'groups' : inSheet ? 'sheet' : 'columns',
    product_is_sheet: isSheetProduct,
    constants: {
      brand: has('brand') || groups === 'brand' ? '' : findBrand(sheet, fileName, vocabulary),
      product: isSheetProduct ? '' : headline,
    },
  };
}

const blankSheet = (names: string[], header: number[]): MappedSheet => ({
  names,
  use: 'nothing',
  header,
  columns: [],
  constants: { brand: '', product: '' },
  product_is_sheet: false,
  product_by_code: false,
  groups: 'ignored',
  vehicle_brand: 'columns',
  group_values: [],
  flipped_rows: [],
});

/** Sheets with the names of products: «Filtros de aceite», «Bujías». */
const isProductName = (names: readonly string[], { products }: Vocabulary) =>
  names.some(
    (name) => products.has(plain(name)) || [...products.values()].some((product) => likeness(name, product) > 0.7),
  );

/** A single column of codes under a product is the code of that product, beside which other columns describe the part. */
function withoutMatrix(columns: MappedColumn[]): { readonly columns: MappedColumn[]; readonly product: string } {
  const [only, ...others] = columns.filter(({ target }) => target.is === 'codes');
  if (only?.target.is !== 'codes' || others.length > 0) return { columns, product: '' };
  return {
    columns: columns.map((column) => (column === only ? { ...column, target: { is: 'code' } } : column)),
    product: only.target.product,
  };
}

/** What is written above the titles. */
export const headlinesOf = ({ first, header }: ReadSheet) =>
  first.filter(({ row }) => row < (header[0] ?? 0)).flatMap(({ cells }) => cells);
const withoutEnding = (fileName: string) => fileName.replace(/\.\w+$/, '');

/** The one product whose whole name is written above the titles of all sheets: «Filtros de aceite — Fiat». */
function findProduct(sheets: readonly ReadSheet[], fileName: string, { products }: Vocabulary): string {
  const found = sheets.map((sheet) => {
    const texts = [...headlinesOf(sheet), withoutEnding(fileName)];
    const named = [...products].filter(([name]) => texts.some((text) => namesWhole(text, name)));
    const longest = Math.max(...named.map(([name]) => name.length));
    return new Set(named.flatMap(([name, product]) => (name.length === longest ? [product] : [])));
  });
  const [first = new Set<string>()] = found;
  const [product, ...others] = [...first].filter((one) => found.every((names) => names.has(one)));
  return product !== undefined && others.length === 0 ? product : '';
}

/** The one brand that the rows above the titles, the sheet or the file name; the only one in the scope otherwise. */
function findBrand(sheet: ReadSheet, fileName: string, { brands }: Vocabulary): string {
  const texts = [...headlinesOf(sheet), sheet.name, withoutEnding(fileName)].map((text) => ` ${plain(text)} `);
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
  // Sheets that share their codes are tables of the same parts.
  const isUsed = all.some(
    (other) =>
      other !== sheet &&
      other.columns.length > 2 &&
      other.columns.some(
        (column) =>
          column.values.length > 1 &&
          synonymOf(other.titles[column.position] ?? '')?.is !== 'code' &&
          usesKeys(column, keys),
      ),
  );
  if (!isUsed) return null;
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
  drops_marks: false,
  names_in: '',
  values: [],
});

export function proposeColumns(sheet: ReadSheet, vocabulary: Vocabulary): MappedColumn[] {
  const stats = new Map(sheet.columns.map((column) => [column.position, column]));
  const width = Math.max(sheet.titles.length, ...sheet.columns.map(({ position }) => position + 1), 0);
  const positions = Array.from({ length: width }, (_, position) => position).filter(
    (position) => stats.has(position) || (sheet.titles[position] ?? '') !== '',
  );
  const lower = lowerTitles(sheet);
  const known: SheetVocabulary = {
    ...vocabulary,
    inTemplates: templatesOf(sheet, vocabulary),
    hasVehicleGroups: sheet.groups.some(({ value }) => vehicleBrandOf(vocabulary, value) !== undefined),
  };
  const guessed = positions.map((position) => {
    const column = stats.get(position);
    const title = sheet.titles[position] ?? '';
    return {
      position,
      column,
      target: guess(title, lower.get(position) ?? '', column, sheet.rows, known),
    };
  });
  const settled = withCrossBrand(settle(findMatrix(guessed, sheet, vocabulary), sheet, vocabulary), sheet, vocabulary);
  return settled.map(({ position, column, target }) => ({
    ...blankColumn(position, sheet.titles, withShortNames(target)),
    separators: separatorsFor(target, column),
    drops_marks: target.is === 'code' && hasMarks(column),
    fills_down: fillsDown(position, target, settled, sheet),
    values: wordsIn(target, lower.get(position) || (sheet.titles[position] ?? ''), column, known),
  }));
}

/** The vocabulary with the attributes of the templates of the products in a sheet. */
type SheetVocabulary = Vocabulary & {
  readonly inTemplates: ReadonlySet<string>;
  /** Whether brands of vehicles head groups of rows. */
  readonly hasVehicleGroups: boolean;
};

/** Values of a column of products that are compared with the catalog. */
const MAX_PRODUCTS = 20;

/** The attributes of the products that a sheet seems to have. */
function templatesOf(sheet: ReadSheet, { products, templates }: Vocabulary): Set<string> {
  const { columns, titles, groups, name } = sheet;
  const headlines = headlinesOf(sheet).filter((text) => [...products.keys()].some((one) => namesWhole(text, one)));
  const values = columns
    .filter(({ position }) => synonymOf(titles[position] ?? '')?.is === 'product')
    .flatMap((column) => column.values);
  const texts = [name, ...headlines, ...[...values, ...groups].map(({ value }) => value)].slice(0, MAX_PRODUCTS);
  const found = texts.flatMap((text) => products.get(plain(text)) ?? offersFor(text, products)[0] ?? []);
  return new Set(found.flatMap((product) => [...(templates.get(product) ?? [])]));
}

/** The lowest title of each column, with the unit below it, where no other column has the same one. */
function lowerTitles({ header, first }: ReadSheet): ReadonlyMap<number, string> {
  if (header.length < 2) return new Map();
  const rows = first.filter(({ row }) => header.includes(row));
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const lowest = Array.from({ length: width }, (_, position) => {
    const texts = rows.map(({ cells }) => (cells[position] ?? '').trim());
    const [last = '', above = ''] = texts.filter((text) => text !== '').toReversed();
    if (above !== '' && isUnit(last)) return `${above} ${last}`;
    return texts.at(-1) === '' && !rows.at(-1)?.cells.some(isUnit) ? '' : last;
  });
  const titles = lowest.map(plain);
  return new Map(
    lowest.flatMap((text, position) => {
      const title = titles[position] ?? '';
      return title !== '' && titles.indexOf(title) === titles.lastIndexOf(title) ? [[position, text]] : [];
    }),
  );
}

const MAX_ATTRIBUTE = 100;
const withShortNames = (target: Target): Target =>
  target.is === 'attribute'
    ? {
        ...target,
        attributes: target.attributes.map((one) => ({ ...one, name: tidy(one.name.slice(0, MAX_ATTRIBUTE)) })),
      }
    : target;

/** Whether some codes have an asterisk beside them, which most have not. */
function hasMarks(column: SampleColumn | undefined): boolean {
  const marked = share(column, (value) => withoutMarks(value) !== value && withoutMarks(value) !== '');
  return marked > 0 && marked < 0.7;
}

function separatorsFor(target: Target, column: SampleColumn | undefined): MappedColumn['separators'] {
  if (target.is === 'cross')
    return [...separatorsIn(column), ...SPACED.filter((one) => cutsCodes(one, target, column))];
  if (target.is === 'codes') return separatorsIn(column);
  if (target.is === 'attributes') return NAMED.filter((one) => column?.values.some(({ value }) => value.includes(one)));
  return target.is === 'attribute' && target.attributes.length > 1 ? ['x'] : [];
}

/** Whether blank cells of a column mean the value above, by the first rows. */
function fillsDown(position: number, target: Target, all: readonly Guess[], sheet: ReadSheet): boolean {
  const rows = sheet.first.filter(({ kind }) => kind === 'part');
  const isFilled = (cells: readonly string[], at: number) => (cells[at] ?? '').trim() !== '';
  const [top, ...others] = rows;
  if (!top || !isFilled(top.cells, position)) return false;
  const blank = others.filter(({ cells }) => !isFilled(cells, position));
  if (blank.length === 0) return false;
  if (target.is === 'code') return fillsCode(rows, sheet.titles, [position]);
  if (target.is === 'product' || target.is === 'brand') return true;
  if (target.is !== 'vehicle' || (target.field !== 'brand' && target.field !== 'model')) return false;
  // A vehicle without a brand or model is described by its other columns.
  const described = all.flatMap(({ position: at, target: other }) =>
    other.is === 'vehicle' && VEHICLE_DETAILS[target.field as 'brand' | 'model'].has(other.field) ? [at] : [],
  );
  return blank.every(({ cells }) => described.some((at) => isFilled(cells, at)));
}

const VEHICLE_DETAILS: Readonly<Record<'brand' | 'model', ReadonlySet<string>>> = {
  brand: new Set(['model']),
  model: new Set(['version', 'engine', 'displacement', 'from', 'years']),
};

/** How values of a column are read, where that follows from its title or the templates. */
function wordsIn(
  target: Target,
  title: string,
  column: SampleColumn | undefined,
  vocabulary: SheetVocabulary,
): MappedColumn['values'] {
  return target.is === 'attributes' ? attributeNames(column, vocabulary) : positionWords(target, title);
}

/** Names of attributes inside of cells, as the templates have them: «Ø ext 76». */
function attributeNames(column: SampleColumn | undefined, vocabulary: SheetVocabulary): MappedColumn['values'] {
  const pieces = column?.values.flatMap(({ value }) => splitCell(value, [...NAMED])) ?? [];
  const names = new Set(pieces.flatMap((piece) => namedValue(piece)?.[0] ?? []));
  return [...names].slice(0, MAX_PRODUCTS).flatMap((value) => {
    const means = nearestAttribute(splitUnit(value).name, vocabulary);
    const known = vocabulary.attributes.get(plain(means));
    return known ? [{ value, means: known.unit === '' ? means : `${means} (${known.unit})` }] : [];
  });
}

/** Brands beside codes of other brands are theirs, unless they are brands of the person's parts. */
function withCrossBrand(settled: readonly Guess[], sheet: ReadSheet, { brands }: Vocabulary): readonly Guess[] {
  const isOfCrosses = ({ target, column }: Guess) =>
    target.is === 'cross_brand' ||
    (target.is === 'cross' && share(column, (value) => !/\d/.test(value)) > 0.9) ||
    (target.is === 'brand' && share(column, (value) => brands.has(plain(value))) === 0 && (column?.filled ?? 0) > 0);
  const isEquivalence = ({ target, position }: Guess) =>
    target.is === 'cross' && !/orig|oem?/.test(plain(sheet.titles[position] ?? '')) && !isCompetitor(target.brand);
  if (!settled.some(isOfCrosses) || !settled.some(isEquivalence)) return settled;
  return settled.map((one) => {
    if (isOfCrosses(one)) return { ...one, target: { is: 'cross_brand' } };
    return isEquivalence(one) ? { ...one, target: { is: 'cross', brand: '' } } : one;
  });
}

/** A letter alone is an axle in one column and a side in another. */
function positionWords(target: Target, title: string): MappedColumn['values'] {
  if (target.is !== 'vehicle' || target.field !== 'position') return [];
  const words = plain(title).split(' ');
  const letters = words.includes('lado') ? SIDES : words.includes('eje') || words.includes('tras') ? AXLES : [];
  return letters.map(([value, means]) => ({ value, means }));
}

const SIDES = [
  ['I', 'Izquierda'],
  ['D', 'Derecha'],
] as const;
const AXLES = [
  ['D', 'Delantera'],
  ['T', 'Trasera'],
] as const;

/**
 * Columns of codes under names of products, in a table of vehicles without a code of its own. A name that is only like
 * a product's stays as it is, for the person to choose.
 */
function findMatrix(guessed: readonly Guess[], sheet: ReadSheet, vocabulary: Vocabulary): readonly Guess[] {
  const hasVehicle = guessed.some(({ target }) => target.is === 'vehicle' && target.field === 'model');
  if (!hasVehicle || guessed.some(({ target }) => target.is === 'code' || target.is === 'product')) return guessed;
  const isOfCodes = ({ position, column, target }: Guess) => {
    const title = sheet.titles[position] ?? '';
    if (target.is === 'codes') return true;
    if (target.is !== 'attribute' || isBarcode(target) || vocabulary.attributes.has(plain(title))) return false;
    return share(column, isPartCodes) > 0.7 && offersFor(title, vocabulary.products).length > 0;
  };
  return guessed.filter(isOfCodes).length < 2
    ? guessed
    : guessed.map((one) => {
        if (one.target.is === 'field' && one.target.field === 'observation') return { ...one, target: NOTE };
        return one.target.is !== 'codes' && isOfCodes(one)
          ? { ...one, target: { is: 'codes', product: sheet.titles[one.position] ?? '' } }
          : one;
      });
}

/** What a row of several parts says is about its vehicle. */
const NOTE: Target = { is: 'vehicle', field: 'note' };

const isPartCodes = (value: string) => isNoData(value) || splitCell(value, [...SAFE]).every(isPartCode);

type Guess = { readonly position: number; readonly column: SampleColumn | undefined; readonly target: Target };

const share = (column: SampleColumn | undefined, test: (value: string) => boolean) => {
  if (!column || column.values.length === 0) return 0;
  return column.values.filter(({ value }) => test(value)).length / column.values.length;
};

const IGNORED: Target = { is: 'ignored' };

/** What a column seems to contain, by its title first and then by its values. */
function guess(
  title: string,
  lower: string,
  column: SampleColumn | undefined,
  rows: number,
  vocabulary: SheetVocabulary,
): Target {
  if (!column || title === '') return share(column, isGtin) > 0.8 ? BARCODE : IGNORED;
  const upper = lower === '' ? '' : title.slice(0, title.length - lower.length).trim();
  // «Vehículo» above «Marca» is «Marca vehículo».
  const titles = upper === '' ? [title] : [title, `${lower} ${upper}`, lower];
  for (const one of titles) {
    const target = byTitle(one, column, vocabulary);
    if (target) return withUnit(target, splitUnit(upper).unit);
  }
  const { name, unit } = splitUnit(title);
  if (vocabulary.products.has(plain(title)) && share(column, isCodeLike) > 0.7) {
    return { is: 'codes', product: vocabulary.products.get(plain(title)) ?? title };
  }
  if (share(column, (value) => vocabulary.brands.has(plain(value))) > 0.8) return { is: 'brand' };
  if (share(column, (value) => vocabulary.products.has(plain(value))) > 0.8) return { is: 'product' };
  if (share(column, isGtin) > 0.8) return BARCODE;
  if (share(column, isDate) > 0.8 || (unit === '' && share(column, isPrice) > 0.8)) return IGNORED;
  if (share(column, (value) => namesVehicle(value, vocabulary)) > 0.6) return { is: 'application' };
  // Models without their brand, below headings that have it.
  if (vocabulary.hasVehicleGroups && isOfModels(column)) return { is: 'application' };
  if (column.filled < rows * 0.02) return IGNORED;
  if (share(column, isNamedValues) > 0.6) return { is: 'attributes' };
  const measures = measuresIn(title, column, vocabulary);
  if (measures) return measures;
  const nearest = nearestAttribute(name, vocabulary);
  if (upper === '' || nearest !== name) return attributeNamed(nearest, unit, column, vocabulary);
  const own = splitUnit(lower);
  return attributeNamed(
    nearestAttribute(own.name, vocabulary),
    own.unit || splitUnit(upper).unit || unit,
    column,
    vocabulary,
  );
}

const isMeasure = (value: string) => /^[\d.,]+\s*(?:\p{L}{1,3}|°C)?\.?$/u.test(value);

/** An attribute with the unit of the templates where the title has none and the values are measures. */
function attributeNamed(name: string, unit: string, column: SampleColumn, { attributes }: Vocabulary): Target {
  const ofTemplates = share(column, isMeasure) > 0.7 ? (attributes.get(plain(name))?.unit ?? '') : '';
  return { is: 'attribute', attributes: [{ name, unit: unit || ofTemplates }] };
}

/** The target of a title that is known, by synonyms, brands and attributes. */
function byTitle(title: string, column: SampleColumn, vocabulary: SheetVocabulary): Target | undefined {
  const known = synonymOf(title);
  if (known) return byContent(known, column, vocabulary);
  if (isCodeTitle(title, vocabulary)) return { is: 'code' };
  if (isOriginal(title)) return { is: 'cross', brand: hasBrands(column) ? '' : originalBrand(title) };
  const brand = vehicleBrandOf(vocabulary, title);
  if (brand) return isOfModels(column) ? { is: 'application', brand } : { is: 'cross', brand };
  const { name, unit } = splitUnit(title);
  const attribute = vocabulary.attributes.get(plain(name));
  if (attribute) {
    const inTemplate = vocabulary.inTemplates.has(attribute.name) ? attribute.name : nearestAttribute(name, vocabulary);
    return { is: 'attribute', attributes: [{ name: inTemplate, unit: unit || attribute.unit }] };
  }
  const cross = vocabulary.crossBrands.get(plain(title)) ?? (isCompetitor(title) ? title : undefined);
  return cross === undefined ? undefined : { is: 'cross', brand: cross };
}

/** Models in a column of a brand of vehicles begin with a word, and codes have no years or displacements. */
const isOfModels = (column: SampleColumn) =>
  share(column, (value) => isNoData(value) || /^\p{L}{2,}[\p{L}\d]*\s.*\d/u.test(value) || /^\p{L}{3,}$/u.test(value)) >
    0.6 && share(column, (value) => /(?:^|\D)\d\.\d|\d{2}\s*[/-]\s*\d{2}|(?:19|20)\d\d|^\p{L}{3,}$/u.test(value)) > 0.4;

const withUnit = (target: Target, unit: string): Target =>
  target.is === 'attribute' && unit !== ''
    ? { ...target, attributes: target.attributes.map((one) => ({ ...one, unit })) }
    : target;

/** Whether most cells begin with the brand of their codes: «VW 030115561 / FIAT 46544820». */
const hasBrands = (column: SampleColumn) => {
  const values = column.values.filter(({ value }) => !isNoData(value));
  return values.filter(({ value }) => BRAND_BEFORE.test(value)).length > values.length * 0.5;
};
/** A brand has three letters, or is one of the usual abbreviations. Codes begin with a letter or two: «W 712», «PH 4722». */
const BRAND_BEFORE = /^(?:vw|gm|\p{L}{3,}[\p{L}\s.-]*)[\s:]+\S*\d/iu;

const isNamedValues = (value: string) => {
  const pieces = splitCell(value, [...NAMED]);
  // «Motor paso a paso 3» alone is a text that ends in a number.
  if (pieces.length === 1 && !/[:=]/.test(value)) return false;
  return pieces.length > 0 && pieces.every((piece) => namedValue(piece) !== null && /^[\p{L}Ø]/u.test(piece));
};

const MEASURES = /^[\d.,]+(?:\s*[x×]\s*[\d.,]+){1,5}\s*(?:mm|cm)?$/i;

/** «Largo x Ancho x Alto» above «250 x 120 x 40». */
function measuresIn(title: string, column: SampleColumn, vocabulary: SheetVocabulary): Target | null {
  if (share(column, (value) => MEASURES.test(value) || isNoData(value)) <= 0.8) return null;
  const { name, unit } = splitUnit(title);
  const names = splitCell(name.replace(/^(medidas?|dimensiones)\b[\s:]*/i, '').replace(/[()]/g, ''), [' x ']);
  if (names.length === 0 || isMeasures(name)) return boxMeasures(unit, column, vocabulary);
  if (names.length < 2 || names.length > 6) return null;
  const attributes = names.map((one) => ({ name: nearestAttribute(one, vocabulary), unit }));
  return { is: 'attribute', attributes };
}

const isMeasures = (title: string) => /^(medidas?|dimensiones|dimensions|medida l x a x h)$/.test(plain(title));
const BOX = ['Largo', 'Ancho', 'Altura'] as const;

/** «Medidas (mm)» above «250 x 120 x 40», where the templates have the three attributes. */
function boxMeasures(unit: string, column: SampleColumn, { inTemplates, attributes }: SheetVocabulary): Target | null {
  const isOfThree = share(column, (value) => isNoData(value) || splitCell(value, ['x']).length === BOX.length) === 1;
  if (!isOfThree || !BOX.every((name) => inTemplates.has(name))) return null;
  return {
    is: 'attribute',
    attributes: BOX.map((name) => ({ name, unit: unit || attributes.get(plain(name))?.unit || '' })),
  };
}

const isYear = (value: string) => /^(?:19|20)\d\d$/.test(value);
const isDate = (value: string) => /^\d{1,2}\/\d{1,2}\/\d{4}/.test(value);

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

/** «Esp.» is «Espesor», and «Alto» is «Altura», where the templates of the sheet's products, or all, have one likest. */
function nearestAttribute(name: string, { attributes, inTemplates }: SheetVocabulary): string {
  if (inTemplates.has(name)) return name;
  const same = attributeInOtherWords(name);
  if (same && inTemplates.has(same)) return same;
  const inAll = () =>
    attributes.get(plain(name))?.name ??
    likest(
      name,
      [...attributes.values()].map((one) => one.name),
    );
  const ofSame = same && inTemplates.size === 0 ? attributes.get(plain(same))?.name : undefined;
  return likest(name, inTemplates) ?? ofSame ?? inAll() ?? name;
}

function likest(name: string, names: Iterable<string>): string | undefined {
  const [best, second] = [...new Set(names)]
    .map((known) => ({ known, score: likeness(name, known) }))
    .sort((x, y) => y.score - x.score);
  return best && best.score >= 0.75 && best.score > (second?.score ?? 0) ? best.known : undefined;
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
          target.is !== 'vehicle' &&
          share(column, isYear) < 0.8 &&
          column.filled > rows * 0.9 &&
          column.distinct >= Math.min(column.filled, 5_000) * 0.95 &&
          share(column, isCodeLike) > 0.8,
      );

const SPACED = [' - ', ' y '] as const;

/** Whether a separator with spaces is between codes, and not inside of one: all pieces have a brand, or several digits. */
function cutsCodes(separator: string, { brand }: { brand: string }, column: SampleColumn | undefined): boolean {
  const cut = column?.values.flatMap(({ value }) => (value.includes(separator) ? [value.split(separator)] : [])) ?? [];
  const isWhole = (piece: string) => (brand === '' ? BRAND_BEFORE.test(piece.trim()) : /\d.*\d.*\d/.test(piece));
  return cut.length > 0 && cut.every((pieces) => pieces.every(isWhole));
}

/** Separators between named values. */
const NAMED = [';', '\n', ' / ', '|', ' - '] as const;

/** Separators that cut no code: codes have slashes and hyphens of their own. */
const SAFE = ['\n', ';', '|', ' // ', ' / '] as const;
const separatorsIn = (column: SampleColumn | undefined) =>
  SAFE.filter((separator) => column?.separators.some((found) => found.separator === separator));
