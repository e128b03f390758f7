import { SHIPPED_FIELDS, type ShippedField } from '@piezario/contract/vehicle-base';
import { sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { type BaseVehicle, correct, lockBase } from './corrections.ts';
import { fieldOf, keyOf, VEHICLE_FIELDS, type VehicleFields, WRITTEN_COLUMNS, WRITTEN_VALUES } from './fields.ts';
import { findKnown } from './known.ts';

/** A vehicle as a version of the product has it. Its key never changes, and is never used for another one. */
export type ShippedVehicle = { readonly key: number; readonly fields: VehicleFields };

/** The vehicle of a key, and the fields that it was shipped with. */
type Link = ShippedVehicle & { readonly vehicle_id: number | null; readonly conflicts: VehicleFields | null };

/** What becomes of a vehicle that is in the base and is shipped. */
type Merge = { readonly key: number; readonly vehicle: BaseVehicle } & ReturnType<typeof compare>;

/**
 * Brings the vehicle base to the shipped one. A field that differs from what was shipped last was changed here and
 * stays; one that the shipped base changed too waits for a decision. A vehicle that is not shipped any more is removed,
 * unless a part fits it or it was changed here.
 */
export async function updateBase(db: Db, shipped: readonly ShippedVehicle[]): Promise<void> {
  const base = await lockBase(db);
  const { rows: links } = await sql<Link>`select key, vehicle_id, fields, conflicts from shipped_vehicles`.execute(db);
  const linkOf = new Map(links.map((link) => [link.key, link]));
  const keys = new Set(shipped.map(({ key }) => key));
  await removeDropped(
    db,
    base,
    links.filter(({ key }) => !keys.has(key)),
  );
  const known = shipped.flatMap(({ key, fields }) => {
    const link = linkOf.get(key);
    // The last fields of an absent vehicle stay, to compare with when it comes back.
    const vehicle = base.get(link?.vehicle_id ?? 0);
    return link && vehicle ? [{ key, vehicle, ...compare(vehicle.fields, fields, link) }] : [];
  });
  const corrected = await correctMerged(db, base, known);

  const kept = links.filter(({ key }) => keys.has(key));
  const unknown = shipped.filter(({ key }) => !linkOf.has(key));
  const added = await applyLocalNames(db, base, kept, unknown);
  const found = await findKnown(db, base, kept, added);
  const adopted = added.flatMap(({ key, fields }) => {
    const vehicle = base.get(found.get(key) ?? 0);
    return vehicle ? [{ key, vehicle, ...compare(vehicle.fields, fields, null) }] : [];
  });
  const unfound = added.filter(({ key }) => !found.has(key));
  const firstOf = new Map(unfound.toReversed().map(({ key, fields }) => [keyOf(fields), key]));
  // The names of this installation may make two new vehicles equal. The second one is not added.
  for (const { key, fields } of unfound) if (firstOf.get(keyOf(fields)) !== key) found.set(key, null);
  const inserted = await insertVehicles(
    db,
    unfound.filter(({ key }) => !found.has(key)),
  );
  const vehicleOf = new Map([...known.map(({ key, vehicle }) => [key, vehicle.id] as const), ...found, ...inserted]);
  const conflictsOf = new Map([...corrected, ...(await correctMerged(db, base, adopted))]);
  await writeLinks(
    db,
    shipped.flatMap(({ key, fields }) => {
      const vehicle_id = vehicleOf.get(key);
      return vehicle_id === undefined ? [] : [{ key, vehicle_id, fields, conflicts: conflictsOf.get(key) ?? null }];
    }),
  );
}

/** Compares a vehicle with the shipped one: the fields that it takes, and those that an admin has to decide on. */
function compare(ours: VehicleFields, theirs: VehicleFields, last: Omit<Link, 'key' | 'vehicle_id'> | null) {
  const taken: Partial<Record<ShippedField, string>> = {};
  const conflicts: Partial<Record<ShippedField, string>> = {};
  for (const name of SHIPPED_FIELDS) {
    const [mine, shipped] = [fieldOf(ours, name), fieldOf(theirs, name)];
    if (mine === shipped) continue;
    // A vehicle that was not shipped before takes what it lacks. Without a last year it is still sold.
    const isMissing = (value: string) => value === '' && name !== 'sold_until_year';
    const isShippedAsBefore = last ? fieldOf(last.fields, name) === shipped : isMissing(shipped);
    const isOurs = last ? fieldOf(last.fields, name) !== mine : !isMissing(mine);
    if (last?.conflicts?.[name] !== undefined || (!isShippedAsBefore && isOurs)) conflicts[name] = shipped;
    else if (!isShippedAsBefore) taken[name] = shipped;
  }
  return { taken: taken as VehicleFields, conflicts: conflicts as VehicleFields };
}

/**
 * Writes the taken fields, and returns the conflicts of each key that has some. The fields of a vehicle that cannot be
 * corrected are among them.
 */
async function correctMerged(db: Db, base: Map<number, BaseVehicle>, merges: readonly Merge[]) {
  const corrections = merges
    .filter(({ taken }) => Object.keys(taken).length > 0)
    .map(({ vehicle, taken }) => ({ id: vehicle.id, fields: { ...vehicle.fields, ...taken } }));
  const waiting = await correct(db, base, corrections);
  return merges.flatMap(({ key, vehicle, taken, conflicts }) => {
    const undecided = waiting.has(vehicle.id) ? { ...taken, ...conflicts } : conflicts;
    return Object.keys(undecided).length > 0 ? [[key, undecided] as const] : [];
  });
}

/** Removes what is not shipped any more. A vehicle that stays belongs to this installation from now on. */
async function removeDropped(db: Db, base: Map<number, BaseVehicle>, dropped: readonly Link[]): Promise<void> {
  const unchanged = dropped.flatMap(({ vehicle_id, fields }) => {
    const vehicle = base.get(vehicle_id ?? 0);
    return vehicle && SHIPPED_FIELDS.every((name) => fieldOf(vehicle.fields, name) === fieldOf(fields, name))
      ? [vehicle.id]
      : [];
  });
  if (unchanged.length > 0) {
    // The lock waits for applications that are being saved.
    await sql`select from vehicles where id = any (${unchanged}::int[]) order by id for update`.execute(db);
    const { rows } = await sql<{ id: number }>`delete from vehicles where id = any (${unchanged}::int[])
      and not exists (select from vehicle_parts where vehicle_id = vehicles.id) returning id`.execute(db);
    for (const { id } of rows) base.delete(id);
  }
  const keys = dropped.map(({ key }) => key);
  if (keys.length > 0) await sql`delete from shipped_vehicles where key = any (${keys}::int[])`.execute(db);
}

/** Names that several vehicles share, each inside the vehicles of its brand. */
const SHARED_NAMES = ['brand', 'model_master', 'model'] as const;

/**
 * Returns new vehicles with the names that this installation uses: an alias as its brand, and the new name of a brand,
 * family or model that was changed in all of its vehicles.
 */
async function applyLocalNames(
  db: Db,
  base: ReadonlyMap<number, BaseVehicle>,
  links: readonly Link[],
  added: readonly ShippedVehicle[],
): Promise<(ShippedVehicle & { readonly shipped: VehicleFields })[]> {
  if (added.length === 0) return [];
  const placeOf = (fields: VehicleFields, level: (typeof SHARED_NAMES)[number]) =>
    JSON.stringify([level, fieldOf(fields, 'brand'), fieldOf(fields, level)]);
  const ours = new Map<string, Set<string>>();
  for (const { vehicle_id, fields } of links) {
    const vehicle = base.get(vehicle_id ?? 0);
    if (!vehicle) continue;
    for (const level of SHARED_NAMES) {
      const place = placeOf(fields, level);
      ours.set(place, (ours.get(place) ?? new Set()).add(fieldOf(vehicle.fields, level)));
    }
  }
  const brands = [...new Set(added.map(({ fields }) => fieldOf(fields, 'brand')))];
  const { rows } = await sql<{ name: string; brand: string }>`
    select given.name, known.brand from unnest(${brands}::text[]) as given (name)
      join vehicle_brand_names() known on known.bare = bare(given.name)`.execute(db);
  const brandOf = new Map(rows.map(({ name, brand }) => [name, brand]));
  return added.map(({ key, fields }) => {
    const nameOf = (level: (typeof SHARED_NAMES)[number]) => {
      const [name, ...others] = ours.get(placeOf(fields, level)) ?? [];
      return others.length === 0 ? name : undefined;
    };
    const brand = nameOf('brand') ?? brandOf.get(fieldOf(fields, 'brand')) ?? fieldOf(fields, 'brand');
    const model_master = nameOf('model_master') ?? fieldOf(fields, 'model_master');
    const model = nameOf('model') ?? fieldOf(fields, 'model');
    return { key, shipped: fields, fields: { ...fields, brand, model_master, model } };
  });
}

/** Returns the id of the vehicle of each key. */
async function insertVehicles(db: Db, added: readonly ShippedVehicle[]): Promise<Map<number, number>> {
  if (added.length === 0) return new Map();
  const { rows } = await sql<BaseVehicle>`
    insert into vehicles (${WRITTEN_COLUMNS})
    select ${WRITTEN_VALUES} from json_to_recordset(${JSON.stringify(added)}::json) as given (key int, fields jsonb)
    order by key returning id, ${VEHICLE_FIELDS} as fields`.execute(db);
  const ids = new Map(rows.map(({ id, fields }) => [keyOf(fields), id]));
  return new Map(added.map(({ key, fields }) => [key, ids.get(keyOf(fields)) ?? 0]));
}

async function writeLinks(db: Db, links: readonly Link[]): Promise<void> {
  if (links.length === 0) return;
  await sql`insert into shipped_vehicles as stored (key, vehicle_id, fields, conflicts)
    select key, vehicle_id, fields, conflicts from json_to_recordset(${JSON.stringify(links)}::json)
      as given (key int, vehicle_id int, fields jsonb, conflicts jsonb)
    on conflict (key) do update set fields = excluded.fields, conflicts = excluded.conflicts
      where (stored.fields, stored.conflicts) is distinct from (excluded.fields, excluded.conflicts)`.execute(db);
}
