import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './useFocusBack.ts';

/** A dialog that returns the focus when it is unmounted. Those that a menu opens are modals: the menu returns it. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
