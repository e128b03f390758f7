import { admits } from '@piezario/contract/access';
import { IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useRole } from '../auth/session.tsx';
import { ListScreen } from '../ui/ListScreen.tsx';
import { RowButton } from '../ui/RowIcon.tsx';
import type { Column } from '../ui/table/list.ts';
import type { Noun } from '../ui/words.ts';
import type { PeopleCalls, Person } from './people.ts';
import { useAccount } from './useAccount.ts';

type Props = { calls: PeopleCalls; noun: Noun; columns: readonly Column<Person>[]; creates: boolean };

/** A list of people. They are deactivated and reactivated instead of removed. */
export function PeopleList({ calls, noun, columns, creates }: Props) {
  const manages = admits(calls.remove.access, useRole());
  const { isOwn, deactivate, reactivate } = useAccount(calls, noun);
  const actions = (person: Person) => {
    if (!manages || isOwn(person)) return null;
    const [title, act, icon] = person.active
      ? (['Desactivar', deactivate, IconUserOff] as const)
      : (['Reactivar', reactivate, IconUserCheck] as const);
    return <RowButton icon={icon} title={title} label={`${title} ${person.name}`} onClick={() => act(person)} />;
  };
  return <ListScreen noun={noun} list={calls.list} columns={columns} creates={creates} actions={actions} />;
}
