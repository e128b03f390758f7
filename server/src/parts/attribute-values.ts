import {
  attributeOf,
  type Filter,
  joinValues,
  type ListQuery,
  splitMeasure,
  splitValue,
} from '@piezario/contract/list';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { type AttributeColumn, condition } from '../db/list/columns.ts';
import { Failure } from '../http/failure.ts';

type Place = { readonly brandId: number; readonly productId: number | 'all' };

/**
 * Columns of the attributes of the parts of a product, for a list whose rows have this id. `isInPlace` is the condition
 * of the list on the brand and product of the values, under the alias `v`.
 */
export type AttributeColumns = (
  id: string,
  isInPlace: (alias: string) => RawBuilder<SqlBool>,
) => { readonly ofAttribute: (name: string) => AttributeColumn };

/** A number of a filter, as it was typed and in the base unit of its magnitude. */
type Measure = {
  readonly typed: string;
  readonly hasUnit: boolean;
  readonly number: string;
  readonly converted: string;
  readonly base: string;
};
type Measures = ReadonlyMap<string, Measure>;

/**
 * Reads what the filters by attributes compare. Throws 422 for filters and orders by an attribute without a product:
 * the values of a whole brand have no index.
 */
export async function readAttributeColumns(
  db: Db,
  { brandId, productId }: Place,
  { filters, sort }: Pick<ListQuery, 'filters' | 'sort'>,
): Promise<AttributeColumns> {
  const ofAttributes = filters.filter(({ column }) => attributeOf(column) !== null);
  if (productId === 'all') {
    if (ofAttributes.length > 0) throw new Failure(422, 'Elegí un producto para filtrar por un atributo');
    if (sort.some(({ column }) => attributeOf(column) !== null))
      throw new Failure(422, 'Elegí un producto para ordenar por un atributo');
    return noColumns;
  }
  const measures = await readMeasures(db, { brandId, productId }, ofAttributes);
  return (id, isInPlace) => ({
    ofAttribute: (name) => columnOf({ brandId, productId, id, isInPlace, name }, measures),
  });
}

const noColumns: AttributeColumns = () => ({
  ofAttribute: (name) => {
    throw new Error(`There is no product, whose attribute ${name} could be read`);
  },
});

const keyOf = (name: string, typed: string) => JSON.stringify([name, typed]);

/** Modes that compare numbers. The others compare texts alone. */
const isMeasured = ({ mode }: Filter) => mode !== 'contains' && mode !== 'starts_with';

/**
 * Converts the numbers of filters. A number without a unit is in that of the template, or in the one that most of some
 * parts have. A unit that the template converts has the magnitude of the template's unit.
 */
async function readMeasures(
  db: Db,
  { brandId, productId }: { brandId: number; productId: number },
  filters: readonly Filter[],
): Promise<Measures> {
  const asked = filters.filter(isMeasured).flatMap((filter) => {
    const values = splitValue(filter).map((typed) => ({ typed, measure: splitMeasure(typed) }));
    // 10..20 mm: the unit of the end is that of both.
    const shared = filter.mode === 'between' ? (values.at(-1)?.measure?.unit ?? '') : '';
    const name = attributeOf(filter.column) ?? '';
    return values.flatMap(({ typed, measure }) =>
      measure ? [{ name, typed, number: measure.number, unit: measure.unit || shared }] : [],
    );
  });
  if (asked.length === 0) return new Map();
  const column = (key: keyof (typeof asked)[number]) => sql`${asked.map((one) => one[key])}::text[]`;
  const { rows } = await sql<Measure & { name: string }>`
    select given.name, given.typed, given.unit <> '' as "hasUnit", number_in(given.number)::text as number,
      (measured.number * coalesce(factor, 1))::text as converted, measured.base
    from unnest(${column('name')}, ${column('typed')}, ${column('number')}, ${column('unit')})
        given (name, typed, number, unit)
      left join lateral (
        select t.unit, (select (u ->> 'factor')::numeric from jsonb_array_elements(t.units) u
          where fold(u ->> 'unit') = fold(given.unit) and fold(given.unit) <> fold(t.unit) limit 1) as factor
        from part_product_attributes t
        where t.part_product_id = ${productId} and fold(t.name) = fold(given.name)) template on true
      cross join lateral (select case
        when given.unit <> '' and factor is null then given.unit
        when template.unit <> '' then template.unit
        else coalesce((
          select a.unit from (
            select part_id from ${ofName(brandId, productId, sql`given.name`)} and number < 'Infinity' limit 200) v
            join part_attributes a on a.part_id = v.part_id and fold(a.name) = fold(given.name)
          group by 1 order by count(*) desc, 1 limit 1), '') end as unit) chosen
      cross join lateral measure(given.number, chosen.unit) measured`.execute(db);
  return new Map(rows.map((row) => [keyOf(row.name, row.typed), row]));
}

const ofName = (brandId: number, productId: number, name: RawBuilder<unknown>) => sql`attribute_values v
  where v.part_brand_id = ${brandId} and v.part_product_id = ${productId} and v.name = fold(${name})`;

type Column = {
  readonly brandId: number;
  readonly productId: number;
  readonly id: string;
  readonly isInPlace: (alias: string) => RawBuilder<SqlBool>;
  readonly name: string;
};

function columnOf({ brandId, productId, id, isInPlace, name }: Column, measures: Measures): AttributeColumn {
  const having = (holds: RawBuilder<SqlBool>) =>
    sql<SqlBool>`${sql.ref(id)} in (select v.part_id from ${ofName(brandId, productId, sql`${name}`)} and ${holds})`;
  const isMissing = sql<SqlBool>`not exists (
    select from attribute_values v where v.part_id = ${sql.ref(id)} and v.name = fold(${name}))`;
  return {
    passes: (filter) => {
      if (filter.mode === 'is_empty') return isMissing;
      return having(filter.mode === 'is_not_empty' ? sql`true` : compareValue(filter, name, measures));
    },
    values: sql`attribute_values v`,
    isValue: sql`(${isInPlace('v')} and v.name = fold(${name}))`,
    id: sql`v.part_id`,
    keys: [sql.ref('v.number'), BEGINNING, sql.ref('v.created_at'), sql.ref('v.part_id')],
    isMissing,
  };
}

/** What the index has of a text. */
const BEGINNING = sql`left(v.text, 100)`;

function compareValue(filter: Filter, name: string, measures: Measures): RawBuilder<SqlBool> {
  const values = splitValue(filter);
  const read = values.flatMap((typed) => measures.get(keyOf(name, typed)) ?? []);
  switch (filter.mode) {
    case 'contains':
    case 'starts_with':
      return condition('text', { compared: 'v.text' }, filter);
    case 'matches':
    case 'in': {
      const texts = values.map((typed) => sql`fold(${typed})`);
      const isText = sql<SqlBool>`(v.number = 'Infinity' and v.text in (${sql.join(texts)})
        and ${BEGINNING} in (${sql.join(texts.map((text) => sql`left(${text}, 100)`))}))`;
      const isNumber = read.map((measure) => compareNumber({ ...filter, mode: 'matches' }, [measure]));
      return sql`(${sql.join([isText, ...isNumber], sql` or `)})`;
    }
    case 'greater_than':
    case 'less_than':
    case 'between':
      return compareNumber(filter, read);
    case 'ends_with':
    case 'is_empty':
    case 'is_not_empty':
      throw new Error(`The mode ${filter.mode} compares no value of an attribute`);
  }
}

/** Condition: a value is a number of the magnitude. A number without a unit is also compared with values without one. */
function compareNumber(filter: Filter, measures: readonly Measure[]): RawBuilder<SqlBool> {
  const [first] = measures;
  if (!first || measures.some(({ base }) => base !== first.base)) return sql`false`;
  const compares = (numbers: readonly string[]) =>
    condition('number', { compared: 'v.number' }, { ...filter, value: joinValues('between', numbers) });
  const isConverted = compares(measures.map(({ converted }) => converted));
  const isNumber = sql`v.number < 'Infinity'`;
  if (first.base === '') return sql`(${isNumber} and ${isConverted})`;
  const isOfUnit = sql<SqlBool>`v.unit = ${first.base} and ${isConverted}`;
  if (measures.every(({ hasUnit }) => hasUnit)) return sql`(${isNumber} and ${isOfUnit})`;
  const isTyped = compares(measures.map(({ number }) => number));
  return sql`(${isNumber} and ((${isOfUnit}) or (v.unit = '' and ${isTyped})))`;
}
