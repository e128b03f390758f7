import { yearRange } from '@piezario/contract/words';
import type { readVehicleBase } from '../../vehicles/bulk.ts';

export type Vehicle = Awaited<ReturnType<typeof readVehicleBase>>[number];

/** Number of vehicles in an error. */
const MAX_LISTED = 5;

const words = ({ brand, model, version, engine_code, fuel }: Vehicle) =>
  [brand, model, version, engine_code, fuel].filter((word) => word !== '').join(' ');
const years = ({ sold_from_year, sold_until_year }: Vehicle) => yearRange(sold_from_year, sold_until_year);

/** Volkswagen Gol 1.6 AP 1600 Nafta 1991–1995 */
export const nameVehicle = (vehicle: Vehicle) => `${words(vehicle)} ${years(vehicle)}`;

/** 12 (Volkswagen Gol 1.6 AP 1600 Nafta, 1991–1995); 13 (…) y 2 más */
export function listVehicles(vehicles: readonly Vehicle[]): string {
  const first = vehicles.slice(0, MAX_LISTED).map((vehicle) => `${vehicle.id} (${words(vehicle)}, ${years(vehicle)})`);
  const more = vehicles.length - first.length;
  return more > 0 ? `${first.join('; ')} y ${more} más` : first.join('; ');
}

/** las 12 versiones de Volkswagen Gol */
export function countVersions(vehicles: readonly Vehicle[]): string {
  const models = new Set(vehicles.map(({ brand, model }) => `${brand} ${model}`));
  const families = new Set(vehicles.map(({ brand, model_master }) => `${brand} ${model_master}`));
  const names = new Intl.ListFormat('es').format(models.size === 1 ? models : families);
  return vehicles.length === 1 ? `la única versión de ${names}` : `las ${vehicles.length} versiones de ${names}`;
}

const CHOICE = new Intl.ListFormat('es', { type: 'disjunction' });

/** ¿Gol, Golf o Polo? */
export const ask = (names: readonly string[]) => `¿${CHOICE.format(names)}?`;
