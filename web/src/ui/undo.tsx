import { Button, Group } from '@mantine/core';
import { notifyOngoing, SHOWN_FOR } from './notify.ts';

/** Says what was done and offers to undo it while the toast is shown. Returns how to withdraw the offer. */
export function offerUndo(message: string, onUndo: () => void) {
  const { end } = notifyOngoing(
    <Group justify="space-between" gap="xs" wrap="nowrap">
      {message}
      <Button variant="light" size="compact-sm" onClick={onUndo}>
        Deshacer
      </Button>
    </Group>,
    { autoClose: SHOWN_FOR },
  );
  return end;
}
