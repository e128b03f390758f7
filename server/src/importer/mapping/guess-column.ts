import { NAMED_SEPARATORS, type SampleColumn, type Target } from '@piezario/contract/workbook-mappings';
import { isNoData } from '../reading/row-reader.ts';
import { namedValue, splitCell } from './convert.ts';
import { hasBrands, hasLabel } from './cross-codes.ts';
import { isCodeTitle, isPartCode } from './sample.ts';
import {
  attributeInOtherWords,
  hasOpenBrand,
  isCompetitor,
  isOriginal,
  originalBrand,
  plain,
  splitUnit,
  synonymOf,
  withoutCodeWords,
  withoutPrefix,
} from './titles.ts';
import { likeness, offersFor, type Vocabulary, vehicleBrandOf } from './vocabulary.ts';

/** The vocabulary with the attributes of the templates of the products in a sheet. */
export type SheetVocabulary = Vocabulary & {
  readonly inTemplates: ReadonlySet<string>;
  /** Whether brands of vehicles head groups of rows. */
  readonly hasVehicleGroups: boolean;
};

export const share = (column: SampleColumn | undefined, test: (value: string) => boolean) => {
  if (!column || column.values.length === 0) return 0;
  return column.values.filter(({ value }) => test(value)).length / column.values.length;
};

/** Whether nearly all values are names of products, with few exceptions. */
const namesProducts = (column: SampleColumn, { products }: Vocabulary) =>
  share(column, (value) => products.has(plain(value))) > 0.8;

export const IGNORED: Target = { is: 'ignored' };

/** What a column seems to contain, by its title first and then by its values. */
export function guess(
  written: string,
  lower: string,
  column: SampleColumn | undefined,
  rows: number,
  vocabulary: SheetVocabulary,
): Target {
  const title = withoutPrefix(written);
  if (!column || title === '') return share(column, isGtin) > 0.8 ? BARCODE : IGNORED;
  const upper = lower === '' ? '' : title.slice(0, title.length - lower.length).trim();
  // «Vehículo» above «Marca» is «Marca vehículo».
  const titles = upper === '' ? [title] : [title, `${lower} ${upper}`, lower];
  for (const one of titles) {
    const target = byTitle(one, column, vocabulary);
    if (target) return withUnit(target, splitUnit(upper).unit);
  }
  if (isOriginal(upper) && BRAND_NAME.test(lower) && share(column, isPartCode) > 0.7)
    return { is: 'cross', brand: lower };
  const { name, unit } = splitUnit(title);
  if (vocabulary.products.has(plain(title)) && share(column, isCodeLike) > 0.7) {
    return { is: 'codes', product: vocabulary.products.get(plain(title)) ?? title };
  }
  if (share(column, (value) => vocabulary.brands.has(plain(value))) > 0.8) return { is: 'brand' };
  if (namesProducts(column, vocabulary)) return { is: 'product' };
  if (share(column, isGtin) > 0.8) return BARCODE;
  if (share(column, isDate) > 0.8 || share(column, isAddress) > 0.5 || (unit === '' && share(column, isPrice) > 0.8))
    return IGNORED;
  if (share(column, (value) => namesVehicle(value, vocabulary)) > 0.6) return { is: 'application' };
  if (share(column, hasLabel) > 0.5) return { is: 'cross', brand: '' };
  if (hasNamedAttributes(column, vocabulary)) return { is: 'attributes' };
  // Models without their brand, below headings that have it.
  if (vocabulary.hasVehicleGroups && isOfModels(column)) return { is: 'application' };
  if (column.filled < rows * 0.02) return IGNORED;
  if (share(column, isNamedValues) > 0.6) return { is: 'attributes' };
  const measures = measuresIn(title, column, vocabulary);
  if (measures) return measures;
  const nearest = nearestAttribute(name, vocabulary);
  if (nearest === name && !vocabulary.attributes.has(plain(name)) && doubtOf(title, column) !== '') return IGNORED;
  if (upper === '' || nearest !== name) return attributeNamed(nearest, unit, column, vocabulary);
  const own = splitUnit(lower);
  return attributeNamed(
    nearestAttribute(own.name, vocabulary),
    own.unit || splitUnit(upper).unit || unit,
    column,
    vocabulary,
  );
}

/** The name of a brand below «Equivalencias»: «FREMAX», «Fras-le». */
const BRAND_NAME = /^\p{L}[\p{L}\s.&-]{1,30}$/u;

/** A column with this many values, nearly all different, is no attribute. Fewer parts may well all differ. */
const MIN_DIFFERENT = 10;
const LONG_TEXT = 50;

/** Why the values under an unknown title are hardly those of an attribute, in Spanish. Blank when they may be. */
export function doubtOf(title: string, column: SampleColumn): string {
  // Measures of a drawing are called A, B and H.
  if (title.length <= 1 || splitUnit(title).unit !== '' || synonymOf(title) || share(column, hasUnit) > 0.5) return '';
  if (share(column, isDate) > 0.8) return 'Parecen fechas';
  if (share(column, isPrice) > 0.8) return 'Parecen precios';
  if (share(column, isAddress) > 0.5) return 'Son direcciones de páginas';
  if (share(column, (value) => value.length > LONG_TEXT) > 0.5) return 'Son textos largos, como notas';
  const areDifferent = column.filled >= MIN_DIFFERENT && column.distinct > Math.min(column.filled, 5_000) * 0.9;
  // A measure may well differ in every part.
  const isNumbering = areDifferent && share(column, isSmallNumber) <= 0.5;
  return isNumbering ? 'Casi todos sus valores son distintos, como números internos' : '';
}

const isSmallNumber = (value: string) => /^-?\d{1,4}(?:[.,]\d+)?$/.test(value);
const hasUnit = (value: string) => /^[\d.,]+\s*(?:\p{L}{1,3}|°C|")\.?$/u.test(value);
const isMeasure = (value: string) => /^[\d.,]+\s*(?:\p{L}{1,3}|°C)?\.?$/u.test(value);

/** An attribute with the unit of the templates where the title has none and the values are measures. */
function attributeNamed(name: string, unit: string, column: SampleColumn, { attributes }: Vocabulary): Target {
  const ofTemplates = share(column, isMeasure) > 0.7 ? (attributes.get(plain(name))?.unit ?? '') : '';
  return { is: 'attribute', attributes: [{ name, unit: unit || ofTemplates }] };
}

/** The target of a title that is known, by synonyms, brands and attributes. */
function byTitle(title: string, column: SampleColumn, vocabulary: SheetVocabulary): Target | undefined {
  const known = synonymOf(title);
  if (known && !isOtherKind(known, title, column, vocabulary)) return byContent(known, column, vocabulary);
  if (isCodeTitle(title, vocabulary)) return { is: 'code' };
  if (isOriginal(title))
    return { is: 'cross', brand: hasOpenBrand(title) || hasBrands(column) ? '' : originalBrand(title) };
  const owner = withoutCodeWords(title);
  const brand = vehicleBrandOf(vocabulary, owner);
  if (brand) return isOfModels(column) ? { is: 'application', brand } : { is: 'cross', brand };
  const { name, unit } = splitUnit(title);
  const attribute = vocabulary.attributes.get(plain(name));
  if (attribute) {
    const inTemplate = vocabulary.inTemplates.has(attribute.name) ? attribute.name : nearestAttribute(name, vocabulary);
    return { is: 'attribute', attributes: [{ name: inTemplate, unit: unit || attribute.unit }] };
  }
  const cross = vocabulary.crossBrands.get(plain(owner)) ?? (isCompetitor(owner) ? owner : undefined);
  return cross === undefined ? undefined : { is: 'cross', brand: cross };
}

/** «Tipo» and «Línea» above values that resemble no product: «Fija», «Premium». */
const isOtherKind = (known: Target, title: string, column: SampleColumn, { products }: Vocabulary) =>
  known.is === 'product' &&
  /^(tipo|linea|clase|grupo)$/.test(plain(title)) &&
  !column.values.slice(0, MAX_NAMES).some(({ value }) => offersFor(value, products).length > 0);

/** Models in a column of a brand of vehicles begin with a word, and codes have no years or displacements. */
const isOfModels = (column: SampleColumn) =>
  share(column, (value) => isNoData(value) || /^\p{L}{2,}[\p{L}\d]*\s.*\d/u.test(value) || /^\p{L}{3,}$/u.test(value)) >
    0.6 && share(column, (value) => /(?:^|\D)\d\.\d|\d{2}\s*[/-]\s*\d{2}|(?:19|20)\d\d|^\p{L}{3,}$/u.test(value)) > 0.4;

const withUnit = (target: Target, unit: string): Target =>
  target.is === 'attribute' && unit !== ''
    ? { ...target, attributes: target.attributes.map((one) => ({ ...one, unit })) }
    : target;

const isNamedValues = (value: string) => {
  const pieces = splitCell(value, [...NAMED_SEPARATORS]);
  // «Motor paso a paso 3» alone is a text that ends in a number.
  if (pieces.length === 1 && !/[:=]/.test(value)) return false;
  return pieces.length > 0 && pieces.every((piece) => namedValue(piece) !== null && /^[\p{L}Ø]/u.test(piece));
};

/** Whether most cells have values with the names of attributes: «cono 19,3 mm; rosca M12x1.5». */
function hasNamedAttributes(column: SampleColumn, vocabulary: SheetVocabulary): boolean {
  if (share(column, isNamedValues) <= 0.6) return false;
  const pieces = column.values.flatMap(({ value }) => splitCell(value, [...NAMED_SEPARATORS]));
  const names = new Set(pieces.flatMap((piece) => namedValue(piece)?.[0] ?? []).slice(0, MAX_NAMES));
  const known = [...names].filter((name) =>
    vocabulary.attributes.has(plain(nearestAttribute(splitUnit(name).name, vocabulary))),
  );
  return known.length > names.size * 0.5;
}
/** Each is compared with all attributes. */
const MAX_NAMES = 20;

const MEASURES = /^[\d.,]+(?:\s*[x×]\s*[\d.,]+){1,5}\s*(?:mm|cm)?$/i;

/** «Largo x Ancho x Alto» above «250 x 120 x 40». */
function measuresIn(title: string, column: SampleColumn, vocabulary: SheetVocabulary): Target | null {
  if (share(column, (value) => MEASURES.test(value) || isNoData(value)) <= 0.8) return null;
  const { name, unit } = splitUnit(title);
  const unitOf = (attribute: string) => unit || (vocabulary.attributes.get(plain(attribute))?.unit ?? '');
  const names = splitCell(name.replace(/^(medidas?|dimensiones)\b[\s:]*/i, '').replace(/[()]/g, ''), [' x ']);
  if (names.length === 0 || isMeasures(name)) return boxMeasures(unit, column, vocabulary);
  if (names.length < 2 || names.length > 6) return null;
  const attributes = names.map((one) => nearestAttribute(one, vocabulary));
  return { is: 'attribute', attributes: attributes.map((one) => ({ name: one, unit: unitOf(one) })) };
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

const isAddress = (value: string) => /^(?:https?:\/\/|www\.)/i.test(value);
const isDate = (value: string) => /^\d{1,2}\/\d{1,2}\/\d{4}/.test(value);

const BARCODE: Target = { is: 'attribute', attributes: [{ name: 'Código de barras', unit: '' }] };
export const isCodeLike = (value: string) => /\d/.test(value) && value.length <= 60;
const isPrice = (value: string) => /^\$|^(u\$s|usd|ars)\b|^\d{1,3}(\.\d{3})+,\d{2}$|^\d{4,},\d{2}$/i.test(value.trim());

/** A valid EAN-8, UPC-A, EAN-13 or GTIN-14. */
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

/** The most similar attribute («Espesor» for «Esp.») in the templates of the sheet's products, or else in all. */
export function nearestAttribute(name: string, { attributes, inTemplates }: SheetVocabulary): string {
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

/** Whether a column seems to have the products of the rows. */
export const holdsProducts = (title: string, column: SampleColumn, vocabulary: Vocabulary): boolean => {
  const known = synonymOf(title);
  return known ? byContent(known, column, vocabulary).is === 'product' : namesProducts(column, vocabulary);
};

/** A title may mean several things: «Marca» of the part or of the vehicle, «Artículo» its code or its product. */
function byContent(known: Target, column: SampleColumn, vocabulary: Vocabulary): Target {
  const areVehicleBrands = () => share(column, (value) => vehicleBrandOf(vocabulary, value) !== undefined) > 0.6;
  if (known.is === 'brand' && areVehicleBrands()) {
    const areBrands = share(column, (value) => vocabulary.brands.has(plain(value))) > 0.6;
    return areBrands ? known : { is: 'vehicle', field: 'brand' };
  }
  const isProduct = (value: string) => !/\d/.test(value) && offersFor(value, vocabulary.products).length > 0;
  if (known.is === 'code' && share(column, isProduct) > 0.5) return { is: 'product' };
  const isText = known.is === 'field' && known.field === 'observation';
  if (isText && share(column, hasLabel) > 0.5) return { is: 'cross', brand: '' };
  if (isText && namesProducts(column, vocabulary)) return { is: 'product' };
  return known;
}
