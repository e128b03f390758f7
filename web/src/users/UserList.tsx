import { ROLE_NAMES } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { USER_ROLES } from '@piezario/contract/users';
import { useSearch } from '@tanstack/react-router';
import { personColumns } from '../people/columns.tsx';
import { PeopleList } from '../people/PeopleList.tsx';
import { nounOf, roleOf } from './noun.ts';

const COLUMNS = personColumns({
  key: 'role',
  label: 'Rol',
  width: 135,
  options: USER_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
  render: ({ roleName }) => roleName,
});

export function UserList() {
  const view = useSearch({ from: '/shell/users' });
  return <PeopleList calls={api.users} noun={nounOf(roleOf(view))} columns={COLUMNS} creates />;
}
