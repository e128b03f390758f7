import { tidy } from '@piezario/contract/fields';
import {
  CODE_SEPARATORS,
  type MappedColumn,
  NAMED_SEPARATORS,
  type SampleColumn,
  type Target,
} from '@piezario/contract/workbook-mappings';
import { isNoData } from '../reading/row-reader.ts';
import { namedValue, splitCell, withoutMarks } from './convert.ts';
import { codeSeparators } from './cross-codes.ts';
import { readFit } from './fit.ts';
import {
  guess,
  holdsProducts,
  IGNORED,
  isCodeLike,
  nearestAttribute,
  type SheetVocabulary,
  share,
} from './guess-column.ts';
import { isUnit } from './header.ts';
import { fillsCode, headlinesOf, isPartCode, type ReadSheet } from './sample.ts';
import {
  beginsWithCode,
  isBarcode,
  isCompetitor,
  isOemTitle,
  isOriginal,
  namesOem,
  plain,
  splitUnit,
  synonymOf,
} from './titles.ts';
import { beginsWithVehicle, likeness, namesWhole, offersFor, type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

export const blankColumn = (position: number, titles: readonly string[], target: Target): MappedColumn => ({
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
  const crossed = withCrossBrand(
    settle(findFits(findMatrix(guessed, sheet, vocabulary), sheet, vocabulary), sheet, known),
    sheet,
    vocabulary,
  );
  const settled = withOwnNames(withRowBrand(crossed, sheet, vocabulary), sheet);
  const hasQuantities = settled.some(
    ({ column, target }) => isOfFits(target) && share(column, (value) => Number(readFit(value)?.quantity) > 1) > 0,
  );
  return settled.map(({ position, column, target }) => ({
    ...blankColumn(position, sheet.titles, withShortNames(target)),
    separators: separatorsFor(target, column),
    drops_marks: (target.is === 'code' && hasMarks(column)) || (target.is === 'codes' && hasMarks(column, SPLIT_CODES)),
    fills_down: fillsDown(position, target, settled, sheet),
    values:
      hasQuantities && isOfFits(target)
        ? ONE
        : wordsIn(target, lower.get(position) || (sheet.titles[position] ?? ''), column, known),
  }));
}

/** Two columns are not the same attribute: the second keeps the name in its title. */
function withOwnNames(settled: readonly Guess[], { titles }: ReadSheet): readonly Guess[] {
  const names = new Set<string>();
  return settled.map((one) => {
    if (one.target.is !== 'attribute') return one;
    const [{ name, unit } = { name: '', unit: '' }, ...others] = one.target.attributes;
    const isRepeated = others.length === 0 && names.has(plain(name));
    const own = isRepeated ? (titles[one.position] ?? '') : name;
    names.add(plain(own));
    return isRepeated ? { ...one, target: { is: 'attribute', attributes: [{ name: own, unit }] } } : one;
  });
}

const isOfFits = (target: Target) => target.is === 'application' && target.vehicle !== undefined;
/** Beside larger quantities, 1 is a quantity too and no mark. */
const ONE: MappedColumn['values'] = [{ value: '1', means: '1 u.' }];

/** Limit of texts that are compared with all products, and of names that are compared with all attributes. */
const MAX_COMPARED = 20;

/** The one product whose whole name is in every description: «LÁMPARA HALÓGENA H1 12 V». Blank without one. */
export function productDescribed({ columns, titles, rows }: ReadSheet, { products }: Vocabulary): string {
  const described = columns.find(({ position }) => {
    const known = synonymOf(titles[position] ?? '');
    return known?.is === 'field' && known.field === 'observation';
  });
  const texts = described && described.filled >= rows * 0.9 ? described.values.map(({ value }) => value) : [];
  if (texts.length === 0) return '';
  const named = [...products].filter(([name]) => texts.every((text) => namesWhole(text, name)));
  const longest = Math.max(...named.map(([name]) => name.length));
  const [product, ...others] = new Set(named.flatMap(([name, one]) => (name.length === longest ? [one] : [])));
  return product !== undefined && others.length === 0 ? product : '';
}

/** The attributes of the products that a sheet seems to have. */
function templatesOf(sheet: ReadSheet, vocabulary: Vocabulary): Set<string> {
  const { products, templates } = vocabulary;
  const { columns, titles, groups, name } = sheet;
  const known = [...products.keys()];
  const headlines = headlinesOf(sheet).filter((text) => known.some((one) => namesWhole(text, one)));
  const values = columns
    .filter((column) => holdsProducts(titles[column.position] ?? '', column, vocabulary))
    .flatMap((column) => column.values);
  const headings = groups.filter(({ value }) => vehicleBrandOf(vocabulary, value) === undefined);
  const inside = [...headlines, ...[...values, ...headings].map(({ value }) => value)];
  // The name of a sheet may only resemble a product: «Lista» an alias «correa lisa».
  const texts = inside.length > 0 ? inside.slice(0, MAX_COMPARED) : [productDescribed(sheet, vocabulary) || name];
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

/** Returns true when some codes, but fewer than 70 %, have an asterisk beside them. */
function hasMarks(column: SampleColumn | undefined, separators: MappedColumn['separators'] = []): boolean {
  const isMarked = (code: string) => withoutMarks(code) !== code && withoutMarks(code) !== '';
  const marked = share(column, (value) => splitCell(value, separators).some(isMarked));
  return marked > 0 && marked < 0.7;
}
const SPLIT_CODES: MappedColumn['separators'] = [...CODE_SEPARATORS];

function separatorsFor(target: Target, column: SampleColumn | undefined): MappedColumn['separators'] {
  if (target.is === 'cross') return codeSeparators(target.brand, column);
  if (target.is === 'codes') return separatorsIn(column);
  if (target.is === 'attributes')
    return NAMED_SEPARATORS.filter((one) => column?.values.some(({ value }) => splitCell(value, [one]).length > 1));
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

/** Names of attributes inside cells, such as «Ø ext 76», with the names that the templates have for them. */
function attributeNames(column: SampleColumn | undefined, vocabulary: SheetVocabulary): MappedColumn['values'] {
  const pieces = column?.values.flatMap(({ value }) => splitCell(value, [...NAMED_SEPARATORS])) ?? [];
  const names = new Set(pieces.flatMap((piece) => namedValue(piece)?.[0] ?? []));
  return [...names].slice(0, MAX_COMPARED).flatMap((value) => {
    const means = nearestAttribute(splitUnit(value).name, vocabulary);
    const known = vocabulary.attributes.get(plain(means));
    return known ? [{ value, means: known.unit === '' ? means : `${means} (${known.unit})` }] : [];
  });
}

/** A column of other brands has the brands of the cross references beside it, unless it names a brand of the person. */
function withCrossBrand(
  settled: readonly Guess[],
  sheet: ReadSheet,
  { brands, crossBrands }: Vocabulary,
): readonly Guess[] {
  const hasCrossBrands = ({ target, column }: Guess) => {
    const values = column && { ...column, values: column.values.filter(({ value }) => !isNoData(value)) };
    if (target.is === 'cross') return share(values, (value) => !/\d/.test(value)) > 0.9;
    if (target.is !== 'brand') return target.is === 'cross_brand';
    const isOfOthers = (value: string) => crossBrands.has(plain(value)) || isCompetitor(value);
    return share(values, (value) => brands.has(plain(value))) === 0 && share(values, isOfOthers) > 0.5;
  };
  // «Marca original» is the brand of original numbers alone, and another column that of the others.
  const areOriginal = new Set(
    settled.filter(hasCrossBrands).map(({ position }) => namesOem(sheet.titles[position] ?? '')),
  );
  const takesBrand = ({ target, position }: Guess) => {
    const title = sheet.titles[position] ?? '';
    if (target.is !== 'cross' || !areOriginal.has(namesOem(title)) || isCompetitor(target.brand)) return false;
    // «Equivalencias» above «FREMAX» has its own brand.
    return target.brand === '' || !isOriginal(title.slice(0, -target.brand.length));
  };
  if (!settled.some(hasCrossBrands) || !settled.some(takesBrand)) return settled;
  return settled.map((one) => {
    if (hasCrossBrands(one)) return { ...one, target: { is: 'cross_brand' } };
    return takesBrand(one) ? { ...one, target: { is: 'cross', brand: '' } } : one;
  });
}

/** An OEM number has its brand in the cell, or takes the vehicle brand of its row. */
const withRowBrand = (settled: readonly Guess[], { titles }: ReadSheet, vocabulary: Vocabulary): readonly Guess[] => {
  const hasVehicle = settled.some(
    ({ target: { is, ...rest } }) =>
      is === 'application' || (is === 'vehicle' && 'field' in rest && ['brand', 'model'].includes(rest.field)),
  );
  const beginsWithBrand = (value: string) => vehicleBrandOf(vocabulary, value.split(/[\s:]/)[0] ?? '') !== undefined;
  return settled.map((one) =>
    one.target.is === 'cross' &&
    isOemTitle(titles[one.position] ?? '') &&
    (hasVehicle || share(one.column, beginsWithBrand) > 0)
      ? { ...one, target: { is: 'cross', brand: '' } }
      : one,
  );
};

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
 * Finds a matrix: a row per vehicle, and columns of part codes whose titles are products. A title that only resembles a
 * product is kept, so that the person chooses the product.
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

const MAYBE_FITS: ReadonlySet<Target['is']> = new Set(['attribute', 'attributes', 'cross', 'application', 'ignored']);

/** Finds columns under names of vehicles with marks, positions or quantities. Blank ones count beside another. */
function findFits(guessed: readonly Guess[], { titles }: ReadSheet, vocabulary: Vocabulary): readonly Guess[] {
  const isOfVehicle = ({ position, target }: Guess) => {
    const title = titles[position] ?? '';
    const isKnown = synonymOf(title) !== undefined || vocabulary.attributes.has(plain(title));
    return MAYBE_FITS.has(target.is) && !isKnown && beginsWithVehicle(vocabulary, title);
  };
  const hasFits = ({ column }: Guess) => share(column, (value) => isNoData(value) || readFit(value) !== null) > 0.9;
  if (!guessed.some((one) => isOfVehicle(one) && hasFits(one))) return guessed;
  return guessed.map((one) =>
    isOfVehicle(one) && (!one.column || hasFits(one))
      ? { ...one, target: { is: 'application', vehicle: tidy(titles[one.position] ?? '') } }
      : one,
  );
}

/** In a row of several parts, a description is a note about the vehicle. */
const NOTE: Target = { is: 'vehicle', field: 'note' };

const isPartCodes = (value: string) =>
  isNoData(value) || splitCell(value, [...CODE_SEPARATORS]).every((code) => isPartCode(withoutMarks(code)));

type Guess = { readonly position: number; readonly column: SampleColumn | undefined; readonly target: Target };

const isYear = (value: string) => /^(?:19|20)\d\d$/.test(value);

/** One column has the code, one the brand and one the product. Columns of vehicles need a brand or a model. */
function settle(guessed: readonly Guess[], sheet: ReadSheet, vocabulary: SheetVocabulary): Guess[] {
  const bestOf = (is: Target['is'], points: (one: Guess) => number, among = guessed) =>
    among
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
  const code = bestOf('code', unique) ?? titledCode(guessed, sheet) ?? firstCode(guessed, sheet);
  const brand = bestOf('brand', inNames(vocabulary.brands));
  const isDescription = ({ position }: Guess) => synonymOf(sheet.titles[position] ?? '')?.is === 'field';
  const ofProducts = inNames(vocabulary.products);
  const titled = guessed.filter((one) => !isDescription(one));
  const product = bestOf('product', ofProducts, titled) ?? bestOf('product', ofProducts);
  const hasVehicle = guessed.some(
    ({ target }) => target.is === 'vehicle' && (target.field === 'model' || target.field === 'brand'),
  );
  const hasText = guessed.some(({ target }) => target.is === 'application' && target.vehicle === undefined);
  return guessed.map((one) => {
    const { target, position } = one;
    const title = sheet.titles[position] ?? '';
    const asAttribute: Target =
      title === ''
        ? IGNORED
        : { is: 'attribute', attributes: [{ name: splitUnit(title).name, unit: splitUnit(title).unit }] };
    if (one === code) return { ...one, target: { is: 'code' } };
    if (target.is === 'product' && one !== product) {
      if (isDescription(one)) return { ...one, target: { is: 'field', field: 'observation' } };
      // «Tipo» beside «Rubro» may be an attribute of the product.
      const attribute = vocabulary.attributes.get(plain(title));
      return attribute && vocabulary.inTemplates.has(attribute.name)
        ? { ...one, target: { is: 'attribute', attributes: [attribute] } }
        : unread(one);
    }
    if (target.is === 'code' || (target.is === 'brand' && one !== brand)) return unread(one);
    if (target.is === 'vehicle' && !hasVehicle && !hasText) return { ...one, target: asAttribute };
    return one;
  });
}

const unread = (one: Guess): Guess => ({ ...one, target: IGNORED });

/** A title that only begins with a word for codes, above codes that differ. */
const titledCode = (guessed: readonly Guess[], { titles }: ReadSheet) =>
  guessed.find(
    ({ position, column, target }) =>
      column &&
      beginsWithCode(titles[position] ?? '') &&
      (target.is === 'attribute' || target.is === 'ignored') &&
      !isBarcode(target) &&
      column.distinct >= Math.min(column.filled, 5_000) * 0.95 &&
      share(column, isPartCode) > 0.7,
  );

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

const separatorsIn = (column: SampleColumn | undefined) =>
  CODE_SEPARATORS.filter((separator) => column?.separators.some((found) => found.separator === separator));
