import { formatCuit } from '@piezario/contract/cuit';
import type { Column } from '../ui/table/list.ts';
import { type Person, seesEverything } from './people.ts';

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

/** The columns of a list of people, with its own between who they are and what they may see. */
export const personColumns = (...own: readonly Column<Person>[]) => [...BEFORE, ...own, ...AFTER];

const SHOWN = 2;

function brandsOf(person: Person) {
  const { brands } = person;
  if (seesEverything(person)) return 'Todas';
  if (brands.length === 0) return null;
  const names = brands.map(({ name }) => name);
  const rest = names.length - SHOWN;
  return (
    <span title={names.join(', ')}>
      {names.slice(0, SHOWN).join(', ')}
      {rest > 0 && ` y ${rest} más`}
    </span>
  );
}
