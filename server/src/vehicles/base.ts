import type { Given, Result } from '@piezario/contract/endpoint';
import { vehicleBase as contract, MAX_COUNTED, type NameLevel } from '@piezario/contract/vehicle-base';
import { counted, formatNumber } from '@piezario/contract/words';
import { type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { page } from '../db/list/page.ts';
import { Failure, notFound, refusal } from '../http/failure.ts';
import type { Handlers } from '../http/implement.ts';
import { decide, listDecisions } from './decisions.ts';
import { VEHICLE_NAME } from './name.ts';

const COLUMNS = [
  ...(['id', 'origin', 'brand', 'model', 'model_master', 'version', 'engine_code', 'fuel'] as const),
  ...(['sold_from_year', 'sold_until_year'] as const),
] as const;

const components = sql<Result<typeof contract.show>['components']>`components`.as('components');
const name = VEHICLE_NAME.as('name');

const hasParts = sql<SqlBool>`exists (select from vehicle_parts where vehicle_id = vehicles.id)`;
const parts = sql<number>`(select count(*)::int from (
  select from vehicle_parts where vehicle_id = vehicles.id limit ${sql.lit(MAX_COUNTED + 1)}) counted)`;

const readVehicle = (db: Db, id: number) =>
  db
    .selectFrom('vehicles')
    .where('id', '=', id)
    .select([...COLUMNS, components, name])
    .executeTakeFirstOrThrow(notFound);

export const vehicleBase: Handlers<typeof contract> = {
  paginated: ({ db, query }) =>
    page(db, query, {
      list: contract.paginated,
      table: 'vehicles',
      columns: {
        id: 'vehicles.id',
        brand: { compared: 'vehicles.brand_folded' },
        model_master: { compared: 'vehicles.model_master_folded' },
        model: { compared: 'vehicles.model_folded' },
        version: { compared: 'vehicles.version_folded' },
        engine_code: { compared: 'vehicles.engine_code_bare' },
        fuel: { compared: 'vehicles.fuel_folded' },
        origin: { compared: 'vehicles.origin_folded' },
        sold_from_year: { compared: 'vehicles.sold_from_year' },
        sold_until_year: 'vehicles.sold_until_year',
        has_parts: { compared: hasParts },
      },
      show: (id) =>
        db
          .selectFrom('vehicles')
          .where('id', '=', id)
          .select([...COLUMNS, components, name, parts.as('parts')]),
    }),

  show: ({ db, params }) => readVehicle(db, params.id),

  names: async ({ db, query: { brand = null } }) => {
    const distinct = (column: string, where = sql<SqlBool>`true`) => sql`array(
      select ${sql.ref(column)} from vehicles where ${where} and ${sql.ref(column)} <> ''
      group by 1 order by fold(${sql.ref(column)}))`;
    const isOfBrand = sql<SqlBool>`brand_folded = fold(${brand}::text)`;
    const { rows } = await sql<Result<typeof contract.names>>`
      select ${distinct('brand')} as brands, ${distinct('model_master', isOfBrand)} as model_masters,
        ${distinct('model', isOfBrand)} as models, ${distinct('fuel')} as fuels, ${distinct('origin')} as origins`.execute(
      db,
    );
    const [names] = rows;
    if (!names) throw new Error('The names of the base are one row');
    return names;
  },

  store: async ({ db, body: { id, ...given } }) => {
    if (!id) return readVehicle(db, await addToBase(db, given));
    const vehicle = await vehicleOf(db, id, given);
    const stored = db.selectFrom('vehicles').where('id', '=', id).select(['sold_from_year', 'sold_until_year']);
    // The lock waits for applications that are being saved.
    const before = await stored.forUpdate().executeTakeFirstOrThrow(notFound);
    const isSold = given.sold_from_year <= before.sold_from_year && given.sold_until_year === before.sold_until_year;
    if (!isSold) await refuseOutside(db, id, given);
    await db.updateTable('vehicles').set(vehicle).where('id', '=', id).execute();
    return readVehicle(db, id);
  },

  rename: async ({ db, body: { level, brand, name: from, to } }) => {
    const { numUpdatedRows } = await db
      .updateTable('vehicles')
      .set({ [level]: to })
      .where('brand', '=', level === 'brand' ? from : brand)
      .where(level, '=', from)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw refusal('name', 'No hay vehículos con ese nombre');
    if (level === 'model') await refuseSecondFamily(db, brand, to);
    // A removed vehicle may come back.
    await sql`update removed_vehicles set ${sql.ref(level)} = ${to}
      where brand = ${level === 'brand' ? from : brand} and ${sql.ref(level)} = ${from}`.execute(db);
    if (level !== 'model_master' && from !== to) await renameImages(db, level, brand, from, to);
    if (level === 'brand') await renameAliases(db, from, to);
    return { vehicles: Number(numUpdatedRows) };
  },

  remove: async ({ db, body: { id } }) => {
    // The lock waits for applications that are being saved. Later ones wait, and find no vehicle.
    const vehicle = db.selectFrom('vehicles').where('id', '=', id);
    await vehicle.select('id').forUpdate().executeTakeFirstOrThrow(notFound);
    const used = await vehicle.select(parts.as('parts')).executeTakeFirstOrThrow();
    if (used.parts > 0) {
      const isMany = used.parts > MAX_COUNTED;
      const count = isMany ? `más de ${formatNumber(MAX_COUNTED)} piezas` : counted(used.parts, 'pieza');
      throw new Failure(409, `Va en ${count}: unilo con otro vehículo, o cerralo`);
    }
    await db.deleteFrom('vehicles').where('id', '=', id).execute();
    return null;
  },

  decisions: ({ db, query }) => listDecisions(db, query),
  decide: ({ db, body: { ids = null, take } }) => decide(db, ids, take),
};

/** Adds a vehicle to the base and returns its id. Throws for a vehicle that the base has. */
export async function addToBase(db: Db, given: GivenVehicle): Promise<number> {
  const vehicle = await vehicleOf(db, 0, given);
  const added = await db.insertInto('vehicles').values(vehicle).returning('id').executeTakeFirstOrThrow();
  return added.id;
}

type GivenVehicle = Omit<Given<typeof contract.store>['body'], 'id'>;

async function vehicleOf(db: Db, id: number, given: GivenVehicle) {
  refuseReversed(given);
  return { ...given, ...(await asInBase(db, id, given)), components: JSON.stringify(given.components) };
}

export function refuseReversed({ sold_from_year, sold_until_year }: Sold): void {
  if (sold_until_year !== null && sold_until_year < sold_from_year)
    throw refusal('sold_until_year', 'No puede ser anterior al primer año');
}

type Names = { readonly brand: string; readonly model_master: string; readonly model: string };

/**
 * The names as other vehicles write them: «vw» is Volkswagen, and «gol trend» is Gol Trend. A model belongs to one family,
 * because searches lead from the family to its models. An empty family is that of the model, or its name for a new one.
 */
export async function asInBase(db: Db, id: number, { brand, model_master, model }: Names): Promise<Names> {
  const { rows } = await sql<{
    brand: string | null;
    model_master: string | null;
    model: string | null;
    family: string | null;
  }>`
    select named.brand,
      (select v.model_master from vehicles v where v.brand = named.brand and v.id <> ${id}
        and v.model_master_folded = fold(${model_master}) limit 1) as model_master,
      (select v.model from vehicles v where v.brand = named.brand and v.id <> ${id}
        and v.model_folded = fold(${model}) limit 1) as model,
      (select v.model_master from vehicles v where v.brand = named.brand and v.id <> ${id}
        and v.model_folded = fold(${model}) and v.model_master_folded <> fold(${model_master})
        -- A vehicle that is in two families already can be saved.
        and not exists (select from vehicles own where own.id = ${id} and own.brand = v.brand
          and own.model_folded = v.model_folded and own.model_master_folded = fold(${model_master})) limit 1) as family
    from (select (select brand from vehicle_brand_names() where bare = bare(${brand}) limit 1) as brand) named`.execute(
    db,
  );
  const [found] = rows;
  if (found?.family && model_master !== '')
    throw refusal('model_master', `Ese modelo ya está en la familia ${found.family}`);
  const name = found?.model ?? model;
  return {
    brand: found?.brand ?? brand,
    model_master: found?.model_master ?? (model_master || (found?.family ?? name)),
    model: name,
  };
}

type Described = Names & Sold & { readonly version: string; readonly engine_code: string; readonly fuel: string };

/** Returns the name of a vehicle of the base with the same names and years. An engine or fuel that is empty is any. */
export async function findAlike(db: Db, { brand, model, version, engine_code, fuel, ...sold }: Described) {
  const { rows } = await sql<{ name: string }>`
    select ${VEHICLE_NAME} as name from vehicles
    where brand = ${brand} and model = ${model} and version_folded = fold(${version})
      and (${engine_code} = '' or engine_code_bare = bare(${engine_code})) and (${fuel} = '' or fuel_folded = fold(${fuel}))
      and sold_from_year = ${sold.sold_from_year} and sold_until_year is not distinct from ${sold.sold_until_year}::int
    limit 1`.execute(db);
  return rows[0]?.name ?? null;
}

type Sold = { readonly sold_from_year: number; readonly sold_until_year: number | null };

/** Refuses years that leave out those of an application. */
async function refuseOutside(db: Db, id: number, { sold_from_year, sold_until_year }: Sold): Promise<void> {
  const { rows } = await sql<{ before: number; after: number }>`
    select count(*) filter (where least(from_year, until_year) < ${sold_from_year})::int as before,
      count(*) filter (where greatest(from_year, until_year) > ${sold_until_year}::int)::int as after
    from vehicle_parts p join part_vehicles a on a.part_id = p.part_id and a.vehicle_id = p.vehicle_id
    where p.vehicle_id = ${id} and num_nonnulls(from_year, until_year) > 0`.execute(db);
  const [{ before, after } = { before: 0, after: 0 }] = rows;
  const reason = (count: number) => `Deja afuera los años de ${counted(count, 'aplicación', 'aplicaciones')}`;
  if (before > 0) throw refusal('sold_from_year', reason(before));
  if (after > 0) throw refusal('sold_until_year', reason(after));
}

/** Refuses a model whose vehicles are in different families. */
async function refuseSecondFamily(db: Db, brand: string, model: string): Promise<void> {
  const { rows } = await sql<{ family: string }>`
    select distinct model_master as family from vehicles where brand = ${brand} and model = ${model} order by 1`.execute(
    db,
  );
  if (rows.length > 1)
    throw refusal('to', `Quedaría en varias familias: ${rows.map(({ family }) => family).join(', ')}`);
}

/** The picture of a model follows its name. A picture of the new name stays. */
async function renameImages(
  db: Db,
  level: Exclude<NameLevel, 'model_master'>,
  brand: string,
  from: string,
  to: string,
) {
  const isRenamed =
    level === 'brand' ? sql<SqlBool>`brand = ${from}` : sql<SqlBool>`(brand, model) = (${brand}, ${from})`;
  const named = level === 'brand' ? sql`${to}::text as brand, model` : sql`brand, ${to}::text as model`;
  await sql`insert into vehicle_images (brand, model, image_key)
    select ${named}, image_key from vehicle_images where ${isRenamed} on conflict do nothing`.execute(db);
  await sql`delete from vehicle_images where ${isRenamed}`.execute(db);
}

/** Aliases follow their brand, and its former name becomes one, because files and people still use it. */
async function renameAliases(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable('vehicle_brand_aliases').set({ brand: to }).where('brand', '=', from).execute();
  await sql`delete from vehicle_brand_aliases where name_bare = bare(${to})`.execute(db);
  await sql`insert into vehicle_brand_aliases (name, brand) select ${from}, ${to}
    where bare(${from}) <> bare(${to}) and not exists (select from vehicles where bare(brand) = bare(${from}))
    on conflict do nothing`.execute(db);
}
