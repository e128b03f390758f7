import { Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { SHOWN_FOR } from './notify.ts';

/** Says what was done, and offers to take it back for as long as it is said. Answers how to withdraw the offer. */
export function offerUndo(message: string, onUndo: () => void) {
  const id = notifications.show({
    color: 'teal',
    autoClose: SHOWN_FOR,
    message: (
      <Group justify="space-between" gap="xs" wrap="nowrap">
        {message}
        <Button variant="light" size="compact-sm" onClick={onUndo}>
          Deshacer
        </Button>
      </Group>
    ),
  });
  return () => void notifications.hide(id);
}
