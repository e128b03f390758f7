import { parts as contract, type Part } from '@piezario/contract/parts';
import { sql } from 'kysely';
import { lockPart } from '../access/parts.ts';
import { inScope, type Person, partInScope } from '../access/scope.ts';
import { readAttributes } from '../attributes/attributes.ts';
import { readCrosses } from '../crosses/crosses.ts';
import type { Db } from '../db/connect.ts';
import { page } from '../db/page.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { readPictures } from '../pictures/pictures.ts';
import { readLinkedVehicles } from '../vehicles/vehicles.ts';

/** The parts in the person's scope, with the tables that hold the names of their brand, product and category. */
const partsOf = (db: Db, person: Person) =>
  db
    .selectFrom('parts')
    .leftJoin('part_brands', 'part_brands.id', 'parts.part_brand_id')
    .leftJoin('part_products', 'part_products.id', 'parts.part_product_id')
    .leftJoin('part_categories', 'part_categories.id', 'part_products.part_category_id')
    .where(partInScope(person));

const COLUMNS = [
  'parts.id',
  'parts.code',
  'parts.observation',
  'parts.part_brand_id',
  'parts.part_product_id',
  'parts.attributes_count',
  'parts.cross_count',
  'parts.pictures_count',
  'parts.vehicles_count',
  'parts.version',
] as const;

const COMPUTED = [
  sql<string>`part_brands.name`.as('brand'),
  sql<0 | 1>`parts.enabled::int`.as('enabled'),
  sql<0 | 1>`parts.discontinued::int`.as('discontinued'),
  sql<'SI' | 'NO'>`case when parts.observation = '' then 'NO' else 'SI' end`.as('has_observation_str'),
  sql<Part['product_with_category']>`json_build_object('id', part_products.id, 'name', part_products.name,
    'part_category_id', part_categories.id, 'category', part_categories.name)`.as('product_with_category'),
];

const readPart = (db: Db, person: Person, id: number) =>
  partsOf(db, person)
    .where('parts.id', '=', id)
    .select([...COLUMNS, ...COMPUTED])
    .executeTakeFirstOrThrow(notFound);

/** A 404 unless the brand and the product exist and the person may change their parts. */
async function checkPlace(db: Db, person: Person, brand: number, product: number) {
  await db
    .selectFrom('part_products')
    .innerJoin('part_brands', (join) => join.on('part_brands.id', '=', brand))
    .where('part_products.id', '=', product)
    .where(inScope(person, { brand, category: sql.ref('part_products.part_category_id'), product }))
    .select('part_products.id')
    .executeTakeFirstOrThrow(notFound);
}

export const parts: Handlers<typeof contract> = {
  list: ({ db, user, query, params: { brandId, productId } }) => {
    const ofBrand = partsOf(db, user).where('parts.part_brand_id', '=', brandId);
    return page(query, {
      list: contract.list,
      columns: {
        id: 'parts.id',
        brand: { compared: 'part_brands.name_folded' },
        code: { compared: 'parts.code_bare' },
        product: { compared: 'part_products.name_folded' },
        category: { compared: 'part_categories.name_folded' },
        part_category_id: 'part_products.part_category_id',
        enabled: 'parts.enabled',
        discontinued: 'parts.discontinued',
        attributes_count: 'parts.attributes_count',
        has_observation_str: sql`(parts.observation <> '')`,
        observation: 'parts.observation',
        cross_count: 'parts.cross_count',
        pictures_count: 'parts.pictures_count',
        vehicles_count: 'parts.vehicles_count',
        created_at: 'parts.created_at',
      },
      from: productId === 'all' ? ofBrand : ofBrand.where('parts.part_product_id', '=', productId),
      select: (from) => from.select([...COLUMNS, ...COMPUTED]),
    });
  },

  show: async ({ db, user, params: { partId } }) => {
    const part = await readPart(db, user, partId);
    const [attributes, cross, vehicles, pictures] = await Promise.all([
      readAttributes(db, partId),
      readCrosses(db, partId),
      readLinkedVehicles(db, partId),
      readPictures(db, partId),
    ]);
    return { ...part, attributes, cross, vehicles, pictures };
  },

  store: async ({ db, user, body: { enabled, discontinued, ...fields } }) => {
    await checkPlace(db, user, fields.part_brand_id, fields.part_product_id);
    const { id } = await db
      .insertInto('parts')
      .values({ ...fields, enabled: enabled === 1, discontinued: discontinued === 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
    return readPart(db, user, id);
  },

  update: async ({ db, user, body: { part_id, version, ...fields } }) => {
    const stored = await lockPart(db, user, part_id);
    await checkPlace(db, user, fields.part_brand_id, fields.part_product_id);
    if (version !== undefined && version !== stored.version) {
      const current = await readPart(db, user, part_id);
      const errors = differences(current, fields);
      if (Object.keys(errors).length === 0) return current;
      throw new Failure(409, 'Otra persona guardó esta pieza mientras la editabas: revisá lo que cambió', errors);
    }
    const { enabled, discontinued, ...texts } = fields;
    await db
      .updateTable('parts')
      .set(({ eb }) => ({
        ...texts,
        ...(enabled !== undefined && { enabled: enabled === 1 }),
        ...(discontinued !== undefined && { discontinued: discontinued === 1 }),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', part_id)
      .execute();
    return readPart(db, user, part_id);
  },

  remove: async ({ db, user, body: { id } }) => {
    await lockPart(db, user, id);
    await db.deleteFrom('parts').where('id', '=', id).execute();
    return null;
  },
};

type Fields = Pick<Part, 'part_brand_id' | 'part_product_id' | 'code' | 'observation' | 'enabled' | 'discontinued'>;
type Sent = { readonly [K in keyof Fields]?: Fields[K] | undefined };

/** The stored value of every field for which a different one was sent. */
function differences(current: Part, sent: Sent): Record<string, string> {
  const shown: Record<keyof Fields, string> = {
    part_brand_id: current.brand,
    part_product_id: current.product_with_category.name,
    code: current.code,
    observation: current.observation,
    enabled: current.enabled ? 'SI' : 'NO',
    discontinued: current.discontinued ? 'SI' : 'NO',
  };
  const changed = (Object.keys(shown) as (keyof Fields)[]).filter(
    (field) => sent[field] !== undefined && sent[field] !== current[field],
  );
  return Object.fromEntries(changed.map((field) => [field, `Ahora es: ${shown[field] || '(vacío)'}`]));
}
