import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { useBlocker } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

/** Asks before leaving what was typed behind, be it for another screen or for another site. */
export function useUnsaved(isDirty: () => boolean) {
  const shouldBlockFn = useCallback(async () => isDirty() && !(await confirmLeaving()), [isDirty]);
  useBlocker({ shouldBlockFn, enableBeforeUnload: isDirty });
  // The question goes with the form that it is about.
  useEffect(() => () => modals.close(QUESTION), []);
}

const QUESTION = 'unsaved';

const confirmLeaving = () =>
  new Promise<boolean>((resolve) => {
    modals.openConfirmModal({
      modalId: QUESTION,
      title: '¿Salir sin guardar?',
      children: <Text size="sm">Los cambios que hiciste se van a perder.</Text>,
      labels: { confirm: 'Salir sin guardar', cancel: 'Seguir editando' },
      confirmProps: { color: 'red' },
      onConfirm: () => resolve(true),
      // Also after confirming, when it no longer counts.
      onClose: () => resolve(false),
    });
  });
