import type { FittingPart } from '@piezario/contract/vehicle-catalog';
import { yearRange } from '@piezario/contract/words';

type Fits = FittingPart['fits'];

/** Fields that distinguish vehicles. */
export type FittedVehicle = {
  readonly id: number;
  readonly model: string;
  readonly version: string;
  readonly engine_code: string;
  readonly fuel: string;
  readonly sold_from_year: number;
  readonly sold_until_year: number | null;
  readonly components: Readonly<Record<string, string>>;
};

/** A technical column that matters for the product. */
export type Header = { readonly key: string; readonly name: string; readonly unit: string | null };

/** Returns which of the vehicles a part fits, and the values that distinguish these from the others. */
export function describeFits(
  vehicles: readonly FittedVehicle[],
  fitted: ReadonlySet<number>,
  headers: readonly Header[],
): Fits {
  const inside = vehicles.filter(({ id }) => fitted.has(id));
  const outside = vehicles.filter(({ id }) => !fitted.has(id));
  if (inside.length === 0 || outside.length === 0) {
    return { all: outside.length === 0 && inside.length > 0, versions: [], told_by: [] };
  }
  const told_by = columnsOf(headers).flatMap(({ name, read }) => {
    const [values, others] = [inside.map(read), outside.map(read)];
    // An unknown value does not distinguish a vehicle.
    const isKnown = [...values, ...others].every((value) => value !== '');
    const identifies = isKnown && values.every((value) => !others.includes(value));
    return identifies ? [{ name, values: distinct(values) }] : [];
  });
  return {
    all: false,
    versions: distinct(inside.map(({ model, version }) => `${model} ${version}`)),
    told_by: [...told_by, ...toldByYears(inside, outside)],
  };
}

const columnsOf = (headers: readonly Header[]) => [
  { name: 'Modelo', read: ({ model }: FittedVehicle) => model },
  { name: 'Motor', read: ({ engine_code }: FittedVehicle) => engine_code },
  { name: 'Combustible', read: ({ fuel }: FittedVehicle) => fuel },
  ...headers.map(({ key, name, unit }) => ({
    name,
    read: ({ components: { [key]: value = '' } }: FittedVehicle) => (value && unit ? `${value} ${unit}` : value),
  })),
];

/** Years distinguish the sides when no vehicle of one side was sold at the same time as one of the other. */
function toldByYears(inside: readonly FittedVehicle[], outside: readonly FittedVehicle[]): Fits['told_by'] {
  const overlap = (a: FittedVehicle, b: FittedVehicle) =>
    a.sold_from_year <= (b.sold_until_year ?? Number.POSITIVE_INFINITY) &&
    b.sold_from_year <= (a.sold_until_year ?? Number.POSITIVE_INFINITY);
  if (inside.some((one) => outside.some((other) => overlap(one, other)))) return [];
  const years = inside.map(({ sold_from_year, sold_until_year }) => yearRange(sold_from_year, sold_until_year));
  return [{ name: 'Años', values: distinct(years) }];
}

const distinct = (values: readonly string[]) => [...new Set(values)];
