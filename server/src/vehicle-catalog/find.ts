import type { FoundVehicle } from '@piezario/contract/vehicle-catalog';
import { sql } from 'kysely';
import type { Person } from '../access/scope.ts';
import type { Db } from '../db/connection/connect.ts';
import { readVehicleLine, vehiclesIn } from '../search/vehicle-lines.ts';
import { hasParts } from './choices.ts';
import { rankChoices } from './rank.ts';

/** Returns the choices that have all words of a line, the best first: «vw gol 2012 1.6». */
export async function findVehicles(db: Db, person: Person, text: string): Promise<FoundVehicle[]> {
  const line = await readVehicleLine(db, text, { isTyping: true });
  const ids = vehiclesIn(line);
  if (ids.size === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select id from vehicles where id = any (${[...ids]}::int[]) and ${hasParts(person)}`.execute(db);
  return rankChoices(line, new Set(rows.map(({ id }) => id)));
}
