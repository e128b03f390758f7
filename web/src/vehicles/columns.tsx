import type { Result } from '@piezario/contract/endpoint';
import { nameOf, type vehicles } from '@piezario/contract/vehicles';
import type { Column } from '../ui/table/list.ts';
import classes from './columns.module.css';
import { qualifiersInWords } from './qualifiers.ts';

type Answer = Result<typeof vehicles.list>;
export type Vehicle = Answer['vehicles']['data'][number];

/** The name stays visible while the table scrolls to the components. */
const COLUMNS: readonly Column<Vehicle>[] = [
  { key: 'brand', label: 'Marca', width: 116, inTitle: true, pinned: true },
  { key: 'model', label: 'Modelo', width: 124, inTitle: true, pinned: true },
  { key: 'version', label: 'Versión', width: 180, inTitle: true, pinned: true },
  { key: 'engine_code', label: 'Motor', width: 108 },
  { key: 'fuel', label: 'Combustible', width: 106 },
  { key: 'origin', label: 'Origen', width: 102 },
  { key: 'sold_from_year', label: 'Desde', width: 78, render: ({ sold_from_year }) => sold_from_year },
  { key: 'sold_until_year', label: 'Hasta', width: 78, render: ({ sold_until_year }) => sold_until_year },
];

/** The columns of every vehicle, then the components that matter for the part's product. */
export const vehicleColumns = (headers: Answer['headers']): readonly Column<Vehicle>[] => [
  ...COLUMNS,
  ...headers.map(({ key, name, unit }) => ({
    key,
    label: unit ? `${name} (${unit})` : name,
    width: 124,
    render: ({ components }: Vehicle) => components[key] || null,
  })),
];

/** The applications of the part to each vehicle. With `edit`, a click opens them. */
export const applicationsColumn = (edit?: (vehicle: Vehicle) => void): Column<Vehicle> => ({
  key: 'applications',
  label: 'Posición y nota',
  width: 190,
  render: (vehicle) => {
    const words = saidOf(vehicle);
    // A vehicle that was just linked has no application until the server answers.
    if (edit && vehicle.applications.length > 0) return <Said vehicle={vehicle} words={words} edit={edit} />;
    return words === '' ? null : <span title={words}>{words}</span>;
  },
});

const saidOf = ({ applications }: Vehicle) =>
  applications
    .map(qualifiersInWords)
    .filter((words) => words !== '')
    .join('; ');

type SaidProps = { vehicle: Vehicle; words: string; edit: (vehicle: Vehicle) => void };

const Said = ({ vehicle, words, edit }: SaidProps) => (
  <button
    type="button"
    className={classes.said}
    data-empty={words === '' || undefined}
    title={words || undefined}
    aria-label={`${words || 'Agregar posición o nota'}: ${nameOf(vehicle)}`}
    onClick={() => edit(vehicle)}
  >
    {words || 'Agregar'}
  </button>
);
