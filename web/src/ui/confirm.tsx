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
export function confirmRemoval({ what, consequence = 'No se puede deshacer.', onConfirm }: Removal) {
  modals.openConfirmModal({
    title: `¿Eliminar ${what}?`,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: 'Eliminar', cancel: 'Cancelar' },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    withCloseButton: false,
    onConfirm,
  });
}
