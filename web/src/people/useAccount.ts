import { useAction } from '../api/hooks.ts';
import { useUser } from '../auth/session.tsx';
import { confirmAction } from '../ui/confirm.tsx';
import { type Noun, theOne } from '../ui/words.ts';
import type { PeopleCalls, Person } from './people.ts';

/** Actions of an admin on an account. */
export function useAccount(calls: PeopleCalls, noun: Noun) {
  const me = useUser();
  const remove = useAction(calls.remove);
  const restore = useAction(calls.restore);
  const close = useAction(calls.closeSessions);
  /** One's own account cannot be deactivated. */
  const isOwn = ({ id }: Person) => id === me.id;
  return {
    isOwn,
    deactivate: ({ id, name }: Person) =>
      confirmAction({
        title: `¿Desactivar ${theOne(noun, name)}?`,
        consequence:
          'No va a poder ingresar y sus sesiones se cierran ahora mismo. Sus datos y sus asignaciones quedan guardados; se puede reactivar cuando haga falta.',
        action: 'Desactivar',
        onConfirm: () => remove.mutate({ body: { id } }),
      }),
    reactivate: ({ id }: Person) => restore.mutate({ body: { id } }),
    closeSessions: (person: Person) =>
      confirmAction({
        title: `¿Cerrar las sesiones de ${person.name}?`,
        consequence: isOwn(person)
          ? 'Vas a tener que volver a ingresar en todos tus dispositivos, también en este.'
          : 'Va a tener que volver a ingresar en todos sus dispositivos.',
        action: 'Cerrar sesiones',
        onConfirm: () => close.mutate({ body: { id: person.id } }),
      }),
  };
}
