import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { type ComponentProps, type ReactNode, type RefObject, useRef } from 'react';
import { useBottomBar } from './bottomBar.ts';
import classes from './FullScreen.module.css';
import { hasOpenPopup } from './focus.ts';
import { useShortcut } from './shortcuts.ts';
import { useFocusBack } from './useFocusBack.ts';

type Props = {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Actions on the subject of the title, shown beside it. */
  actions?: ReactNode;
  /** Stays at the bottom of the window. */
  footer?: ReactNode;
  /** The content has no margins, and scrolls by itself. */
  flush?: boolean;
};

/**
 * A dialog as large as the window, open for as long as it is rendered. The field with `data-autofocus` starts in focus.
 */
export function FullScreen({ title, onClose, children, actions, footer, flush }: Props) {
  const dialog = useRef<HTMLDivElement>(null);
  useEscape(dialog, onClose);
  useFocusBack();
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
      <Modal.Content ref={dialog} data-full-screen>
        <Modal.Header className={classes.header}>
          <Modal.Title className={classes.title}>{title}</Modal.Title>
          <div className="row rigid gap-8">
            {actions}
            <Modal.CloseButton size="lg" />
          </div>
        </Modal.Header>
        <div className={flush ? classes.flush : classes.body}>{children}</div>
        {footer && <Footer>{footer}</Footer>}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Whether a dialog covers the whole window. */
export const isCovered = () => document.querySelector('[data-full-screen]') !== null;

function Footer({ children }: { children: ReactNode }) {
  const bar = useBottomBar();
  return (
    <div ref={bar} className={classes.footer}>
      {children}
    </div>
  );
}

const Column = (props: ComponentProps<'div'>) => <div {...props} className={classes.column} />;

/** Escape closes what is in front: a menu, a list of options or another dialog first, and only then this one. */
function useEscape(dialog: RefObject<HTMLElement | null>, onClose: () => void) {
  const inFront = useRef(false);
  // In the capture phase, while a popup that the same key press closes is still in the document.
  useWindowEvent(
    'keydown',
    ({ target }) => {
      // A dialog in front holds the focus.
      const isInside = target === document.body || (target instanceof Node && dialog.current?.contains(target));
      inFront.current = isInside === true && !hasOpenPopup(dialog.current);
    },
    { capture: true },
  );
  useShortcut('close', () => inFront.current && onClose());
}
