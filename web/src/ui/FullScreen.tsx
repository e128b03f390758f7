import { Modal } from '@mantine/core';
import { useCallbackRef, useWindowEvent } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import classes from './FullScreen.module.css';

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Stays at the bottom, whatever the length of what is above. */
  footer?: ReactNode;
};

/** A dialog as large as the window, open for as long as it is rendered. The field with `data-autofocus` starts in focus. */
export function FullScreen({ title, onClose, children, footer }: Props) {
  const dialog = useRef<HTMLDivElement>(null);
  useEscape(dialog, onClose);
  useFocusBack(dialog);
  return (
    <Modal.Root
      opened
      fullScreen
      radius={0}
      onClose={onClose}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      scrollAreaComponent={Column}
    >
      <Modal.Content ref={dialog}>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <Modal.CloseButton size="lg" />
        </Modal.Header>
        <div className={classes.body}>{children}</div>
        {footer && <div className={classes.footer}>{footer}</div>}
      </Modal.Content>
    </Modal.Root>
  );
}

const Column = (props: ComponentProps<'div'>) => <div {...props} className={classes.column} />;

/** Escape closes what is in front: a menu, a list of options or another dialog first, and only then this one. */
function useEscape(dialog: RefObject<HTMLElement | null>, onClose: () => void) {
  const inFront = useRef(false);
  // Looked at before anybody else hears of the key, for what closes with it is gone afterwards.
  useWindowEvent(
    'keydown',
    ({ target }) => {
      // A dialog in front holds the focus, and may be gone by now: it is asked of the focus, not of the document.
      const inside = target === document.body || (target instanceof Node && dialog.current?.contains(target));
      const open = dialog.current?.querySelector('[aria-haspopup][aria-expanded="true"]');
      inFront.current = inside === true && !open;
    },
    { capture: true },
  );
  useWindowEvent('keydown', (event) => {
    if (event.key === 'Escape' && inFront.current && !event.defaultPrevented && !event.isComposing) onClose();
  });
}

/** The focus goes back to where it was; from a link that opened here directly, to the screen behind. */
function useFocusBack(dialog: RefObject<HTMLElement | null>) {
  const back = useCallbackRef((before: Element | null) => {
    if (dialog.current?.isConnected) return;
    const kept = before !== document.body && before instanceof HTMLElement && before.isConnected;
    const target = kept ? before : document.querySelector('main');
    target?.focus({ preventScroll: true });
  });
  useEffect(() => {
    const before = document.activeElement;
    return () => void requestAnimationFrame(() => back(before));
  }, [back]);
}
