import { formatCuit } from '@piezario/contract/cuit';
import type { Column } from '../ui/table/list.ts';
import { needsAssignments, type Person } from './people.ts';

const BEFORE: readonly Column<Person>[] = [
  { key: 'name', label: 'Nombre' },
  { key: 'email', label: 'E-mail', width: 215 },
  { key: 'social_name', label: 'Razón social' },
  {
    key: 'social_number',
    label: 'CUIT',
    width: 140,
    render: ({ social_number }) => social_number && formatCuit(social_number),
  },
  { key: 'phone', label: 'Teléfono', width: 155 },
];

const AFTER: readonly Column<Person>[] = [
  { key: 'brands', label: 'Marcas', width: 155, render: (person) => brandsOf(person) },
  {
    key: 'active',
    label: 'Estado',
    width: 115,
    options: [
      { value: '1', label: 'Activo' },
      { value: '0', label: 'Inactivo' },
    ],
  },
];

/** The columns of a list of people. `own` are the columns of that list alone. */
export const personColumns = (...own: readonly Column<Person>[]) => [...BEFORE, ...own, ...AFTER];

const MAX_NAMES = 2;

function brandsOf(person: Person) {
  const { brands } = person;
  if (!needsAssignments(person)) return 'Todas';
  if (brands.length === 0) return null;
  const names = brands.map(({ name }) => name);
  const rest = names.length - MAX_NAMES;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, MAX_NAMES).join(', ')}
      {rest > 0 && ` y ${rest} más`}
    </span>
  );
}
