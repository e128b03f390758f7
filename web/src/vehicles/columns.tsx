import type { Result } from '@piezario/contract/endpoint';
import type { vehicles } from '@piezario/contract/vehicles';
import type { Column } from '../ui/table/list.ts';

type Answer = Result<typeof vehicles.list>;
export type Vehicle = Answer['vehicles']['data'][number];

/** As people name it: Volkswagen Gol Trend 1.6 Pack I. */
export const nameOf = ({ brand, model, version }: Vehicle) => `${brand} ${model} ${version}`.trim();

const COLUMNS: readonly Column<Vehicle>[] = [
  { key: 'brand', label: 'Marca', width: 130, inTitle: true },
  { key: 'model', label: 'Modelo', width: 140, inTitle: true },
  { key: 'version', label: 'Versión', width: 170, inTitle: true },
  { key: 'engine_code', label: 'Motor', width: 120 },
  { key: 'fuel', label: 'Combustible', width: 120 },
  { key: 'origin', label: 'Origen', width: 110 },
  { key: 'sold_from_year', label: 'Desde', width: 100, render: ({ sold_from_year }) => sold_from_year },
  { key: 'sold_until_year', label: 'Hasta', width: 100, render: ({ sold_until_year }) => sold_until_year },
];

/** The columns of every vehicle, then the components that matter for the part's product. */
export const vehicleColumns = (headers: Answer['headers']): readonly Column<Vehicle>[] => [
  ...COLUMNS,
  ...headers.map(({ key, name, unit }) => ({
    key,
    label: unit ? `${name} (${unit})` : name,
    width: 140,
    render: ({ components }: Vehicle) => components[key] || null,
  })),
];
