import type { Offer } from '@piezario/contract/importer';
import type { Column } from '../reading/layout.ts';
import { alikeOnes } from './likeness.ts';
import { ask, listVehicles, nameVehicle, type Vehicle } from './vehicle-names.ts';
import { ALL, ID_COLUMN, MODEL, type Sought, TEXT_COLUMNS, VERSION, yearColumn } from './vehicle-row.ts';

/** Names or vehicles that are offered for a value. */
const MAX_OFFERED = 3;
const NONE = 'Ningún vehículo coincide';

/** Why no vehicle was found, and likely corrections. */
export type Refusal = {
  readonly column: Column;
  readonly reason: string;
  /** Without the value, which rows with the same answer may write differently. */
  readonly offers: readonly Omit<Offer, 'value'>[];
};

export const refusal = (column: Column, reason: string, offers: Refusal['offers'] = []): Refusal => ({
  column,
  reason,
  offers,
});

export function refuseSeveral(sought: Sought, found: readonly Vehicle[]): Refusal {
  const first = sought.texts.findIndex((text) => text !== null);
  const hasModel = sought.texts[MODEL] !== null;
  const advice = hasModel && sought.texts[VERSION] === null ? ` o, si son todos, «${ALL}» en Versión` : '';
  return refusal(
    TEXT_COLUMNS[first] ?? yearColumn(sought),
    `Coinciden ${found.length} vehículos, poné el ID del que corresponde${advice}: ${listVehicles(found)}`,
    [...(hasModel ? [{ column: ID_COLUMN, to: ALL, label: `Todas (${found.length})` }] : []), ...offerVehicles(found)],
  );
}

export const refuseVehicle = (column: Column, alike: readonly Vehicle[]): Refusal =>
  alike.length === 0
    ? refusal(column, NONE)
    : refusal(column, `${NONE}. Parecidos: ${listVehicles(alike)}`, offerVehicles(alike));

/** A displacement, valves or years, but no model with a number: «Uno 1.4 8v 98/04», and not «145/146» or «2008 III». */
const HAS_VALUES = /\d[.,]\d|\b\d\d ?[/-] ?\d\d\b|\b\d{1,2} ?v\b|.\b(?:19|20)\d\d\b/;

/** Offers similar models, but none for a text with values, because a model in its place would lose them. */
export function refuseModel(text: string, vehicles: readonly Vehicle[]): Refusal {
  if (HAS_VALUES.test(text)) return refusal('Modelo', NONE);
  const names = new Map(
    vehicles.flatMap((vehicle) => [
      [vehicle.model_master_folded, vehicle.model_master],
      [vehicle.folded[MODEL] ?? '', vehicle.model],
    ]),
  );
  const alike = alikeOnes(text, [...names], ([folded]) => folded);
  return refuseName(
    'Modelo',
    alike.map(([, model]) => model),
  );
}

/** Offers names for the name in a column. */
export function refuseName(column: Column, alike: readonly string[]): Refusal {
  const names = [...new Set(alike)].slice(0, MAX_OFFERED);
  if (names.length === 0) return refusal(column, NONE);
  return refusal(
    column,
    `${NONE}. ${ask(names)}`,
    names.map((name) => ({ column, to: name, label: name })),
  );
}

const offerVehicles = (vehicles: readonly Vehicle[]) =>
  vehicles
    .slice(0, MAX_OFFERED)
    .map((vehicle) => ({ column: ID_COLUMN, to: String(vehicle.id), label: nameVehicle(vehicle) }));

/** Sorts vehicles by the distance of their years from those in the row. */
export function nearestInTime({ from, until }: Sought, vehicles: readonly Vehicle[]): readonly Vehicle[] {
  const year = from ?? until ?? 0;
  const distance = ({ sold_from_year, sold_until_year }: Vehicle) =>
    Math.max(sold_from_year - year, year - (sold_until_year ?? Infinity), 0);
  return vehicles.toSorted((a, b) => distance(a) - distance(b));
}
