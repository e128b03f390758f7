import { type AttributesOfPart, type AttributeType, attributeTitle, valueText } from '@piezario/contract/attributes';
import { gapInWords, isBarcode, publicationInWords } from '@piezario/contract/gaps';
import { attributeKey, attributeOf, splitMeasure, type TableQuery } from '@piezario/contract/list';
import { isPartColumn, PART_COLUMNS, type PartColumn } from '@piezario/contract/part-columns';
import { byField } from '@piezario/contract/part-fields';
import { readUsual, readValues } from '../attributes/attributes.ts';
import { eachPage } from '../db/list/page.ts';
import { partList } from '../parts/list.ts';
import type { ListedPartRow } from '../parts/select-parts.ts';
import type { Sheet } from '../spreadsheet/writing/write.ts';
import type { Cell } from '../spreadsheet/writing/write-cells.ts';
import type { ExportContext } from './read-parts.ts';
import { type Column, sheet, yesOrNo } from './sheet.ts';

type Values = ReadonlyMap<string, AttributesOfPart['attributes'][number]>;
type Item = { readonly part: ListedPartRow; readonly values: Values };

const toDate = (moment: Date | string | null): Date | null => (moment === null ? null : new Date(moment));

/** Cells as the table shows them. Completeness is a number, and moments are days. */
const CELLS: Readonly<Record<PartColumn, (part: ListedPartRow) => Cell>> = {
  id: ({ id }) => id,
  brand: ({ brand }) => brand,
  code: ({ code }) => code,
  product: ({ product_with_category: { name } }) => name,
  ...byField(
    (name) =>
      (part: ListedPartRow): Cell =>
        yesOrNo(part[name] === 1),
    (name) =>
      (part: ListedPartRow): Cell =>
        part[name],
  ),
  takes_vehicles: ({ product_with_category: { takes_vehicles } }) => yesOrNo(takes_vehicles === 1),
  attributes_count: ({ attributes_count }) => attributes_count,
  has_observation_str: ({ has_observation_str }) => has_observation_str,
  cross_count: ({ cross_count }) => cross_count,
  pictures_count: ({ pictures_count }) => pictures_count,
  vehicles_count: ({ is_universal, vehicles_count }) =>
    is_universal === 1 && vehicles_count === 0 ? PART_COLUMNS.is_universal : vehicles_count,
  completeness: ({ completeness }) => completeness,
  gaps: (part) => part.gaps.map((gap) => gapInWords(gap, part)).join(', '),
  gaps_count: ({ completeness, gaps }) => (completeness === null ? null : gaps.length),
  publishable: ({ blocked_by }) => blocked_by && publicationInWords(blocked_by),
  off_template: ({ off_template }) => off_template,
  created_at: ({ created_at }) => toDate(created_at),
  discontinued_at: ({ discontinued_at }) => toDate(discontinued_at),
  updated_at: ({ updated_at }) => toDate(updated_at),
  updated_by: ({ updated_by }) => updated_by,
};

/**
 * Parts fetched at a time, with their attributes. An order without an index sorts the list again for each page, so that
 * 200 take twice as long.
 */
const FETCHED = 500;

type Usual = { readonly name: string; readonly unit: string; readonly type: AttributeType | null };

/** Longer numbers are codes, which Excel would show with an exponent. */
const MAX_DIGITS = 11;

/** A number in the unit of the column is a number, unless it is a code: a bar code, a text of the template, 007. */
function attributeCell(values: Values, name: string, { unit, type }: Usual): Cell {
  const found = values.get(name);
  if (!found) return null;
  const text = valueText(found, unit);
  const measure = found.unit === unit ? splitMeasure(found.value) : null;
  if (measure?.unit !== '' || type === 'text' || isBarcode(name)) return text;
  const isCode = /^-?0\d/.test(measure.number) || measure.number.replace(/\D/g, '').length > MAX_DIGITS;
  return isCode ? text : Number(measure.number.replace(',', '.'));
}

/** The rows and columns of the table of parts, in its order. */
export async function* table(
  { db, selection: { person, brand, product }, progress }: ExportContext,
  asked: TableQuery,
): AsyncGenerator<Sheet> {
  const query = { ...asked, page: 1, size: FETCHED };
  const names = query.columns.flatMap((column) => attributeOf(column) ?? []);
  const usual = product && names.length > 0 ? await readUsual(db, person, product.id, brand.id) : [];
  const usualByKey = new Map(usual.map((one) => [attributeKey(one.name), one]));
  const columns = query.columns.map((column): Column<Item> => {
    if (isPartColumn(column)) return [PART_COLUMNS[column], ({ part }) => CELLS[column](part)];
    const name = attributeOf(column);
    if (name === null) throw new Error(`The table has no column ${column}`);
    const attribute = usualByKey.get(column) ?? { name, unit: '', type: null };
    return [attributeTitle(attribute), ({ values }) => attributeCell(values, column, attribute)];
  });
  const source = await partList(db, person, query, { brandId: brand.id, productId: product?.id ?? 'all' });
  async function* items(): AsyncGenerator<readonly Item[]> {
    for await (const page of eachPage(db, query, source)) {
      const parts = page.map(({ id }) => id);
      const read = names.length > 0 ? await readValues(db, person, { parts, names }) : [];
      const valuesOf = new Map(read.map(({ part_id, attributes }) => [part_id, byKey(attributes)]));
      yield page.map((part) => ({ part, values: valuesOf.get(part.id) ?? NONE }));
      progress.advance(page.length);
    }
  }
  yield sheet('Piezas', items(), columns);
}

const NONE: Values = new Map();
const byKey = (attributes: AttributesOfPart['attributes']): Values =>
  new Map(attributes.map((one) => [attributeKey(one.name), one]));
