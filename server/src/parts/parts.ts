import {
  byField,
  PART_FIELD_NAMES,
  type ShownFields,
  type StoredFields,
  toStored,
} from '@piezario/contract/part-fields';
import type { parts as contract, Part } from '@piezario/contract/parts';
import { sql } from 'kysely';
import { checkPlace, lockPart, placeInScope } from '../access/parts.ts';
import { copyAttributes } from '../attributes/bulk.ts';
import { copyCrosses } from '../crosses/bulk.ts';
import { page } from '../db/list/page.ts';
import { prepared } from '../db/prepared.ts';
import { findTrashed, restoreTrashed } from '../history/trashed.ts';
import { Failure, notFound } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { changeRows } from '../part-rows/rows.ts';
import { copyPictures } from '../pictures/pictures.ts';
import { copyApplications } from '../vehicles/bulk.ts';
import { FIELD_COLUMNS } from './bulk.ts';
import { partList } from './list.ts';
import { type PartRow, readDetail, readPart, readSheet, selectParts } from './select-parts.ts';

/** A part that was just created has nothing yet. */
const JUST_CREATED = sql`created parts cross join (
  select 0 as attributes_count, 0 as cross_count, 0 as pictures_count, 0 as vehicles_count, now() as updated_at,
    current_person() as updated_by) counts`;

export const parts: Handlers<typeof contract> = {
  list: async ({ db, user, query, params }) => page(db, query, await partList(db, user, query, params)),

  show: ({ db, user, params: { partId } }) => readDetail(db, user, partId),

  sheet: ({ db, user, params: { partId } }) => readSheet(db, user, partId),

  store: async ({ db, user, body }) => {
    const { part_brand_id: brand, part_product_id: product, code } = body;
    const fields = toStored(body);
    const [trashed] = await findTrashed(db, [{ brand, product, code }], { lock: true });
    if (trashed) {
      const { id } = trashed;
      await restoreTrashed(db, user, [trashed]);
      const filled = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
      await changeRows(db, 'part', [{ entity: 'part', part_id: id, row_id: id, fields: filled }]);
      return { ...(await readPart(db, user, id)), restored: true };
    }
    const { rows } = await sql<PartRow>`
      with created as (
        insert into parts (part_brand_id, part_product_id, code, ${FIELD_COLUMNS})
        select ${brand}::int, ${product}::int, ${code}, ${valuesOf(fields)}
        where exists (${placeInScope(user, brand, product)})
        returning *)
      ${selectParts(user, JUST_CREATED)}`.execute(prepared(db));
    const [created] = rows;
    if (!created) throw notFound();
    return { ...created, restored: false };
  },

  duplicate: async ({ db, user, body: { part_id: from, code, ...asked } }) => {
    // Locked, so that all copied rows are from the same moment.
    await lockPart(db, user, from);
    const { id } = await db
      .insertInto('parts')
      .columns(['part_brand_id', 'part_product_id', 'code', ...PART_FIELD_NAMES])
      .expression(({ selectFrom }) =>
        selectFrom('parts')
          .where('id', '=', from)
          .select(['part_brand_id', 'part_product_id', sql<string>`${code}`.as('code')])
          .select(PART_FIELD_NAMES),
      )
      .returning('id')
      .executeTakeFirstOrThrow();
    if (asked.attributes) await copyAttributes(db, from, id);
    if (asked.crosses) await copyCrosses(db, from, id);
    if (asked.applications) await copyApplications(db, from, [id]);
    if (asked.pictures) await copyPictures(db, from, id);
    return readPart(db, user, id);
  },

  update: async ({ db, user, body: { part_id, version, ...sent } }) => {
    const { part_brand_id, part_product_id, code } = sent;
    const stored = await lockPart(db, user, part_id);
    await checkPlace(db, user, part_brand_id, part_product_id);
    if (version !== undefined && version !== stored.version) {
      const current = await readPart(db, user, part_id);
      const errors = differences(current, sent);
      if (Object.keys(errors).length === 0) return current;
      throw new Failure(409, 'Otra persona guardó esta pieza mientras la editabas: revisá lo que cambió', errors);
    }
    await prepared(db, 'composed')
      .updateTable('parts')
      .set(({ eb }) => ({
        ...{ part_brand_id, part_product_id, code },
        ...toStored(sent),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', part_id)
      .execute();
    return readPart(db, user, part_id);
  },

  remove: async ({ db, user, body: { id } }) => {
    await lockPart(db, user, id);
    return db
      .deleteFrom('parts')
      .where('id', '=', id)
      .returning(['id', 'code'])
      .returning(sql<string>`(select name from part_brands where part_brands.id = part_brand_id)`.as('brand'))
      .executeTakeFirstOrThrow();
  },
};

/** The values of all fields, in the order of their columns. */
const valuesOf = (fields: Partial<StoredFields>) =>
  sql.join(
    Object.values(
      byField(
        (name) => sql`${fields[name]}::boolean`,
        (name) => sql`${fields[name]}`,
      ),
    ),
  );

type Fields = Pick<Part, 'part_brand_id' | 'part_product_id' | 'code'> & ShownFields;
type Sent = { readonly [K in keyof Fields]?: Fields[K] | undefined };

/** The stored value of every field for which a different one was sent. */
function differences(
  current: Fields & Pick<Part, 'brand' | 'product_with_category'>,
  sent: Sent,
): Record<string, string> {
  const inWords: Record<keyof Fields, string> = {
    part_brand_id: current.brand,
    part_product_id: current.product_with_category.name,
    code: current.code,
    ...byField(
      (name) => (current[name] ? 'SI' : 'NO'),
      (name) => current[name],
    ),
  };
  const changed = (Object.keys(inWords) as (keyof Fields)[]).filter(
    (field) => sent[field] !== undefined && sent[field] !== current[field],
  );
  return Object.fromEntries(changed.map((field) => [field, `Ahora es: ${inWords[field] || '(vacío)'}`]));
}
