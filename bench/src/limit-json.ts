/* The shapes of the limit's answers. Rows are converted to JSON as a whole, which is faster than value by value. */

export const answer = (result: string, message = `'OK'`) =>
  `json_build_object('code', 200, 'message', ${message}, 'result', ${result})::text as answer`;

export const listOf = (columns: string, from: string, order: string) =>
  `(select coalesce(json_agg(listed), '[]') from (select ${columns} from ${from} order by ${order}) listed)`;

/** Selects the ids of a page by the statement `cut`, and the total, whose key is $1. */
export const pageOf = (cut: string) => `with page as materialized (
    select array(${cut}) as ids, (select total from limit_totals where key = $1) as total)`;

/**
 * The page with its rows. $2 is its number, and $3 and $4 are the filters and the order, which are echoed. The cursor of
 * the next page is the id of the last row.
 */
export const paged = (columns: string, joined: string) => `json_build_object(
    'data', ${listOf(columns, `unnest(page.ids) with ordinality cut(id, n) ${joined}`, 'n')},
    'current_page', $2::integer, 'per_page', 50, 'last_page', greatest(1, (page.total + 49) / 50),
    'from', case when cardinality(page.ids) > 0 then ($2::integer - 1) * 50 + 1 end,
    'to', case when cardinality(page.ids) > 0 then ($2::integer - 1) * 50 + cardinality(page.ids) end,
    'total', page.total, 'filters', $3::json, 'sort', $4::text,
    'next', case when $2::integer * 50 < page.total then page.ids[cardinality(page.ids)] end)`;

export const PART = `parts.id, brand.name as brand, parts.code, parts.observation, parts.enabled::integer,
  parts.discontinued::integer, parts.is_universal::integer,
  json_build_object('id', product.id, 'name', product.name, 'part_category_id', category.id,
    'category', category.name, 'takes_vehicles', product.takes_vehicles::integer) as product_with_category,
  parts.part_brand_id, parts.part_product_id, counts.attributes_count, counts.cross_count, counts.pictures_count,
  counts.vehicles_count, case when parts.observation = '' then 'NO' else 'SI' end as has_observation_str, parts.version,
  counts.updated_at, (select name from users where users.id = counts.updated_by) as updated_by`;

const MISSING = '((counts.lacks | product.lacks) & product.required)';

const FOR_SALE = '(parts.enabled and not parts.discontinued)';
const BLOCKING = '((counts.lacks | product.lacks) & product.blocking)';

/** Gaps of the part, and which of them keep it out of Mercado Libre's file. */
export const COMPLETENESS = `case when ${FOR_SALE} then completeness(product.required, ${MISSING}) end as completeness,
  case when ${FOR_SALE} then gap_names(${MISSING}) else '{}' end as gaps,
  case when ${FOR_SALE} then array_remove(array[case when ${BLOCKING} & 2 <> 0 then 'vehicles' end,
    case when ${BLOCKING} & 256 <> 0 then 'photos' end, case when ${BLOCKING} & 2048 <> 0 then 'category' end],
    null) end as blocked_by, counts.off_template,
  case when ${FOR_SALE} and counts.missing_attributes > 0 then array(
    select t.name from part_product_attributes t
    where t.part_product_id = parts.part_product_id and t.importance = 'required' and not exists (
      select from part_attributes a where a.part_id = parts.id and fold(a.name) = fold(t.name))
    order by t.position) else '{}' end as missing_attributes`;

const THUMBNAIL = `(select '/' || thumbnail_key from part_pictures where part_id = parts.id
  order by position limit 1) as "thumbnailUrl"`;

export const NAMES_OF_PART = `
  join part_brands brand on brand.id = parts.part_brand_id
  join part_products product on product.id = parts.part_product_id
  join part_categories category on category.id = product.part_category_id`;

/** A page of parts. */
export const parts = (cut: string) => `${pageOf(cut)}
  select ${answer(
    paged(
      `${PART}, ${COMPLETENESS}, parts.created_at, counts.discontinued_at, ${THUMBNAIL}`,
      `join parts on parts.id = cut.id join part_counts counts on counts.part_id = cut.id ${NAMES_OF_PART}`,
    ),
  )} from page`;

export const VEHICLE = `vehicles.id, vehicles.origin, vehicles.brand, vehicles.model, vehicles.model_master,
  vehicles.version, vehicles.engine_code, vehicles.fuel, vehicles.sold_from_year, vehicles.sold_until_year,
  vehicles.components, (select '/' || image_key from vehicle_images i
    where i.brand = vehicles.brand and i.model = vehicles.model) as "imageUrl"`;

const ATTRIBUTES = listOf(
  'id, part_id, name, value, unit, fit.misfit',
  `part_attributes, lateral fit_of(parts.part_product_id, name, value, unit) fit where part_id = parts.id`,
  'fold(name) desc, id desc',
);
const CROSSES = listOf('id, brand, code', 'part_crosses where part_id = parts.id', 'fold(brand) desc, id desc');
/** Applications of a vehicle and a part. */
export const applicationsOf = (part: string) => `coalesce((
  select json_agg(json_build_object('id', a.id, 'positions', string_to_array(a.positions, ', '), 'quantity', a.quantity, 'note', a.note,
    'from_year', a.from_year, 'until_year', a.until_year) order by a.positions)
  from part_vehicles a where a.part_id = ${part} and a.vehicle_id = vehicles.id), '[]') as applications`;

const LINKED_VEHICLES = listOf(
  `${VEHICLE}, 1 as vehicle_linked, ${applicationsOf('parts.id')}`,
  'vehicles where id in (select vehicle_id from part_vehicles where part_id = parts.id)',
  'vehicles.brand, vehicles.model, vehicles.version, vehicles.id',
);
const PICTURES = listOf(
  `id, '/' || image_key as "imageUrl", '/' || thumbnail_key as "thumbnailUrl", position as order, name,
    is_blueprint::integer, width, height, bytes`,
  'part_pictures where part_id = parts.id',
  'position',
);

export const CHILDREN = `${ATTRIBUTES} as attributes, ${CROSSES} as cross, ${LINKED_VEHICLES} as vehicles,
  ${PICTURES} as pictures`;
