import { Button, Group } from '@mantine/core';
import { isElement } from './focus.ts';
import { notifyOngoing, SHOWN_FOR } from './notify.ts';

/**
 * Says what was done and offers to undo it while the toast is shown. The focus then goes back to where it was. Returns
 * how to withdraw the offer.
 */
export function offerUndo(message: string, onUndo: () => void) {
  let before: Element | null = null;
  const accept = () => {
    end();
    if (isElement(before) && before.isConnected) before.focus({ preventScroll: true });
    onUndo();
  };
  const { end } = notifyOngoing(
    <Group justify="space-between" gap="xs" wrap="nowrap">
      {message}
      <Button
        variant="light"
        size="compact-sm"
        onFocus={({ relatedTarget }) => {
          before = relatedTarget;
        }}
        onClick={accept}
      >
        Deshacer
      </Button>
    </Group>,
    { autoClose: SHOWN_FOR },
  );
  return end;
}
