import { Modal, type ModalProps } from '@mantine/core';
import { useFocusBack } from './useFocusBack.ts';

/** A dialog that returns the focus when it is unmounted. A menu returns the focus of a `Modal` that it opens. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened {...props} />;
}
