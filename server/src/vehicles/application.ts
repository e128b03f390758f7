import type { Application, Position } from '@piezario/contract/vehicles';
import { sql } from 'kysely';

const BETWEEN = ', ';

/** Positions as they are stored. */
export const writePositions = (positions: readonly Position[]): string => positions.join(BETWEEN);

/** The positions of a row, as JSON. */
export const positionsOf = (row: string) =>
  sql`to_json(string_to_array(${sql.ref(`${row}.positions`)}, ${sql.lit(BETWEEN)}))`;

type Years = Pick<Application, 'from_year' | 'until_year'>;

/** The first of the years that is outside those in which the vehicle was sold, and what the user is told. */
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
