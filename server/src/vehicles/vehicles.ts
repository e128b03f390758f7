import type { Application } from '@piezario/contract/applications';
import { writeFilters } from '@piezario/contract/list';
import { vehicles as contract, MAX_APPLICATIONS } from '@piezario/contract/vehicles';
import { sql } from 'kysely';
import { findPart, lockPart } from '../access/parts.ts';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { prepared } from '../db/prepared.ts';
import { readOperation } from '../db/transaction.ts';
import type { Files } from '../files/files.ts';
import { newMediaKey } from '../files/media.ts';
import { notFound, refusal } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { positionsOf, sharedApplications, writePositions, yearOutside } from './application.ts';
import { copyApplications } from './bulk.ts';
import { columnsFor, isLinked, withoutAliases } from './filters.ts';
import { changeMatching, linkMatching, unlinkMatching } from './many.ts';

const COLUMNS = [
  'id',
  'origin',
  'brand',
  'model',
  'model_master',
  'version',
  'engine_code',
  'fuel',
  'sold_from_year',
  'sold_until_year',
  'components',
] as const;

const IMAGE_SIDE = 640;

/** The picture of the model. It is selected only for the rows of a page. */
const imageUrl = sql<string | null>`(
  select '/' || image_key from vehicle_images i where i.brand = vehicles.brand and i.model = vehicles.model)`;

/** An application `a` as it is shown. */
const shownApplication = sql`json_build_object('id', a.id, 'positions', ${positionsOf('a')}, 'quantity', a.quantity,
  'note', a.note, 'from_year', a.from_year, 'until_year', a.until_year)`;

/** The applications of a part to the vehicle of the row. */
const applicationsOf = (partId: number) => sql<Application[]>`coalesce((
  select json_agg(${shownApplication} order by a.positions) from part_vehicles a
  where a.part_id = ${partId} and a.vehicle_id = vehicles.id), '[]')`;

const readApplication = async (db: Db, partId: number, id: number): Promise<Application> => {
  const { rows } = await sql<{ shown: Application }>`
    select ${shownApplication} as shown from part_vehicles a where a.part_id = ${partId} and a.id = ${id}`.execute(
    prepared(db),
  );
  const [found] = rows;
  if (!found) throw notFound();
  return found.shown;
};

const readName = (db: Db, id: number) =>
  db
    .selectFrom('vehicles')
    .where('id', '=', id)
    .select(['brand', 'model', 'version'])
    .executeTakeFirstOrThrow(notFound);

/** Selects the vehicles of a part, to be read with it. Vehicles beyond MAX_APPLICATIONS applications are left out. */
export const vehiclesOf = (partId: number) => sql`
  select ${SELECTED}, ${imageUrl} as "imageUrl", 1 as vehicle_linked, ${applicationsOf(partId)} as applications
  from vehicles where id in (
    select vehicle_id from (
      select vehicle_id, sum(count(*)) over (order by vehicle_id) as applications from part_vehicles
      where part_id = ${partId} group by vehicle_id) counted
    where counted.applications <= ${MAX_APPLICATIONS})
  order by brand, model, version, vehicles.id`;
const SELECTED = sql.join(COLUMNS.map((column) => sql.ref(`vehicles.${column}`)));

const MAX_MODELS = 200;
const OF_MODEL = sql`(select * from fits where fits.brand = models.brand and fits.model = models.model)`;

/**
 * Selects the models of the vehicles of a part. Adjacent years of the applications are joined. Qualifiers that several
 * versions share are listed once.
 */
export const modelsOf = (partId: number) => sql`
  with fits as (
    select brand, model, vehicle_id, positions, quantity, note, from_year, until_year,
      coalesce(from_year, sold_from_year) as first,
      coalesce(until_year, case when sold_until_year is not null then greatest(sold_from_year, sold_until_year) end) as last
    from part_vehicles join vehicles on vehicles.id = vehicle_id where part_id = ${partId})
  select brand, model, versions, (
    select json_agg(json_build_object('from', lower(fit), 'until', upper(fit) - 1) order by fit)
    from unnest(years) fit) as years, ${sharedApplications(OF_MODEL)} as applications
  from (
    select brand, model, count(distinct vehicle_id)::int as versions, range_agg(int4range(first, last + 1)) as years
    from fits group by brand, model) models
  order by fold(brand), fold(model) limit ${sql.lit(MAX_MODELS)}`;

export const countModels = (partId: number) => sql<number>`(
  select count(distinct (brand, model))::int from part_vehicles join vehicles on vehicles.id = vehicle_id
  where part_id = ${partId})`;

const findVehicle = (db: Db, id: number) =>
  db.selectFrom('vehicles').where('id', '=', id).select(['brand', 'model']).executeTakeFirstOrThrow(notFound);

/** Refuses years in which the vehicle was not sold. A vehicle that does not exist is refused later. */
async function refuseOtherYears(db: Db, vehicle: number, years: Pick<Application, 'from_year' | 'until_year'>) {
  const sold = await db
    .selectFrom('vehicles')
    .where('id', '=', vehicle)
    .select(['sold_from_year', 'sold_until_year'])
    .executeTakeFirst();
  const wrong = sold && yearOutside(sold, years);
  if (wrong) throw refusal(wrong.field, wrong.reason);
}

export const vehicleHandlers = (files: Files): Handlers<typeof contract> => ({
  headers: ({ db }) => db.selectFrom('vehicle_headers').select(['id', 'name', 'key', 'unit']).orderBy('id').execute(),

  list: async ({ db, user, query, params: { partId } }) => {
    const { part_product_id } = await findPart(db, user, partId);
    const headers = prepared(db)
      .selectFrom('vehicle_headers')
      .innerJoin('part_product_vehicle_headers', 'vehicle_header_id', 'vehicle_headers.id')
      .where('part_product_id', '=', part_product_id)
      .select(['vehicle_headers.id', 'name', 'key', 'unit'])
      .orderBy('vehicle_headers.id')
      .execute();
    const filters = await withoutAliases(db, query.filters);
    const rows = page(
      db,
      { ...query, filters },
      {
        list: contract.list,
        table: 'vehicles',
        columns: columnsFor(partId),
        show: (id) =>
          db
            .selectFrom('vehicles')
            .where('id', '=', id)
            .select([...COLUMNS, imageUrl.as('imageUrl'), sql<0 | 1>`${isLinked(partId)}::int`.as('vehicle_linked')])
            .select(applicationsOf(partId).as('applications')),
      },
    );
    const [vehicles, shownHeaders] = await Promise.all([rows, headers]);
    // The filters as they were sent, with aliases.
    return { vehicles: { ...vehicles, filters: writeFilters(query.filters) }, headers: shownHeaders };
  },

  toggle: async ({ db, user, body: link }) => {
    await lockPart(db, user, link.part_id);
    const { numDeletedRows } = await prepared(db)
      .deleteFrom('part_vehicles')
      .where((eb) => eb.and(link))
      .executeTakeFirst();
    const vehicle_linked = numDeletedRows === 0n ? 1 : 0;
    const linked = vehicle_linked
      ? await prepared(db).insertInto('part_vehicles').values(link).returning('id').executeTakeFirstOrThrow()
      : null;
    const applications = linked ? [await readApplication(db, link.part_id, linked.id)] : [];
    const { vehicles_count } = await findPart(db, user, link.part_id);
    const named = await readName(db, link.vehicle_id);
    return { ...named, vehicle_linked, applications, vehicles_count, operation_id: await readOperation(db) };
  },

  linkMany: async ({ db, user, body: { part_id, linked, query } }) => {
    await lockPart(db, user, part_id);
    const changed = await (linked ? linkMatching : unlinkMatching)(db, part_id, query);
    const { vehicles_count } = await findPart(db, user, part_id);
    return { changed, vehicles_count, operation_id: await readOperation(db) };
  },

  changeMany: async ({ db, user, body: { part_id, query, set } }) => {
    await lockPart(db, user, part_id);
    const changed = await changeMatching(db, part_id, query, set);
    return { changed, operation_id: await readOperation(db) };
  },

  copy: async ({ db, user, body: { part_id, from_part_id } }) => {
    await lockPart(db, user, part_id);
    await findPart(db, user, from_part_id);
    const { numAffectedRows } = await copyApplications(db, from_part_id, [part_id]);
    const { vehicles_count } = await findPart(db, user, part_id);
    return { added: Number(numAffectedRows), vehicles_count, operation_id: await readOperation(db) };
  },

  store: async ({ db, user, body: { id, part_id, vehicle_id, positions, ...qualifiers } }) => {
    await lockPart(db, user, part_id);
    await refuseOtherYears(db, vehicle_id, qualifiers);
    const fields = { ...qualifiers, positions: writePositions(positions) };
    const saved = id
      ? await prepared(db)
          .updateTable('part_vehicles')
          .set(fields)
          .where('id', '=', id)
          .where('part_id', '=', part_id)
          .where('vehicle_id', '=', vehicle_id)
          .returning('id')
          .executeTakeFirstOrThrow(notFound)
      : await prepared(db)
          .insertInto('part_vehicles')
          .values({ part_id, vehicle_id, ...fields })
          .returning('id')
          .executeTakeFirstOrThrow();
    return readApplication(db, part_id, saved.id);
  },

  remove: async ({ db, user, body: { part_id, application_id } }) => {
    await lockPart(db, user, part_id);
    const { id, positions } = await readApplication(db, part_id, application_id);
    const { vehicle_id } = await db
      .deleteFrom('part_vehicles')
      .where('id', '=', id)
      .returning('vehicle_id')
      .executeTakeFirstOrThrow();
    return { ...(await readName(db, vehicle_id)), id, positions, operation_id: await readOperation(db) };
  },

  storeImage: async ({ db, body: { vehicle_id, attachment } }) => {
    const model = await findVehicle(db, vehicle_id);
    // Imported at the first upload: the image library takes 25 MB of memory.
    const { readImage } = await import('../files/image.ts');
    const { content } = await readImage(attachment.path, IMAGE_SIDE);
    const image_key = newMediaKey('jpg');
    await files.put(image_key, content);
    await db
      .insertInto('vehicle_images')
      .values({ ...model, image_key })
      .onConflict((conflict) => conflict.columns(['brand', 'model']).doUpdateSet({ image_key }))
      .execute();
    return { imageUrl: `/${image_key}` };
  },

  removeImage: async ({ db, body: { vehicle_id } }) => {
    const { brand, model } = await findVehicle(db, vehicle_id);
    await db.deleteFrom('vehicle_images').where('brand', '=', brand).where('model', '=', model).execute();
    return { imageUrl: null };
  },
});
