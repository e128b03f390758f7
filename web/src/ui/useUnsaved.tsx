import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';

type Question = { title: string; consequence: string; stay: string; leave: string };

const OF_A_FORM: Question = {
  title: '¿Salir sin guardar?',
  consequence: 'Los cambios que hiciste se van a perder.',
  stay: 'Seguir editando',
  leave: 'Salir sin guardar',
};

/**
 * Asks before leaving what was typed behind, be it for another screen or for another site. `isDirty` is told the path
 * that one is going to, if it is one of ours.
 */
export function useUnsaved(isDirty: (to?: string) => boolean, question = OF_A_FORM) {
  const shouldBlockFn = async ({ next }: { next: { pathname: string } }) =>
    isDirty(next.pathname) && !(await confirmLeaving(question));
  useBlocker({ shouldBlockFn, enableBeforeUnload: () => isDirty() });
  // The question goes with the form that it is about.
  useEffect(() => () => modals.close(QUESTION), []);
}

const QUESTION = 'unsaved';

const confirmLeaving = ({ title, consequence, stay, leave }: Question) =>
  new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      modalId: QUESTION,
      title,
      children: <Text size="sm">{consequence}</Text>,
      labels: { confirm: leave, cancel: stay },
      confirmProps: { color: 'red' },
      onConfirm: () => resolve(true),
      // Also after confirming, when it no longer counts.
      onClose: () => resolve(false),
    });
  });
