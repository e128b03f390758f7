import {
  type AttributesOfPart,
  type AttributeType,
  attributes as contract,
  MAX_ATTRIBUTES,
  MISFIT_REASONS,
  type Misfit,
} from '@piezario/contract/attributes';
import { sql } from 'kysely';
import { findPart, lockPart, newestParts } from '../access/parts.ts';
import { type Person, partInScope, reaches } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { prepared } from '../db/prepared.ts';
import { readOperation } from '../db/transaction.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { addAttributes, findMisfits } from './bulk.ts';

const COLUMNS = ['id', 'part_id', 'name', 'value', 'unit'] as const;
/** Reason why an attribute does not fit the template of its product. */
const MISFIT = sql<Misfit | null>`(
  select fit.misfit from parts
    cross join lateral fit_of(parts.part_product_id, part_attributes.name, part_attributes.value, part_attributes.unit) fit
  where parts.id = part_attributes.part_id)`.as('misfit');
const MAX_USUAL = 100;

/** The attributes of a part, to be read with it, in the order of the list. */
export const attributesOf = (partId: number) =>
  sql`select ${SELECTED}, ${MISFIT} from part_attributes where part_id = ${partId} order by fold(name) desc, id desc
    limit ${MAX_ATTRIBUTES}`;
const SELECTED = sql.join(COLUMNS.map((column) => sql.ref(column)));

type Typed = { readonly name: string; readonly value: string; readonly unit: string };

/** Refuses attributes that do not fit where the template of the product is strict. */
async function refuseMisfits(
  db: Db,
  product: number,
  rows: readonly Typed[],
  path: (row: number, field: keyof Typed) => string,
): Promise<void> {
  const misfits = await findMisfits(
    db,
    rows.map(({ name, value, unit }) => ({ product, name, value, unit })),
  );
  const errors = misfits.flatMap((found, row) =>
    found?.is_strict ? [[path(row, found.misfit === 'unit' ? 'unit' : 'value'), MISFIT_REASONS[found.misfit]]] : [],
  );
  if (errors.length === 0) return;
  throw new Failure(422, 'La plantilla del producto no lo permite', Object.fromEntries(errors));
}

/** Attributes of the product's template, in its order; then those of the person's newest parts of it, by frequency. */
export async function readUsual(db: Db, person: Person, product: number, brand: number | null = null) {
  const isReached = reaches(person, {
    category: sql.ref('part_products.part_category_id'),
    product: sql.ref('part_products.id'),
  });
  const { rows } = await sql<{ name: string; unit: string; type: AttributeType | null; values: string[] }>`
    select name, unit, type, values from (
      select distinct on (fold(name)) name, unit, rank, position, type, values from (
        select t.name, t.unit, 1 as rank, t.position, 1 as uses, t.type, t.values
        from part_product_attributes t join part_products on part_products.id = t.part_product_id
        where t.part_product_id = ${product} and ${isReached}
        union all
        select a.name, a.unit, 2, -sum(count(*)) over (partition by fold(a.name)), count(*), null, '{}'
        from part_attributes a where a.part_id = any (array(${newestParts(person, product, brand)}))
        group by a.name, a.unit
      ) every_one
      order by fold(name), rank, position, uses desc, name, unit
    ) usual
    order by rank, position, fold(name) limit ${MAX_USUAL}`.execute(db);
  return rows;
}

type OfParts = { readonly parts: readonly number[]; readonly names: readonly string[] };

/** Reads the values of some attributes of several parts. Parts outside of the person's scope are left out. */
export async function readValues(db: Db, person: Person, { parts, names }: OfParts) {
  const { rows } = await sql<AttributesOfPart>`
    select parts.id as part_id, coalesce((
      select json_agg(json_build_object('name', a.name, 'value', a.value, 'unit', a.unit))
      from part_attributes a
      where a.part_id = parts.id
        and fold(a.name) = any (array(select fold(name) from unnest(${names}::text[]) name))), '[]') as attributes
    from parts where id = any (${parts}::int[]) and ${partInScope(person)} order by id`.execute(db);
  return rows;
}

export const attributes: Handlers<typeof contract> = {
  list: async ({ db, user, query, params: { partId } }) => {
    await findPart(db, user, partId);
    return page(db, query, {
      list: contract.list,
      table: 'part_attributes',
      where: sql`part_id = ${partId}`,
      columns: { id: 'id', name: 'name', value: 'value', unit: 'unit' },
      show: (id) =>
        db
          .selectFrom('part_attributes')
          .where('id', '=', id)
          .select([...COLUMNS, MISFIT]),
    });
  },

  suggestions: async ({ db, user, params: { partId } }) => {
    const { part_product_id } = await findPart(db, user, partId);
    return readUsual(db, user, part_product_id);
  },

  usual: ({ db, user, params: { brandId, productId } }) => readUsual(db, user, productId, brandId),

  values: ({ db, user, query }) => readValues(db, user, query),

  store: async ({ db, user, body: { part_id, attribute_id, ...fields } }) => {
    const { part_product_id } = await lockPart(db, user, part_id);
    const stored = attribute_id
      ? await prepared(db)
          .updateTable('part_attributes')
          .set(fields)
          .where('id', '=', attribute_id)
          .where('part_id', '=', part_id)
          .returning([...COLUMNS, MISFIT])
          .executeTakeFirstOrThrow(notFound)
      : await prepared(db)
          .insertInto('part_attributes')
          .values({ part_id, ...fields })
          .returning([...COLUMNS, MISFIT])
          .executeTakeFirstOrThrow();
    // Checked after saving, because most attributes fit. A refusal rolls the transaction back.
    if (stored.misfit) await refuseMisfits(db, part_product_id, [fields], (_, field) => field);
    return stored;
  },

  storeMany: async ({ db, user, body: { part_id, rows } }) => {
    const { part_product_id } = await lockPart(db, user, part_id);
    await refuseMisfits(db, part_product_id, rows, (row, field) => `rows.${row}.${field}`);
    const added = await addAttributes(
      db,
      rows.map((row) => ({ part: part_id, ...row })),
    );
    return { added, operation_id: await readOperation(db) };
  },

  remove: async ({ db, user, body: { part_id, attribute_id } }) => {
    await lockPart(db, user, part_id);
    const removed = await db
      .deleteFrom('part_attributes')
      .where('id', '=', attribute_id)
      .where('part_id', '=', part_id)
      .returning(['id', 'name'])
      .executeTakeFirstOrThrow(notFound);
    return { ...removed, operation_id: await readOperation(db) };
  },
};
