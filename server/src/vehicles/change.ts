import type { ApplicationChange } from '@piezario/contract/vehicles';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Db } from '../db/connection/connect.ts';
import { writePositions } from './application.ts';

/** Columns of an application `a` as the change leaves them. */
function valuesAfter({ positions, quantity, note, from_year, until_year }: ApplicationChange) {
  const text = (column: string, value: string | undefined) =>
    value === undefined ? sql.ref(`a.${column}`) : sql`${value}::text`;
  const number = (column: string, value: number | null | undefined) =>
    value === undefined ? sql.ref(`a.${column}`) : sql`${value}::int`;
  return {
    positions: text('positions', positions && writePositions(positions)),
    quantity: number('quantity', quantity),
    note: text('note', note),
    from_year: number('from_year', from_year),
    until_year: number('until_year', until_year),
  };
}

const COLUMNS = sql`a.positions, a.quantity, a.note, a.from_year, a.until_year`;

/** Condition: the change would change an application `a`. */
const differs = (set: ApplicationChange) =>
  sql<SqlBool>`(${COLUMNS}) is distinct from (${sql.join(Object.values(valuesAfter(set)))})`;

/** Reason why an application `a` to a vehicle `v` cannot be changed, which begins with the vehicle; null when it can. */
function refusal(set: ApplicationChange): RawBuilder<string | null> {
  const { from_year, until_year } = valuesAfter(set);
  const isOutside = (year: RawBuilder<unknown>) => sql`not (${year} between v.sold_from_year
    and case when v.sold_until_year is null then 9999 else greatest(v.sold_from_year, v.sold_until_year) end)`;
  const hasOthers = sql`exists (
    select from part_vehicles other
    where other.part_id = a.part_id and other.vehicle_id = a.vehicle_id and other.id <> a.id)`;
  return sql`trim(concat_ws(' ', v.brand, v.model, v.version)) || case
    when ${set.positions !== undefined}::boolean and ${hasOthers}
      then ' tiene varias aplicaciones, que quedarían en la misma posición'
    when ${isOutside(from_year)} or ${isOutside(until_year)}
      then ' se vendió de ' || v.sold_from_year || ' a ' || coalesce(v.sold_until_year::text, 'hoy')
    when ${from_year} > ${until_year} then ' quedaría de ' || ${from_year} || ' a ' || ${until_year} end`;
}

/** Selects the applications `a` that differ from the change, each with the reason why it cannot be changed (`refused`). */
export const changedApplications = (set: ApplicationChange, condition: RawBuilder<SqlBool>) => sql`
  select a.vehicle_id, ${refusal(set)} as refused
  from part_vehicles a join vehicles v on v.id = a.vehicle_id where ${condition} and ${differs(set)}`;

/**
 * Condition: the application `a` is to one of the vehicles. The `+ 0` has the applications of a part filtered by a hash
 * table. Older versions of PostgreSQL would look up each vehicle in the index.
 */
export const isTo = (vehicles: readonly number[]) => sql<SqlBool>`a.vehicle_id + 0 = any (${vehicles}::int[])`;

/** Changes the applications of parts to vehicles. Returns how many changed. None of them may be refused. */
export async function changeApplications(
  db: Db,
  { parts, vehicles, set }: { parts: readonly number[]; vehicles: readonly number[]; set: ApplicationChange },
): Promise<number> {
  const values = Object.entries(valuesAfter(set)).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  const { numAffectedRows = 0n } = await sql`
    update part_vehicles a set ${sql.join(values)}
    where a.part_id = any (${parts}::int[]) and ${isTo(vehicles)} and ${differs(set)}`.execute(db);
  return Number(numAffectedRows);
}
