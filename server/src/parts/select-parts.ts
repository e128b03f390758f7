import { seesHistory } from '@piezario/contract/access';
import type { Completeness } from '@piezario/contract/gaps';
import { byField } from '@piezario/contract/part-fields';
import type { Part, PartDetail, PartSheet } from '@piezario/contract/parts';
import { type Expression, type RawBuilder, sql } from 'kysely';
import { type Person, partInScope } from '../access/scope.ts';
import { attributesOf } from '../attributes/attributes.ts';
import { crossesOf } from '../crosses/crosses.ts';
import type { Db } from '../db/connection/connect.ts';
import { prepared } from '../db/prepared.ts';
import { notFound } from '../http/failure.ts';
import { picturesOf } from '../pictures/pictures.ts';
import { countModels, modelsOf, vehiclesOf } from '../vehicles/vehicles.ts';
import { gapsIn, isForSale, obstacleNamesIn } from './gaps.ts';

/** A part as the database returns it: a moment is a Date, or a text inside of JSON. */
export type PartRow = Omit<Part, 'updated_at'> & { updated_at: Date | string };
/** A part of a list, as the database returns it. */
export type ListedPartRow = PartRow &
  Completeness & {
    readonly thumbnailUrl: string | null;
    readonly created_at: Date | string;
    readonly discontinued_at: Date | string | null;
  };
type DetailRow = Omit<PartDetail, 'updated_at'> & Pick<PartRow, 'updated_at'>;
type SheetRow = Omit<PartSheet, 'updated_at'> & Pick<PartRow, 'updated_at'>;

/** Selects parts as the API returns them to a person, from rows of `parts` and of their `counts`. */
export const selectParts = ({ role }: Person, rows: RawBuilder<unknown>, more = sql``) => sql<PartRow>`
  select parts.id, parts.code, ${FIELDS}, parts.part_brand_id, parts.part_product_id, parts.version,
    counts.attributes_count, counts.cross_count, counts.pictures_count, counts.vehicles_count,
    counts.updated_at, ${seesHistory(role) ? UPDATED_BY : sql`null`} as updated_by,
    brand.name as brand,
    case when parts.observation = '' then 'NO' else 'SI' end as has_observation_str,
    ${PRODUCT} as product_with_category ${more}
  from ${withNames(rows)}`;

const PRODUCT = sql`json_build_object('id', product.id, 'name', product.name, 'part_category_id', category.id,
  'category', category.name, 'takes_vehicles', product.takes_vehicles::int)`;

const withNames = (rows: RawBuilder<unknown>) => sql`${rows}
  join part_brands brand on brand.id = parts.part_brand_id
  join part_products product on product.id = parts.part_product_id
  join part_categories category on category.id = product.part_category_id`;

const FIELDS = sql.join(
  Object.values(
    byField(
      (name) => sql`${sql.ref(`parts.${name}`)}::int`,
      (name) => sql.ref(`parts.${name}`),
    ),
  ),
);

const UPDATED_BY = sql`(select name from users where users.id = counts.updated_by)`;

const STORED = sql`parts join part_counts counts on counts.part_id = parts.id`;

const MISSING = gapsIn('counts', 'product');
const COMPLETENESS = sql`,
  case when ${isForSale('parts')} then completeness(product.required, ${MISSING}) end as completeness,
  case when ${isForSale('parts')} then gap_names(${MISSING}) else '{}' end as gaps,
  case when ${isForSale('parts')} then ${obstacleNamesIn('counts', 'product')} end as blocked_by,
  counts.off_template,
  case when ${isForSale('parts')} and counts.missing_attributes > 0 then array(
    select t.name from part_product_attributes t
    where t.part_product_id = parts.part_product_id and t.importance = 'required' and not exists (
      select from part_attributes a where a.part_id = parts.id and fold(a.name) = fold(t.name))
    order by t.position) else '{}' end as missing_attributes`;

const LIST_COLUMNS = sql`${COMPLETENESS}, parts.created_at, counts.discontinued_at`;

const withThumbnail = (part: RawBuilder<unknown>) => sql`
  select part.*, (
    select '/' || (array_agg(thumbnail_key order by position))[1] from part_pictures where part_id = part.id
  ) as "thumbnailUrl"
  from (${part}) part`;

/** Selects a part of a list, with the thumbnail of its first picture. */
export const selectListedPart = (person: Person, id: RawBuilder<number>) =>
  sql<ListedPartRow>`${withThumbnail(sql`${selectParts(person, STORED, LIST_COLUMNS)} where parts.id = ${id}`)}`;

/** Part as the search suggestions show it. */
export type FoundPartRow = Pick<ListedPartRow, 'id' | 'brand' | 'code' | 'part_brand_id' | 'product_with_category'> &
  Pick<ListedPartRow, 'enabled' | 'discontinued' | 'thumbnailUrl'>;
export const selectFoundPart = (id: RawBuilder<number>) =>
  sql<FoundPartRow>`${withThumbnail(sql`
    select parts.id, parts.code, ${FIELDS}, parts.part_brand_id, brand.name as brand, ${PRODUCT} as product_with_category
    from ${withNames(sql`parts`)} where parts.id = ${id}`)}`;

const selectPart = (person: Person, id: number) =>
  sql<PartRow>`${selectParts(person, STORED, COMPLETENESS)} where parts.id = ${id} and ${partInScope(person)}`;

export async function readPart(db: Db, person: Person, id: number): Promise<PartRow> {
  const { rows } = await selectPart(person, id).execute(prepared(db));
  return rows[0] ?? refuse();
}

/** The part with everything about it, in one statement. */
export async function readDetail(db: Db, person: Person, id: number): Promise<DetailRow> {
  const { rows } = await sql<DetailRow>`select part.*, ${all(attributesOf(id))} as attributes,
    ${all(crossesOf(id))} as cross, ${all(vehiclesOf(id))} as vehicles, ${all(picturesOf(db, id))} as pictures
    from (${selectPart(person, id)}) part`.execute(prepared(db));
  return rows[0] ?? refuse();
}

/** The part with its vehicle models instead of a row for each vehicle. */
export async function readSheet(db: Db, person: Person, id: number): Promise<SheetRow> {
  const { rows } = await sql<SheetRow>`select part.*, ${all(attributesOf(id))} as attributes,
    ${all(crossesOf(id))} as cross, ${all(picturesOf(db, id))} as pictures, ${all(modelsOf(id))} as models,
    ${countModels(id)} as models_count
    from (${selectPart(person, id)}) part`.execute(prepared(db));
  return rows[0] ?? refuse();
}

const all = (rows: Expression<unknown>) => sql`coalesce((select json_agg(one) from (${rows}) one), '[]')`;

function refuse(): never {
  throw notFound();
}
