import { Select } from '@mantine/core';
import { ROLE_NAMES } from '@piezario/contract/access';
import { api } from '@piezario/contract/api';
import { USER_ROLES } from '@piezario/contract/users';
import { useUser } from '../auth/session.tsx';
import { Account } from '../people/Account.tsx';
import { Assignments } from '../people/Assignments.tsx';
import { LOCKED } from '../people/locked.tsx';
import { PersonFields, personValues } from '../people/PersonFields.tsx';
import { FormScreen } from '../ui/FormScreen.tsx';
import { useListSearch } from '../ui/listSearch.ts';
import { nounOf, roleOf } from './noun.ts';

const ROLES = USER_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] }));

/** Description of each role. */
const MEANING: Record<(typeof USER_ROLES)[number], string> = {
  admin: 'Ve y modifica todo, también las personas',
  staff: 'Ve y modifica todas las piezas',
  manufacturer: 'Modifica las piezas que tiene asignadas',
  user: 'Ve las piezas que tiene asignadas',
};

export function UserForm() {
  const me = useUser();
  // A new user gets the role by which the list was filtered.
  const listRole = roleOf(useListSearch());
  const noun = nounOf(listRole);
  return (
    <FormScreen
      noun={noun}
      show={api.users.show}
      save={api.users.store}
      values={(user) => ({
        ...personValues(user),
        role: USER_ROLES.find((role) => role === user?.role[0]) ?? listRole ?? 'manufacturer',
      })}
      beside={(user) => (
        <>
          <Assignments calls={api.users} noun={noun} person={user} />
          {user && <Account calls={api.users} noun={noun} person={user} />}
        </>
      )}
    >
      {(form) => {
        const { id, role = 'manufacturer' } = form.getValues();
        const own = id === me.id;
        return (
          <PersonFields isNew={id === undefined} isOwn={own} input={(field) => form.getInputProps(field)}>
            <Select
              label="Rol"
              description={own ? 'No podés cambiar tu propio rol' : MEANING[role]}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              required
              allowDeselect={false}
              data={ROLES}
              {...(own && LOCKED)}
              {...form.getInputProps('role')}
            />
          </PersonFields>
        );
      }}
    </FormScreen>
  );
}
