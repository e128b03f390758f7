import { seesEverything } from '@piezario/contract/access';
import { GAP_NAMES, GAPS } from '@piezario/contract/gaps';
import type { ChangedEntity, Change as ChangeInWords } from '@piezario/contract/history';
import { PART_FIELD_NAMES } from '@piezario/contract/part-fields';
import { ATTRIBUTE_TYPE_NAMES, IMPORTANCE_NAMES, type TemplateAttribute } from '@piezario/contract/templates';
import { type RawBuilder, sql } from 'kysely';
import { brandsInScope, categoriesInScope, type Person, partInScope, productsInScope } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import type { Fields, RowName } from '../part-rows/entities.ts';
import { VEHICLE_NAME } from '../vehicles/name.ts';
import type { Change } from './effects.ts';

/** Selects changes in the form of `Change`. */
export const selectChanges = (db: Db) =>
  db
    .selectFrom('changes')
    .select(['id', 'row_id', 'before', 'after'])
    .select([
      sql<Change['entity']>`entity`.as('entity'),
      sql<number>`part_id`.as('part_id'),
      sql<Change['place']>`jsonb_build_object('part_brand_id', part_brand_id, 'part_product_id', part_product_id)`.as(
        'place',
      ),
    ]);

/** The last removal of a row, as `history.restore` takes it. */
export async function readRemoval(db: Db, { entity, part_id, row_id }: RowName) {
  const { id, operation_id } = await db
    .selectFrom('changes')
    .where('part_id', '=', part_id)
    .where('entity', '=', entity)
    .where('row_id', '=', row_id)
    .where('after', 'is', null)
    .select(['id', 'operation_id'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return { operation_id, change_id: Number(id) };
}

/** A change, before its fields are described. */
export type RecordedChange = Omit<ChangeInWords, 'fields'> & {
  readonly before: Fields | null;
  readonly after: Fields | null;
};

const textOf = (row: RawBuilder<unknown>, columns: readonly string[]) =>
  sql`nullif(concat_ws(' ', ${sql.join(columns.map((column) => sql`${row} ->> ${sql.lit(column)}`))}), '')`;

/** The whole row of the change `c`, when it was created or removed. */
const whole = sql`case when c.before is null then c.after when c.after is null then c.before end`;

/** Name of a row: from the change, or its current one. */
const named = (table: string, columns: readonly string[]) => sql`coalesce(${textOf(whole, columns)},
  (select ${textOf(sql`to_jsonb(t)`, columns)} from ${sql.table(table)} t where t.id = c.row_id))`;

/**
 * The name of a row of a part, also when the row was removed since. For parts outside the person's scope, only the
 * change itself is read.
 */
const namedOfPart = (person: Person, table: string, columns: readonly string[]) => sql`coalesce(
  ${textOf(whole, columns)},
  case when ${isInScope(person)} then coalesce(
    (select ${textOf(sql`to_jsonb(t)`, columns)} from ${sql.table(table)} t where t.id = c.row_id),
    ${whenRemoved(textOf(sql`later.before`, columns))}) end)`;

/** Text of a row that was removed later, from the change that removed it. */
const whenRemoved = (text: RawBuilder<unknown>) => sql`(
  select ${text} from changes later where later.part_id = c.part_id
    and later.entity = c.entity and later.row_id = c.row_id and later.after is null order by later.id desc limit 1)`;

const isInScope = (person: Person) =>
  seesEverything(person.role)
    ? sql`true`
    : sql`exists (select from part_counts where part_counts.part_id = c.part_id and ${partInScope(person, 'part_counts')}
        union all select from removed_parts where removed_parts.id = c.part_id and ${partInScope(person, 'removed_parts')})`;

/** The name of a vehicle, also of a removed one. */
const namedVehicle = (id: RawBuilder<unknown>) => sql`(
  select ${VEHICLE_NAME} from (
    select id, brand, model, version, sold_from_year, sold_until_year from vehicles
    union all select id, brand, model, version, sold_from_year, sold_until_year from removed_vehicles) known
  where id = ${id})`;

/** A change to an application does not name the vehicle, which an application keeps. */
const vehicle = (person: Person) =>
  namedVehicle(sql`coalesce(
    (coalesce(c.after, c.before) ->> 'vehicle_id')::int,
    case when ${isInScope(person)} then coalesce(
      (select t.vehicle_id from part_vehicles t where t.part_id = c.part_id and t.id = c.row_id),
      ${whenRemoved(sql`(later.before ->> 'vehicle_id')::int`)}) end)`);

const header = sql`(select name from vehicle_headers where id = (coalesce(c.after, c.before) ->> 'vehicle_header_id')::int)`;

const grant = sql`(select concat_ws(' ', u.name || ':', b.name, k.name, p.name)
  from (select coalesce(c.after, c.before) as row) one
  left join users u on u.id = (row ->> 'user_id')::int
  left join part_brands b on b.id = (row ->> 'part_brand_id')::int
  left join part_categories k on k.id = (row ->> 'part_category_id')::int
  left join part_products p on p.id = (row ->> 'part_product_id')::int)`;

/** The product of the change `c` of a template or a vehicle header; null of other changes. */
export const PRODUCT = sql<string | null>`(select name from part_products where id = case c.entity
  when 'template' then coalesce((coalesce(c.after, c.before) ->> 'part_product_id')::int,
    (select t.part_product_id from part_product_attributes t where t.id = c.row_id))
  when 'header' then (coalesce(c.after, c.before) ->> 'part_product_id')::int end)`;

/** Name of the row of the change `c`. */
export const nameFor = (person: Person) => sql<string>`coalesce(case c.entity
  when 'part' then ${namedOfPart(person, 'parts', ['code'])}
  when 'attribute' then ${namedOfPart(person, 'part_attributes', ['name'])}
  when 'cross' then ${namedOfPart(person, 'part_crosses', ['brand', 'code'])}
  when 'picture' then ${namedOfPart(person, 'part_pictures', ['name'])}
  when 'application' then ${vehicle(person)}
  when 'brand' then ${named('part_brands', ['name'])}
  when 'category' then ${named('part_categories', ['name'])}
  when 'product' then ${named('part_products', ['name'])}
  when 'user' then ${named('users', ['name'])}
  when 'alias' then ${named('vehicle_brand_aliases', ['name'])}
  when 'vehicle' then ${namedVehicle(sql`c.row_id`)}
  when 'mapping' then ${named('workbook_mappings', ['name'])}
  when 'header' then concat_ws(': ', ${PRODUCT}, ${header})
  when 'template' then concat_ws(': ', ${PRODUCT}, ${named('part_product_attributes', ['name'])})
  when 'grant' then ${grant} end, '')`;

/** Columns of a RecordedChange of the change `c`, with the names that the person may see. */
export const recorded = (person: Person) => sql`c.id, c.entity, c.row_id, c.before, c.after, ${nameFor(person)} as name,
  case when c.before is null then 'created' when c.after is null then 'removed' else 'changed' end as action`;

/** The visible fields of each kind of row, in order. Other fields are of no use to people, or part of the name. */
const VISIBLE_FIELDS: Record<ChangedEntity, readonly string[]> = {
  part: ['part_brand_id', 'part_product_id', 'code', ...PART_FIELD_NAMES],
  attribute: ['name', 'value', 'unit'],
  cross: ['brand', 'code'],
  application: ['positions', 'quantity', 'note', 'from_year', 'until_year'],
  picture: ['name', 'position', 'is_blueprint'],
  brand: ['name'],
  category: ['name'],
  product: [
    ...[
      'name',
      'aliases',
      'part_category_id',
      'mercadolibre_category',
      'takes_vehicles',
      'requires',
      'photos_required',
      'description_pattern',
    ],
  ],
  header: [],
  template: [
    ...[
      'part_product_id',
      'position',
      'name',
      'aliases',
      'type',
      'unit',
      'units',
      'importance',
      'values',
      'min',
      'max',
    ],
    ...['mercadolibre_id', 'is_strict'],
  ],
  grant: [],
  user: ['role', 'email', 'name', 'social_name', 'social_number', 'phone', 'active'],
  alias: ['name', 'brand'],
  mapping: ['part_brand_id', 'name'],
  vehicle: [
    ...['brand', 'model_master', 'model', 'version', 'engine_code', 'fuel', 'origin'],
    ...['sold_from_year', 'sold_until_year', 'components'],
  ],
};

/** Reads the names for fields that are ids, within the person's scope. */
const NAMED_IDS: Readonly<
  Record<string, (db: Db, person: Person, ids: number[]) => Promise<{ id: number; name: string }[]>>
> = {
  part_brand_id: (db, person, ids) => brandsInScope(db, person).where('id', 'in', ids).execute(),
  part_product_id: (db, person, ids) =>
    productsInScope(db, person, { categoryId: 'all' }).where('id', 'in', ids).execute(),
  part_category_id: (db, person, ids) =>
    categoriesInScope(db, person, { brandId: 'all' }).where('id', 'in', ids).execute(),
};
const UNKNOWN = '(eliminada o fuera de tu alcance)';

/** Fields that are lists, in words. */
const LISTS: Readonly<Record<string, (list: readonly unknown[]) => string>> = {
  requires: (list) => GAPS.flatMap((gap) => (list.includes(gap) ? GAP_NAMES[gap] : [])).join(', '),
  aliases: (list) => list.join(', '),
  values: (list) => list.join(', '),
  units: (list) =>
    (list as TemplateAttribute['units'])
      .map(({ unit, factor }) => `${unit} × ${factor.toLocaleString('es-AR')}`)
      .join(', '),
};

/** The words for a type and an importance of a template. */
const WORDS = new Map<unknown, string>(Object.entries({ ...ATTRIBUTE_TYPE_NAMES, ...IMPORTANCE_NAMES }));

type Recorded = Pick<RecordedChange, 'entity' | 'before' | 'after'>;

/**
 * Puts the fields of changes into words, with the names of brands, products and categories instead of their ids. A part
 * may have come from a place that is outside the person's scope.
 */
export async function describeChanges<C extends Recorded>(
  db: Db,
  person: Person,
  changes: readonly C[],
): Promise<(Omit<C, 'before' | 'after'> & Pick<ChangeInWords, 'fields'>)[]> {
  const names = await readNames(db, person, changes);
  const inWords = (field: string, value: unknown): string | null => {
    if (value === undefined || value === null || value === '') return null;
    if (typeof value === 'boolean') return value ? 'SI' : 'NO';
    if (Array.isArray(value)) return LISTS[field]?.(value) || null;
    if (typeof value === 'object') return Object.values(value).join(', ') || null;
    if (field === 'type' || field === 'importance') return WORDS.get(value) ?? null;
    return NAMED_IDS[field] ? (names.get(`${field} ${value}`) ?? UNKNOWN) : String(value);
  };
  return changes.map(({ before, after, ...change }) => ({
    ...change,
    fields: VISIBLE_FIELDS[change.entity].flatMap((field) => {
      const [was, is] = [inWords(field, before?.[field]), inWords(field, after?.[field])];
      return was === null && is === null ? [] : [{ field, before: was, after: is }];
    }),
  }));
}

async function readNames(db: Db, person: Person, changes: readonly Recorded[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [field, readNamed] of Object.entries(NAMED_IDS)) {
    const values = changes.flatMap(({ before, after }) => [before?.[field], after?.[field]]);
    const ids = [...new Set(values.filter((value) => typeof value === 'number'))];
    if (ids.length === 0) continue;
    for (const { id, name } of await readNamed(db, person, ids)) names.set(`${field} ${id}`, name);
  }
  return names;
}
