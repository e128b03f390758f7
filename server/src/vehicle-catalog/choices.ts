import type { Answer } from '@piezario/contract/endpoint';
import type { Choice, vehicleCatalog } from '@piezario/contract/vehicle-catalog';
import { type SqlBool, sql } from 'kysely';
import { type Person, partInScopeByBrand } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { dayOf } from '../db/day.ts';
import { readVehicleLine, vehiclesIn } from '../search/vehicle-lines.ts';

type Choices = Answer<typeof vehicleCatalog.choices>;
type Version = Choices['versions'][number];
type Row = Version & { readonly has_parts: boolean };

/**
 * Whether the row of `vehicles` has parts in the person's scope. The offset keeps PostgreSQL from turning it into a join,
 * which would read all parts of all vehicles.
 */
export const hasParts = (person: Person) => sql<SqlBool>`exists (
  select from vehicle_parts where vehicle_id = vehicles.id and ${partInScopeByBrand(person, 'vehicle_parts')} offset 0)`;

/** Condition: the brand has this name or alias. An array is compared before anything that costs more. */
const isOfBrand = (brand: string) => sql<SqlBool>`vehicles.brand_folded = any (array(
  select fold(${brand}) union all
  select fold(brand) from vehicle_brand_aliases where name_bare = bare(${brand})))`;

const isOfModel = (model: string) =>
  sql<SqlBool>`(vehicles.model_master_folded = fold(${model}) or vehicles.model_folded = fold(${model}))`;

/** Returns the vehicles of the model, those that match the year and the words, and those of the whole choice. */
export async function readChosen(db: Db, person: Person, choice: Choice) {
  const ofModel = await readOfModel(db, person, choice);
  const matched = await matchWords(db, choice.words ?? '');
  const left = ofModel.filter((vehicle) => isSold(vehicle, choice.year) && (!matched || matched.has(vehicle.id)));
  const meant = left.filter(({ id }) => choice.vehicle_id === undefined || id === choice.vehicle_id);
  return { ofModel, left, meant: meant.map(({ id }) => id) };
}

async function readOfModel(db: Db, person: Person, { brand, model, vehicle_id }: Choice): Promise<Row[]> {
  if (!model && !vehicle_id) return [];
  const { rows } = await sql<Row>`
    select id, model, version, engine_code, fuel, sold_from_year, sold_until_year, ${hasParts(person)} as has_parts
    from vehicles
    where ${brand ? isOfBrand(brand) : sql`true`} and ${model ? isOfModel(model) : sql`id = ${vehicle_id}`}
    order by model_folded, version_folded, sold_from_year, id`.execute(db);
  return rows;
}

/** The vehicles that have all words; null when there are no words. */
const matchWords = async (db: Db, text: string): Promise<ReadonlySet<number> | null> =>
  text === '' ? null : vehiclesIn(await readVehicleLine(db, text, { isTyping: false }));

const isSold = ({ sold_from_year, sold_until_year }: Row, year: number | undefined) =>
  year === undefined || (sold_from_year <= year && year <= (sold_until_year ?? year));

export async function readChoices(db: Db, person: Person, choice: Choice): Promise<Choices> {
  const [brands, models, { ofModel, left, meant }] = await Promise.all([
    readBrands(db, person),
    choice.brand ? readModels(db, person, choice.brand) : [],
    readChosen(db, person, choice),
  ]);
  return {
    brands,
    models,
    years: yearsOf(ofModel.filter(({ has_parts }) => has_parts)),
    versions: left.filter(({ has_parts }) => has_parts),
    // Also vehicles without parts, because a part that does not fit them does not fit all.
    vehicles: meant,
  };
}

async function readBrands(db: Db, person: Person): Promise<string[]> {
  const { rows } = await sql<{ brand: string }>`
    select brand from (select brand, brand_folded from vehicles group by 1, 2) brands
    where exists (select from vehicles where vehicles.brand = brands.brand and ${hasParts(person)} offset 0)
    order by brand_folded`.execute(db);
  return rows.map(({ brand }) => brand);
}

/** The families, with the years of their vehicles and the picture of the newest generation that has one. */
async function readModels(db: Db, person: Person, brand: string): Promise<Choices['models']> {
  const { rows } = await sql<Choices['models'][number]>`
    select name, min(since) as sold_from_year, nullif(max(until), 9999) as sold_until_year,
      (array_agg(image order by since desc) filter (where image is not null))[1] as "imageUrl"
    from (
      select model_master as name, model_master_folded as folded, min(sold_from_year) as since,
        max(coalesce(sold_until_year, 9999)) as until, (
          select '/' || image_key from vehicle_images i where i.brand = vehicles.brand and i.model = vehicles.model) as image
      from vehicles where ${isOfBrand(brand)} and ${hasParts(person)}
      group by brand, model_master, model_master_folded, model) generations
    group by name, folded order by folded`.execute(db);
  return rows;
}

/** Years in which any of the vehicles was sold, newest first. Vehicles that are still sold count until this year. */
function yearsOf(vehicles: readonly Row[]): number[] {
  const { year: now } = dayOf(new Date());
  const years = new Set<number>();
  for (const { sold_from_year, sold_until_year } of vehicles) {
    for (let year = sold_from_year; year <= (sold_until_year ?? Math.max(now, sold_from_year)); year++) years.add(year);
  }
  return [...years].sort((a, b) => b - a);
}
