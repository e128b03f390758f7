import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

type Removal = {
  /** With its article and its name: «la marca Frenor». */
  what: string;
  /** What else goes with it. */
  consequence?: string;
  onConfirm: () => void;
};

/** Asks before removing, by name. */
export const confirmRemoval = ({ what, consequence = 'No se puede deshacer.', onConfirm }: Removal) =>
  confirmAction({ title: `¿Eliminar ${what}?`, consequence, action: 'Eliminar', onConfirm });

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
