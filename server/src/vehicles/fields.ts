import { SHIPPED_FIELDS, type ShippedField } from '@piezario/contract/vehicle-base';
import { COMPONENT_KEYS } from '@piezario/contract/vehicles';
import { sql } from 'kysely';

/** The fields of a vehicle as texts. Components without a value may be left out. */
export type VehicleFields = Readonly<Partial<Record<ShippedField, string>>>;

const NAMES = SHIPPED_FIELDS.slice(0, SHIPPED_FIELDS.indexOf('sold_from_year'));
const NO_COMPONENTS = JSON.stringify(Object.fromEntries(COMPONENT_KEYS.map((key) => [key, ''])));

/** The fields of a row of vehicles. */
export const VEHICLE_FIELDS = sql<Record<ShippedField, string>>`(${sql.lit(NO_COMPONENTS)}::jsonb || components
  || jsonb_build_object(${sql.join(NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(name)}`))},
    'sold_from_year', sold_from_year::text, 'sold_until_year', coalesce(sold_until_year::text, '')))`;

const COLUMNS = [...NAMES, 'sold_from_year', 'sold_until_year', 'components'] as const;
export const WRITTEN_COLUMNS = sql.join(COLUMNS.map((column) => sql.ref(column)));

/** The values of `WRITTEN_COLUMNS`, from the column `fields`. */
export const WRITTEN_VALUES = sql`${sql.join(NAMES.map((name) => sql`fields ->> ${sql.lit(name)}`))},
  (fields ->> 'sold_from_year')::int, nullif(fields ->> 'sold_until_year', '')::int,
  (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(fields)
    where value <> '""' and key not in (${sql.join([...NAMES, 'sold_from_year', 'sold_until_year'].map((name) => sql.lit(name)))}))`;

export const fieldOf = (fields: VehicleFields, name: ShippedField) => fields[name] ?? '';

/** Fields that identify a vehicle: `vehicles_key`. */
const KEY = ['brand', 'model', 'version', 'engine_code', 'fuel', 'sold_from_year', 'sold_until_year'] as const;
export const keyOf = (fields: VehicleFields) => JSON.stringify(KEY.map((name) => fieldOf(fields, name)));
