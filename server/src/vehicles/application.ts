import type { Application, Position } from '@piezario/contract/applications';
import { type RawBuilder, sql } from 'kysely';

const BETWEEN = ', ';

/** Positions as they are stored. */
export const writePositions = (positions: readonly Position[]): string => positions.join(BETWEEN);

/** The positions of a row, as JSON. */
export const positionsOf = (row: string) =>
  sql`to_json(string_to_array(${sql.ref(`${row}.positions`)}, ${sql.lit(BETWEEN)}))`;

/** Limit of different qualifiers of a model: they may differ in each version. */
const MAX_SHARED = 20;

/** Selects the distinct qualifiers of some applications as JSON, each with its number of applications. */
export const sharedApplications = (applications: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(json_build_object('positions', ${positionsOf('a')}, 'quantity', quantity, 'note', note,
    'from_year', from_year, 'until_year', until_year, 'versions', versions) order by positions, versions desc, note)
  from (
    select positions, quantity, note, from_year, until_year, count(*)::int as versions from ${applications} given
    where (positions, note) <> ('', '') or num_nonnulls(quantity, from_year, until_year) > 0
    group by 1, 2, 3, 4, 5 order by positions, versions desc, note limit ${sql.lit(MAX_SHARED)}) a
  ), '[]')`;

type Years = Pick<Application, 'from_year' | 'until_year'>;

/** Returns the first year outside those in which the vehicle was sold, with its message. */
export function yearOutside(
  { sold_from_year, sold_until_year }: { readonly sold_from_year: number; readonly sold_until_year: number | null },
  years: Years,
): { readonly field: keyof Years; readonly reason: string } | null {
  const last = sold_until_year === null ? Infinity : Math.max(sold_from_year, sold_until_year);
  for (const field of ['from_year', 'until_year'] as const) {
    const year = years[field];
    if (year === null || (year >= sold_from_year && year <= last)) continue;
    return { field, reason: `El vehículo se vendió de ${sold_from_year} a ${sold_until_year ?? 'hoy'}` };
  }
  return null;
}
