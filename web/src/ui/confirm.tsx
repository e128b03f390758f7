import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

/** Asks before removing for good. `what` has its article and its name: «la marca Frenor». */
export const confirmRemoval = (what: string, onConfirm: () => void) =>
  confirmAction({ title: `¿Eliminar ${what}?`, consequence: 'No se puede deshacer.', action: 'Eliminar', onConfirm });

type Action = { title: string; consequence: string; action: string; dismiss?: string; onConfirm: () => void };

/** Asks before doing what others will notice. */
export function confirmAction({ title, consequence, action, dismiss = 'Cancelar', onConfirm }: Action) {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: action, cancel: dismiss },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    withCloseButton: false,
    onConfirm,
  });
}
