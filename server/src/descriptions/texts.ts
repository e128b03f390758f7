import { counted, fold, yearRange } from '@piezario/contract/words';
import { sql } from 'kysely';
import { newestParts } from '../access/parts.ts';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { Failure, notFound } from '../http/failure.ts';
import {
  FIXED,
  type Pattern,
  PIECES,
  readPattern,
  suggestPattern,
  type TemplateRow,
  unknownNames,
  writeText,
} from './pattern.ts';

/** Parts that are read at once: enough to be fast, and few enough to keep memory low. */
const CHUNK = 1_000;

/** Models that a text names. The others are counted. */
const MAX_MODELS = 6;
const ANY_VEHICLE = 'cualquier vehículo';

type PartRow = {
  readonly id: number;
  readonly code: string;
  readonly brand: string;
  readonly product: string;
  readonly product_id: number;
  readonly is_universal: boolean;
  readonly takes_vehicles: boolean;
};
type ModelRow = {
  readonly part_id: number;
  readonly brand: string;
  readonly model: string;
  readonly from: number;
  readonly until: number | null;
};

/** A description, with the code of its part. */
type Description = { readonly code: string; readonly text: string };

/** Returns the description of each part by the pattern of its product. Parts that do not exist are left out. */
export async function describeParts(db: Db, ids: readonly number[]): Promise<Map<number, Description>> {
  const described = new Map<number, Description>();
  const patterns = new Map<number, Pattern>();
  for (let at = 0; at < ids.length; at += CHUNK) {
    const parts = await readParts(db, ids.slice(at, at + CHUNK));
    await addPatterns(db, patterns, parts);
    for (const [id, text] of await writeTexts(db, parts, patterns)) described.set(id, text);
  }
  return described;
}

async function readParts(db: Db, ids: readonly number[]): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select parts.id, parts.code, part_brands.name as brand, part_products.name as product,
      part_products.id as product_id, parts.is_universal, part_products.takes_vehicles
    from parts join part_brands on part_brands.id = parts.part_brand_id
      join part_products on part_products.id = parts.part_product_id
    where parts.id = any (${ids}::int[])`.execute(db);
  return rows;
}

/** Adds the patterns of the products of the parts that are not in `patterns` yet. */
async function addPatterns(db: Db, patterns: Map<number, Pattern>, parts: readonly PartRow[]): Promise<void> {
  const missing = [...new Set(parts.map(({ product_id }) => product_id))].filter((id) => !patterns.has(id));
  if (missing.length === 0) return;
  const { rows } = await sql<{ id: number; pattern: string; template: Template }>`
    select part_products.id, description_pattern as pattern, ${TEMPLATE} as template
    from part_products where id = any (${missing}::int[])`.execute(db);
  for (const { id, pattern, template } of rows) {
    const own = pattern === '' ? pattern : readPattern(pattern);
    patterns.set(id, typeof own === 'string' ? readSuggested(template) : own);
  }
}

type Template = readonly TemplateRow[];

/** The attributes of the template of a product, without the bar code. */
const TEMPLATE = sql<Template>`coalesce((
  select json_agg(json_build_object('name', t.name, 'unit', t.unit, 'importance', t.importance) order by t.position)
  from part_product_attributes t where t.part_product_id = part_products.id and not is_barcode(t.name)), '[]')`;

function readSuggested(template: Template): Pattern {
  const pattern = readPattern(suggestPattern(template));
  if (typeof pattern === 'string') throw new Error(pattern);
  return pattern;
}

async function writeTexts(
  db: Db,
  parts: readonly PartRow[],
  patterns: ReadonlyMap<number, Pattern>,
): Promise<[number, Description][]> {
  const ids = parts.map(({ id }) => id);
  const { rows: attributes } = await sql<{ part_id: number; name: string; value: string; unit: string }>`
    select part_id, name, value, unit from part_attributes where part_id = any (${ids}::int[])`.execute(db);
  // The years of an application are narrower than those of its vehicle. 9999 is a vehicle that is still sold.
  const { rows: models } = await sql<ModelRow>`
    select v.part_id, vehicles.brand, vehicles.model, min(coalesce(v.from_year, sold_from_year)) as from,
      nullif(max(coalesce(v.until_year, sold_until_year, 9999)), 9999) as until
    from part_vehicles v join vehicles on vehicles.id = v.vehicle_id
    where v.part_id = any (${ids}::int[])
    group by v.part_id, vehicles.brand, vehicles.model
    order by v.part_id, count(distinct v.vehicle_id) desc, vehicles.brand, vehicles.model`.execute(db);
  const [attributesOf, modelsOf] = [byPart(attributes), byPart(models)];
  return parts.map(({ id, code, brand, product, product_id, is_universal, takes_vehicles }) => {
    const values = new Map((attributesOf.get(id) ?? []).map((one) => [fold(one.name), valueText(one)]));
    values.set(FIXED.product, product).set(FIXED.brand, brand).set(FIXED.code, code);
    const vehicles = is_universal ? ANY_VEHICLE : vehiclesText(modelsOf.get(id) ?? []);
    values.set(FIXED.vehicles, takes_vehicles ? vehicles : '');
    return [id, { code, text: writeText(patterns.get(product_id) ?? [], values) }];
  });
}

function byPart<Row extends { readonly part_id: number }>(rows: readonly Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const row of rows) {
    const list = found.get(row.part_id);
    if (list) list.push(row);
    else found.set(row.part_id, [row]);
  }
  return found;
}

/** Units that follow their number without a space. */
const CLOSE_UNITS = ['°', '"'];

/** 280 mm; 45°; 4 (units); sí */
function valueText({ value, unit }: { readonly value: string; readonly unit: string }): string {
  if (value === 'Sí' || value === 'No') return value.toLowerCase();
  if (unit === '' || unit === PIECES) return value;
  return CLOSE_UNITS.includes(unit) ? `${value}${unit}` : `${value} ${unit}`;
}

const LIST = new Intl.ListFormat('es', { type: 'conjunction' });

/** Volkswagen Gol (2008–2013), Fox (desde 2004) y 12 modelos más. The models are sorted by importance. */
function vehiclesText(models: readonly Omit<ModelRow, 'part_id'>[]): string {
  const named = models.slice(0, MAX_MODELS);
  const brands = new Map(named.map(({ brand }) => [brand, named.filter((one) => one.brand === brand)]));
  const names = [...brands].flatMap(([brand, own]) =>
    own.map(({ model, from, until }, index) => {
      // The models of DS begin with its name.
      const isNamed = index > 0 || model.startsWith(`${brand} `);
      return `${isNamed ? '' : `${brand} `}${model} (${yearRange(from, until)})`;
    }),
  );
  const others = models.length - named.length;
  return LIST.format(others > 0 ? [...names, counted(others, 'modelo más', 'modelos más')] : names);
}

/** Returns why the pattern of a product would be refused, or the pattern. */
async function checkPattern(db: Db, person: Person, product: number | null, text: string): Promise<Pattern | string> {
  const pattern = readPattern(text);
  if (typeof pattern === 'string') return pattern;
  const unknown = unknownNames(pattern, product === null ? [] : await readNames(db, person, product));
  if (unknown.length === 0) return pattern;
  const names = unknown.map((name) => `{${name}}`);
  return unknown.length === 1
    ? `${names} no es un dato de toda pieza ni un atributo de este producto`
    : `${LIST.format(names)} no son datos de toda pieza ni atributos de este producto`;
}

/** Refuses the new pattern of a product. Null is a new product. */
export async function refusePattern(db: Db, person: Person, product: number | null, text: string): Promise<void> {
  const pattern = await checkPattern(db, person, product, text);
  if (typeof pattern === 'string')
    throw new Failure(422, 'El patrón de la descripción no se puede usar', { description_pattern: pattern });
}

/** Names of the attributes of the template, and of those that the newest parts of the product use. */
async function readNames(db: Db, person: Person, product: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from part_product_attributes where part_product_id = ${product}
    union select name from part_attributes where part_id = any (array(${newestParts(person, product)}))`.execute(db);
  return rows.map(({ name }) => name);
}

/** Tries a pattern on one of the newest parts of a product, preferably one with attributes and vehicles. */
export async function tryPattern(db: Db, person: Person, product: number, text: string) {
  const { template } = await db
    .selectFrom('part_products')
    .where('id', '=', product)
    .select(TEMPLATE.as('template'))
    .executeTakeFirstOrThrow(notFound);
  const suggested = suggestPattern(template);
  const pattern = text === '' ? readSuggested(template) : await checkPattern(db, person, product, text);
  if (typeof pattern === 'string') return { suggested, problem: pattern, example: null };
  const { rows } = await sql<{ part_id: number }>`
    select part_id from part_counts where part_id = any (array(${newestParts(person, product)}))
    order by (attributes_count > 0)::int + (vehicles_count > 0)::int desc, part_id desc limit 1`.execute(db);
  const parts = await readParts(
    db,
    rows.map(({ part_id }) => part_id),
  );
  const [example] = await writeTexts(db, parts, new Map([[product, pattern]]));
  return { suggested, problem: null, example: example?.[1] ?? null };
}
