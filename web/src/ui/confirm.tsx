import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

/** Asks before removing for good. `what` has its article and its name: «la marca Frenor». */
export const confirmRemoval = (what: string, onConfirm: () => void) =>
  confirmAction({ title: `¿Eliminar ${what}?`, consequence: 'No se puede deshacer.', action: 'Eliminar', onConfirm });

type Action = {
  title: string;
  consequence: string;
  action: string;
  dismiss?: string;
  onConfirm: () => void;
  onCancel?: () => void;
};

/** Asks before an action, and names its consequence. */
export function confirmAction({ title, consequence, action, dismiss = 'Cancelar', onConfirm, onCancel }: Action) {
  modals.openConfirmModal({
    title,
    children: <Text size="sm">{consequence}</Text>,
    labels: { confirm: action, cancel: dismiss },
    confirmProps: { color: 'red' },
    cancelProps: { 'data-autofocus': true },
    withCloseButton: false,
    onConfirm,
    ...(onCancel && { onCancel }),
  });
}

/** Asks, and resolves with true when the action was confirmed. */
export const askFirst = (question: Omit<Action, 'onConfirm' | 'onCancel'>) =>
  new Promise<boolean>((resolve) =>
    confirmAction({ ...question, onConfirm: () => resolve(true), onCancel: () => resolve(false) }),
  );
