import {
  answer,
  applicationsOf,
  CHILDREN,
  COMPLETENESS,
  listOf,
  NAMES_OF_PART,
  PART,
  paged,
  pageOf,
  parts,
  VEHICLE,
} from './limit-json.ts';

/*
 * The best that could be done for each call with the tables and indexes of the product: one prepared statement, whose
 * text answer is sent as it is. Totals are stored in `limit_totals`, and parameters are trusted. A page is cut on ids,
 * by the index that has its order, before anything is joined.
 */

/** The newest parts of a product, as many as the application takes suggestions from. */
const NEWEST_PARTS = 'array(select id from parts where part_product_id = $1 order by id desc limit 2000)';

/** The brands of vehicles, each found in the index after the one before, and a null at the end. */
const EACH_VEHICLE_BRAND = `select min(brand) from vehicles
      union all
      select (select min(vehicles.brand) from vehicles where vehicles.brand > vehicle_brands.brand)
      from vehicle_brands where brand is not null`;

/** Statements by call. The parameters of a list from $5 on are specific to it, and $5 is the brand. */
export const LIMIT = {
  'brand, first page': parts('select id from parts where part_brand_id = $5 order by created_at, id limit 50'),
  'brand, middle page': parts(
    'select id from parts where part_brand_id = $5 order by created_at, id limit 50 offset $6',
  ),
  // Read backwards: $7 rows, after $6 rows from the end.
  'brand, last page': parts(
    `select id from (
      select id, created_at from parts where part_brand_id = $5 order by created_at desc, id desc limit $7 offset $6) reversed
    order by created_at, id`,
  ),
  'brand, next page by cursor': parts(
    `select id from parts where part_brand_id = $5 and (created_at, id) > ($6, $7) order by created_at, id limit 50`,
  ),
  'brand, as a manufacturer': parts('select id from parts where part_brand_id = $5 order by created_at, id limit 50'),
  'brand and product': parts(
    'select id from parts where part_brand_id = $5 and part_product_id = $6 order by created_at, id limit 50',
  ),
  'brand and product, sort attribute': parts(
    `select part_id from attribute_values where part_brand_id = $5 and part_product_id = $6 and name = 'atributo 1'
    order by number, left(text, 100), created_at, part_id limit 50`,
  ),
  'brand and product, attribute > 450': parts(
    `select id from parts where part_brand_id = $5 and part_product_id = $6 and exists (
      select from attribute_values v
      where v.part_id = parts.id and v.name = 'atributo 1' and v.number > 450 and v.number < 'Infinity')
    order by created_at, id limit 50`,
  ),
  'middle brand': parts('select id from parts where part_brand_id = $5 order by created_at, id limit 50'),

  'sort code, first page': parts(
    'select id from parts where part_brand_id = $5 order by code_bare, created_at, id limit 50',
  ),
  'sort code, middle page': parts(
    'select id from parts where part_brand_id = $5 order by code_bare, created_at, id limit 50 offset $6',
  ),
  'sort code, last page': parts(
    `select id from (
      select id, code_bare, created_at from parts where part_brand_id = $5
      order by code_bare desc, created_at desc, id desc limit $7 offset $6) reversed
    order by code_bare, created_at, id`,
  ),
  'sort -code': parts(
    'select id from parts where part_brand_id = $5 order by code_bare desc, created_at desc, id desc limit 50',
  ),
  // The products in the order of their names, and the parts of each by their own index.
  'sort product': parts(
    `select part.id from (select id, name_folded from part_products order by name_folded) product,
      lateral (select id, created_at from parts where part_brand_id = $5 and part_product_id = product.id
        order by created_at, id limit 50) part
    order by product.name_folded, part.created_at, part.id limit 50`,
  ),
  'sort enabled': parts('select id from parts where part_brand_id = $5 order by enabled, created_at, id limit 50'),
  'sort discontinued': parts(
    'select id from parts where part_brand_id = $5 order by discontinued, created_at, id limit 50',
  ),
  'sort has_observation_str': parts(
    `select id from parts where part_brand_id = $5 order by is_described, created_at, id limit 50`,
  ),
  'sort attributes_count': parts(
    'select part_id from part_counts where part_brand_id = $5 order by attributes_count, created_at, part_id limit 50',
  ),
  'sort cross_count': parts(
    'select part_id from part_counts where part_brand_id = $5 order by cross_count, created_at, part_id limit 50',
  ),
  'sort pictures_count': parts(
    'select part_id from part_counts where part_brand_id = $5 order by pictures_count, created_at, part_id limit 50',
  ),
  'sort vehicles_count, first page': parts(
    'select part_id from part_counts where part_brand_id = $5 order by vehicles_count, created_at, part_id limit 50',
  ),
  'sort vehicles_count, middle page': parts(
    `select part_id from part_counts where part_brand_id = $5
    order by vehicles_count, created_at, part_id limit 50 offset $6`,
  ),
  'sort vehicles_count, last page': parts(
    `select part_id from (
      select part_id, vehicles_count, created_at from part_counts where part_brand_id = $5
      order by vehicles_count desc, created_at desc, part_id desc limit $7 offset $6) reversed
    order by vehicles_count, created_at, part_id`,
  ),
  'sort -vehicles_count': parts(
    `select part_id from part_counts where part_brand_id = $5
    order by vehicles_count desc, created_at desc, part_id desc limit 50`,
  ),
  'sort -created_at': parts('select id from parts where part_brand_id = $5 order by created_at desc, id desc limit 50'),

  'enabled = NO': parts(
    'select id from parts where part_brand_id = $5 and enabled = $6 order by created_at, id limit 50',
  ),
  'discontinued = SI': parts(
    'select id from parts where part_brand_id = $5 and discontinued = $6 order by created_at, id limit 50',
  ),
  'has_observation_str = SI': parts(
    `select id from parts where part_brand_id = $5 and is_described = $6 order by created_at, id limit 50`,
  ),
  'pictures_count = 0': parts(
    `select part_id from part_counts where part_brand_id = $5 and pictures_count = $6
    order by created_at, part_id limit 50`,
  ),
  // All products require vehicles.
  'without vehicles, -vehicles_count': parts(
    `select part_id from part_counts where part_brand_id = $5 and vehicles_count = 0 and enabled and not discontinued and not is_universal
    order by created_at desc, part_id desc limit 50`,
  ),
  // The first rows of each existing count.
  'vehicles_count > 3': parts(
    `with recursive found(count) as (
      select min(vehicles_count) from part_counts where part_brand_id = $5 and vehicles_count > $6
      union all
      select (select min(vehicles_count) from part_counts where part_brand_id = $5 and vehicles_count > found.count)
      from found where found.count is not null)
    select part.part_id from found, lateral (
      select part_id, created_at from part_counts where part_brand_id = $5 and vehicles_count = found.count
      order by created_at, part_id limit 50) part
    order by part.created_at, part.part_id limit 50`,
  ),
  // The `+ 0` keeps PostgreSQL from the indexes of the brand: few rows of all brands have the text.
  'code contains': parts(
    'select id from parts where part_brand_id + 0 = $5 and code_bare like $6 order by created_at, id limit 50',
  ),
  'code starts_with': parts(
    `select id from parts where part_brand_id = $5 and code_bare >= $6 and code_bare < $7
    order by created_at, id limit 50`,
  ),
  'product contains': parts(
    `select part.id from part_products product, lateral (
      select id, created_at from parts where part_brand_id = $5 and part_product_id = product.id
      order by created_at, id limit 50) part
    where product.name_folded like $6 order by part.created_at, part.id limit 50`,
  ),
  'created_at = a day': parts(
    `select id from parts where part_brand_id = $5 and created_at >= $6 and created_at < $7
    order by created_at, id limit 50`,
  ),
  // Long descriptions are not in the index.
  'observation contains': parts(
    `select id from (
      select id, created_at from parts
      where part_brand_id + 0 = $5 and fold(observation) like $6 and length(observation) <= 500
      union all
      select id, created_at from parts
      where part_brand_id = $5 and fold(observation) like $6 and length(observation) > 500) found
    order by created_at, id limit 50`,
  ),

  detail: `select ${answer('row_to_json(part)')} from (
      select ${PART}, ${COMPLETENESS}, ${CHILDREN}
      from parts join part_counts counts on counts.part_id = parts.id ${NAMES_OF_PART} where parts.id = $1) part`,
  // $1 is the body as it came. A new part has no children, and its row of counts is not visible yet.
  store: `with parts as (
      insert into parts (part_brand_id, part_product_id, code, observation)
        select part_brand_id, part_product_id, code, observation
        from json_to_record($1) sent(part_brand_id integer, part_product_id integer, code text, observation text)
        returning *)
    select ${answer(
      'row_to_json(part)',
      `'Se creó ' || part.brand || ' ' || part.code || ', ' || (part.product_with_category ->> 'name')`,
    )} from (
      select ${PART}, false as restored from parts ${NAMES_OF_PART},
        (values (0, 0, 0, 0, now(), null::integer)) counts(
          attributes_count, cross_count, pictures_count, vehicles_count, updated_at, updated_by)) part`,
  // Vehicles of the part, and then the others brand by brand. $5 is the part and $6 its product.
  'vehicles of a part': `${pageOf(`with recursive vehicle_brands(brand) as (${EACH_VEHICLE_BRAND})
    select id from (
      select vehicles.id, true as is_linked, brand_folded, model_folded, version_folded
      from part_vehicles join vehicles on vehicles.id = vehicle_id where part_id = $5
      union all (
        select other.id, false, named.brand_folded, other.model_folded, other.version_folded
        from (select brand, fold(brand) as brand_folded from vehicle_brands where brand is not null order by 2) named,
          lateral (select id, model_folded, version_folded from vehicles where vehicles.brand = named.brand
            and not exists (select from part_vehicles where part_id = $5 and vehicle_id = vehicles.id)) other
        order by named.brand_folded, other.model_folded, other.version_folded, other.id limit 50)
    ) either order by is_linked desc, brand_folded, model_folded, version_folded, id limit 50`)}
    select ${answer(`json_build_object(
      'vehicles', ${paged(
        `${VEHICLE}, exists (select from part_vehicles where part_id = $5 and vehicle_id = cut.id)::integer as vehicle_linked,
          ${applicationsOf('$5')}`,
        'join vehicles on vehicles.id = cut.id',
      )},
      'headers', ${listOf(
        'header.id, name, key, unit',
        'vehicle_headers header join part_product_vehicle_headers on vehicle_header_id = header.id where part_product_id = $6',
        'header.id',
      )})`)} from page`,
  // $1 is the product. Names are folded after they are grouped, when few are left.
  'attribute suggestions': `with used as materialized (
      select name, unit, count(*) as uses, fold(name) as folded
      from part_attributes where part_id = any (${NEWEST_PARTS}) group by name, unit),
    every_one as (
      select name, coalesce(unit, '') as unit, 1 as rank, position::numeric, 1 as uses, fold(name) as folded
      from part_product_attributes where part_product_id = $1
      union all
      select name, unit, 2, -sum(uses) over (partition by folded), uses, folded from used),
    suggested as (
      select distinct on (folded) * from every_one order by folded, rank, position, uses desc, name, unit)
    select ${answer(listOf('name, unit', 'suggested', 'rank, position, folded limit 100'))}`,
  'brands for equivalences': `with recursive vehicle_brands(brand) as (${EACH_VEHICLE_BRAND}),
    every_one as (
      select brand, fold(brand) as folded from vehicle_brands where brand is not null
      union all
      select brand, fold(brand) from (
        select distinct brand from part_crosses where part_id = any (${NEWEST_PARTS})) used)
    select ${answer(`(select coalesce(json_agg(brand order by folded), '[]') from (
      select distinct on (folded) brand, folded from every_one order by folded, brand limit 300) first_ones)`)}`,
} as const satisfies Record<string, string>;

export type LimitName = keyof typeof LIMIT;
