import type {
  MappedColumn,
  MappedSheet,
  SampleColumn,
  Target,
  WorkbookMapping,
} from '@piezario/contract/workbook-mappings';
import { splitCell } from './convert.ts';
import { IGNORED, share } from './guess-column.ts';
import { blankColumn, productDescribed, proposeColumns } from './propose-columns.ts';
import { headlinesOf, type ReadSheet } from './sample.ts';
import { isOriginal, plain, synonymOf } from './titles.ts';
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
  const lists = withoutCovers(byCode(mapped, sheets, vocabulary), sheets);
  return { version: 1, sheets: withOneBrand(lookUpNames(lists, sheets, vocabulary), sheets, vocabulary) };
}

/** Whether a sheet has a title that is in the table of synonyms. */
const hasKnownTitle = (name: string, sheets: readonly ReadSheet[]) =>
  sheets.some((sheet) => sheet.name === name && sheet.titles.some((title) => synonymOf(title) !== undefined));

const hasCodeTitle = ({ titles }: ReadSheet) => titles.some((title) => synonymOf(title)?.is === 'code');

/** Names of sheets that are no lists. A cover called «Tapa» resembles the products «Tapa de …». */
const COVER = /^(tapa|portada|caratula|indice|index|contenido|instrucciones|ayuda|contacto|condiciones)s?$/;

/** Leaves out covers, beside a list: sheets with such a name and no code, or without a known title and product. */
function withoutCovers(mapped: readonly MappedSheet[], sheets: readonly ReadSheet[]): MappedSheet[] {
  const isList = ({ use, names }: MappedSheet) => use === 'rows' && names.some((name) => hasKnownTitle(name, sheets));
  const isCover = (one: MappedSheet) =>
    one.names.every((name) => COVER.test(plain(name)))
      ? !sheets.some((sheet) => one.names.includes(sheet.name) && hasCodeTitle(sheet))
      : !isList(one) && lacksProduct(one);
  const isOther = mapped.some((one) => isList(one) && !isCover(one));
  return mapped.map((one) => (isOther && one.use === 'rows' && isCover(one) ? { ...one, use: 'nothing' } : one));
}

const PAGE_TITLE = /^(pagina|pag|hoja|solapa|pestana)s?$/;

/** Whether a sheet lists the other sheets, each once, or pages without any title of a code. */
function isIndex(sheet: ReadSheet, sheets: readonly ReadSheet[]): boolean {
  const { name, columns, titles } = sheet;
  const others = new Set(sheets.filter((one) => one.name !== name).map((one) => plain(one.name)));
  const listsSheets = columns.some(
    (column) =>
      column.filled > 1 && column.distinct === column.filled && share(column, (text) => others.has(plain(text))) > 0.6,
  );
  const listsPages = !hasCodeTitle(sheet) && titles.some((title) => PAGE_TITLE.test(plain(title)));
  return listsSheets || (others.size > 0 && listsPages);
}

/** Why the proposal does not read a sheet, in Spanish. Blank when it reads it. */
export function reasonNotToRead(sheet: ReadSheet, mapping: WorkbookMapping, sheets: readonly ReadSheet[]): string {
  const own = mapping.sheets.find(({ names }) => names.includes(sheet.name));
  if (own?.use !== 'nothing') return '';
  if (isIndex(sheet, sheets)) return 'Parece un índice: nombra las otras hojas o sus páginas';
  return hasTarget(own, 'code', 'codes')
    ? 'Parece una tapa: sus títulos no son los de una lista de piezas'
    : 'Ninguna columna parece tener los códigos de las piezas';
}

const hasTarget = ({ columns }: MappedSheet, ...targets: readonly Target['is'][]) =>
  columns.some(({ target }) => targets.includes(target.is));
const lacksProduct = (one: MappedSheet) =>
  !hasTarget(one, 'product', 'codes') &&
  one.groups !== 'product' &&
  !one.product_is_sheet &&
  !one.product_by_code &&
  one.constants.product === '';

/**
 * Finds sheets of codes without products, which add cross references or vehicles to parts. Their products are those of
 * the parts with the codes, unless other columns describe parts.
 */
function byCode(mapped: readonly MappedSheet[], sheets: readonly ReadSheet[], { products }: Vocabulary): MappedSheet[] {
  return mapped.map((one) => {
    // The name of a sheet may only resemble a product: «Poly V». If another sheet has its parts, their products count.
    const isAlike = one.product_is_sheet && !one.names.every((name) => products.has(plain(name)));
    const bare = isAlike ? { ...one, product_is_sheet: false } : one;
    if (one.use !== 'rows' || !lacksProduct(bare) || hasTarget(one, 'field', 'attributes')) return one;
    if (!hasTarget(one, 'cross', 'application', 'vehicle') || !hasTarget(one, 'code')) return one;
    const own = sheets.find(({ name }) => name === one.names[0]);
    const code = one.columns.find(({ target }) => target.is === 'code');
    const column = own?.columns.find(({ position }) => position === code?.position);
    const isShared = mapped.some(
      (other) =>
        other !== one &&
        other.use === 'rows' &&
        (!isAlike || other.groups === 'product' || hasTarget(other, 'product', 'field', 'attributes')) &&
        other.columns.some(({ target, position }) => {
          if (target.is !== 'code') return false;
          const sample = sheets.find(({ name }) => name === other.names[0]);
          const values = sample?.columns.find((found) => found.position === position)?.values ?? [];
          const codes = new Set(values.map(({ value }) => plain(value)));
          return share(column, (value) => codes.has(plain(value))) > 0.3;
        }),
    );
    const isRepeated = column !== undefined && column.distinct < column.filled * 0.9;
    const isShort = one.columns.filter(({ target }) => target.is !== 'ignored').length <= 3;
    return isShared || (!isAlike && (isRepeated || isShort)) ? { ...bare, product_by_code: true } : one;
  });
}

/** Cells may have several abbreviations: «GT; CO». */
const abbreviationsIn = (value: string) => splitCell(value, ['\n', ';', '/', ',']).map(plain);

/** Whether most values of a column are keys. */
const usesKeys = ({ values }: SampleColumn, keys: ReadonlySet<string>) =>
  values.filter(({ value }) => keys.has(plain(value)) || abbreviationsIn(value).every((one) => keys.has(one))).length >
  values.length * 0.8;

/** Columns with the keys of a sheet of names are looked up in it. One of names of products has the product. */
function lookUpNames(
  mapped: readonly MappedSheet[],
  sheets: readonly ReadSheet[],
  { products }: Vocabulary,
): MappedSheet[] {
  const tables = mapped
    .filter(({ use }) => use === 'names')
    .map(({ names: [name = ''], columns: [key, full] }) => {
      const sample = sheets.find((sheet) => sheet.name === name);
      const columnOf = (mappedColumn: MappedColumn | undefined) =>
        sample?.columns.find(({ position }) => position === mappedColumn?.position);
      const keys = new Set((columnOf(key)?.values ?? []).map(({ value }) => plain(value)));
      const hasProducts = share(columnOf(full), (value) => offersFor(value, products).length > 0) > 0.5;
      return { name, keys, hasProducts };
    });
  return mapped.map((sheet) => {
    if (sheet.use !== 'rows') return sheet;
    const sample = sheets.find(({ name }) => name === sheet.names[0]);
    const columns = sheet.columns.map((column) => {
      const found = sample?.columns.find(({ position }) => position === column.position);
      const table = found && column.target.is !== 'code' && tables.find(({ keys }) => usesKeys(found, keys));
      if (!table) return column;
      const hasProduct =
        table.hasProducts && lacksProduct(sheet) && ['ignored', 'attribute'].includes(column.target.is);
      return { ...column, names_in: table.name, ...(hasProduct && { target: { is: 'product' as const } }) };
    });
    return { ...sheet, columns };
  });
}

/** Sheets without a brand have that of the others, if it is one. */
function withOneBrand(
  mapped: readonly MappedSheet[],
  sheets: readonly ReadSheet[],
  vocabulary: Vocabulary,
): MappedSheet[] {
  const brandsOf = ({ use, names, columns, constants }: MappedSheet): readonly (string | undefined)[] => {
    if (use !== 'rows') return [];
    const column = columns.find(({ target }) => target.is === 'brand');
    if (!column) return constants.brand === '' ? [] : [constants.brand];
    const samples = sheets.filter(({ name }) => names.includes(name));
    const values = samples.flatMap(
      (sample) => sample.columns.find(({ position }) => position === column.position) ?? [],
    );
    return values.flatMap((sample) => sample.values).map(({ value }) => vocabulary.brands.get(plain(value)));
  };
  const [brand, ...others] = new Set(mapped.flatMap(brandsOf));
  if (brand === undefined || others.length > 0) return [...mapped];
  return mapped.map((sheet) => {
    const lacksBrand = sheet.use === 'rows' && !hasTarget(sheet, 'brand') && sheet.groups !== 'brand';
    return lacksBrand ? { ...sheet, constants: { ...sheet.constants, brand } } : sheet;
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
  const isTable = sheet.rows > 0 && (has('code') || has('codes')) && !isIndex(sheet, all);
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
  const headline = needsProduct
    ? findProduct([sheet, ...alike], fileName, vocabulary) || describedProduct([sheet, ...alike], vocabulary)
    : titled;
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
  struck_rows: 'read',
  hidden_rows: 'read',
  discontinued_rows: 'read',
  flipped_rows: [],
});

/** Sheets named like products: «Filtros de aceite», «Bujías». «Cruces» is a title, though it resembles «Cruceta». */
const isProductName = (names: readonly string[], { products }: Vocabulary) =>
  names.some(
    (name) =>
      products.has(plain(name)) ||
      (synonymOf(name) === undefined &&
        !isOriginal(name) &&
        [...products.values()].some((product) => likeness(name, product) > 0.7)),
  );

/**
 * A single column of codes with a product as its title is the code of the parts, which the other columns describe. If
 * there is a column with the code, it is ignored: otherwise every part would become that product.
 */
function withoutMatrix(columns: MappedColumn[]): { readonly columns: MappedColumn[]; readonly product: string } {
  const [only, ...others] = columns.filter(({ target }) => target.is === 'codes');
  if (only?.target.is !== 'codes' || others.length > 0) return { columns, product: '' };
  const hasCode = columns.some(({ target }) => target.is === 'code');
  const target: Target = hasCode ? IGNORED : { is: 'code' };
  return {
    columns: columns.map((column) => (column === only ? { ...column, target } : column)),
    product: hasCode ? '' : only.target.product,
  };
}

export const withoutEnding = (fileName: string) => fileName.replace(/\.\w+$/, '');

/** The one product whose name is above the titles of each sheet («Filtros de aceite — Fiat»), or in the file name. */
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

/** The product of all descriptions, where nearly every row has one. */
function describedProduct(sheets: readonly ReadSheet[], vocabulary: Vocabulary): string {
  const products = new Set(sheets.map((sheet) => productDescribed(sheet, vocabulary)));
  const [product = ''] = products;
  return products.size === 1 ? product : '';
}

/** The one brand above the titles or in the name of the sheet or file; otherwise the only brand in the scope. */
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
