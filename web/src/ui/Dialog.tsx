import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './useFocusBack.ts';

/**
 * A dialog that is open for as long as it is rendered, and that returns the focus. Those that a menu opens are plain
 * modals: the menu returns the focus to its button.
 */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
