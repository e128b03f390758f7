import type { ExportedPart } from '@piezario/contract/exporter';
import { byField } from '@piezario/contract/part-fields';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { applications, type ListedApplication, listed, urlOf } from './children.ts';
import { type ExportContext, eachPart, expectParts, partsByCode, updatedBy } from './read-parts.ts';

const CHUNK = 64 * 1024;

/** All details of the parts as one document, with a part in each line. docs/export.schema.json describes it. */
export async function* writeJson(context: ExportContext): AsyncGenerator<Uint8Array> {
  const { brand, category, product } = context.selection;
  const named = (level: typeof category) => level && { id: level.id, name: level.name };
  const head = JSON.stringify({ brand: named(brand), category: named(category), product: named(product) });
  yield Buffer.from(`${head.slice(0, -1)},"parts":[`);
  await expectParts(context);
  let [text, separator] = ['', '\n'];
  for await (const part of readParts(context)) {
    text += separator + JSON.stringify(part);
    separator = ',\n';
    if (text.length < CHUNK) continue;
    yield Buffer.from(text);
    text = '';
  }
  yield Buffer.from(`${text}\n]}\n`);
}

/** The columns of the query are the fields of the document, in its order. */
async function* readParts(context: ExportContext): AsyncGenerator<ExportedPart> {
  const { publicUrl, selection } = context;
  const vehicles = await readWholeVehicles(context.db, publicUrl);
  const query = partsByCode(context).select([
    'parts.id',
    sql<string>`${selection.brand.name}::text`.as('brand'),
    'parts.code',
    ...Object.values(
      byField(
        (name) => flag(`parts.${name}`).as(name),
        (name) => sql<string>`${sql.ref(`parts.${name}`)}`.as(name),
      ),
    ),
    productWithCategory.as('product_with_category'),
    'parts.part_brand_id',
    'parts.part_product_id',
    'part_counts.attributes_count',
    'part_counts.cross_count',
    'part_counts.pictures_count',
    'part_counts.vehicles_count',
    sql<ExportedPart['has_observation_str']>`case parts.observation when '' then 'NO' else 'SI' end`.as(
      'has_observation_str',
    ),
    sql<string>`to_char(part_counts.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`.as('updated_at'),
    updatedBy(selection.person).as('updated_by'),
    wholeAttributes.as('attributes'),
    wholeCrosses.as('cross'),
    wholePictures(publicUrl).as('pictures'),
    applications.as('vehicles'),
  ]);
  for await (const part of eachPart(context, query)) {
    yield { ...part, vehicles: withApplications(vehicles, part.vehicles) };
  }
}

/** Groups applications, which are sorted by vehicle, under their vehicles. */
function withApplications(
  vehicles: Awaited<ReturnType<typeof readWholeVehicles>>,
  applications: readonly ListedApplication[],
): ExportedPart['vehicles'] {
  const found: ExportedPart['vehicles'] = [];
  for (const { vehicle_id, ...application } of applications) {
    const vehicle = vehicles.get(vehicle_id);
    const last = found.at(-1);
    if (last?.id === vehicle_id) last.applications.push(application);
    else if (vehicle) found.push({ ...vehicle, applications: [application] });
  }
  return found;
}

const flag = (column: string) => sql<ExportedPart['enabled']>`${sql.ref(column)}::int`;

const productWithCategory = sql<ExportedPart['product_with_category']>`json_build_object(
  'id', part_products.id, 'name', part_products.name,
  'part_category_id', part_categories.id, 'category', part_categories.name,
  'takes_vehicles', part_products.takes_vehicles::int)`;

const wholeAttributes = listed<ExportedPart['attributes'][number]>(
  'part_counts.attributes_count',
  sql`select json_agg(json_build_object('id', a.id, 'name', a.name, 'value', a.value, 'unit', a.unit) order by fold(a.name))
    from part_attributes a where a.part_id = parts.id`,
);

const wholeCrosses = listed<ExportedPart['cross'][number]>(
  'part_counts.cross_count',
  sql`select json_agg(json_build_object('id', c.id, 'brand', c.brand, 'code', c.code)
      order by fold(c.brand), bare(c.code), c.id)
    from part_crosses c where c.part_id = parts.id`,
);

const wholePictures = (publicUrl: string) =>
  listed<ExportedPart['pictures'][number]>(
    'part_counts.pictures_count',
    sql`select json_agg(json_build_object('id', p.id, 'imageUrl', ${urlOf(publicUrl, 'p.image_key')},
        'thumbnailUrl', ${urlOf(publicUrl, 'p.thumbnail_key')}, 'order', p.position, 'name', p.name,
        'is_blueprint', p.is_blueprint::int, 'width', p.width, 'height', p.height, 'bytes', p.bytes) order by p.position)
      from part_pictures p where p.part_id = parts.id`,
  );

async function readWholeVehicles(db: Db, publicUrl: string) {
  const vehicles = await db
    .selectFrom('vehicles')
    .leftJoin('vehicle_images', (join) =>
      join.onRef('vehicle_images.brand', '=', 'vehicles.brand').onRef('vehicle_images.model', '=', 'vehicles.model'),
    )
    .select([
      'vehicles.id',
      urlOf<string | null>(publicUrl, 'vehicle_images.image_key').as('imageUrl'),
      'vehicles.origin',
      'vehicles.brand',
      'vehicles.model',
      'vehicles.model_master',
      'vehicles.version',
      'vehicles.engine_code',
      'vehicles.fuel',
      'vehicles.sold_from_year',
      'vehicles.sold_until_year',
      'vehicles.components',
    ])
    .execute();
  return new Map(vehicles.map((vehicle) => [vehicle.id, vehicle]));
}
