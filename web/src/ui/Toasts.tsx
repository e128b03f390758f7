import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { createRoot } from 'react-dom/client';
import { endNotice, type Notice, onNotice, shownNotice, undoShown } from './notices.ts';
import classes from './Toasts.module.css';

/** Notices stay while screens come and go, also on the sign-in page, so they are rendered beside the application. */
export function mountToasts() {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<Toasts />);
}

function Toasts() {
  const notice = useSyncExternalStore(onNotice, shownNotice);
  return notice && <Toast key={notice.id} notice={notice} />;
}

/** Escape closes the notice alone: Mantine's dialogs, which hear the key before it, look for this attribute. */
const ALONE = { 'data-mantine-stop-propagation': true };

/** A check mark, an i and an exclamation mark. */
const SIGNS: Record<Notice['tone'], string> = {
  good: 'm5.8 10.3 2.8 2.8 5.6-5.9',
  info: 'M10 9.2v5.6m0-9.3v.2',
  bad: 'M10 5.2v5.6m0 3.3v.2',
};

function Toast({ notice }: { notice: Notice }) {
  const box = useRef<HTMLDivElement>(null);
  const end = () => endNotice(notice.id);
  const stay = useEnd(notice, box, end);
  const { before, goBack } = useFocusBack(box);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' && event.key !== 'F6') return;
    event.stopPropagation();
    event.preventDefault();
    goBack();
    if (event.key === 'Escape') end();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and the pointer are heard for the buttons in it
    <div
      ref={box}
      className={classes.notice}
      data-tone={notice.tone}
      data-notice
      onKeyDown={onKeyDown}
      onFocus={({ relatedTarget }) => {
        before.current ??= relatedTarget;
      }}
      onPointerMove={notice.undo && stay}
    >
      <svg className={classes.icon} viewBox="0 0 20 20" aria-hidden>
        <circle cx="10" cy="10" r="10" />
        <path d={SIGNS[notice.tone]} />
      </svg>
      <div className={classes.text} role="alert">
        {notice.title && <strong>{notice.title}</strong>}
        {notice.message}
      </div>
      {notice.undo && (
        <button type="button" className={classes.undo} aria-keyshortcuts="Control+Z" onClick={undoShown} {...ALONE}>
          Deshacer
        </button>
      )}
      <button type="button" className={classes.close} aria-label="Cerrar el aviso" onClick={end} {...ALONE}>
        <svg viewBox="0 0 16 16" aria-hidden>
          <path d="m4 4 8 8m0-8-8 8" />
        </svg>
      </button>
    </div>
  );
}

const HOVERED_FOR = 5000;
const LOOK_EVERY = 250;

/**
 * Ends the notice after its time, wherever the pointer is: it may just happen to lie there. Keyboard focus keeps it.
 * The returned function, for a pointer that moves on it, lengthens its time once.
 */
function useEnd({ lasts }: Notice, box: RefObject<HTMLElement | null>, end: () => void) {
  const ends = useRef(0);
  const wasLengthened = useRef(false);
  const look = useEffectEvent(() => {
    if (Date.now() >= ends.current && !box.current?.contains(document.activeElement)) end();
  });
  useEffect(() => {
    if (!lasts) return;
    ends.current = Date.now() + lasts;
    const timer = setInterval(() => look(), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [lasts]);
  return () => {
    if (wasLengthened.current) return;
    wasLengthened.current = true;
    ends.current = Math.max(ends.current, Date.now() + HOVERED_FOR);
  };
}

/** When the notice goes with the focus in it, the focus goes back to where it was, or to the screen. */
function useFocusBack(box: RefObject<HTMLElement | null>) {
  const before = useRef<EventTarget | null>(null);
  const goBack = () => {
    if (!box.current?.contains(document.activeElement)) return;
    const { current } = before;
    const isThere = current instanceof HTMLElement && current.isConnected;
    const target = isThere ? current : document.querySelector<HTMLElement>('main');
    target?.focus({ preventScroll: true });
  };
  const leave = useEffectEvent(goBack);
  // Before the element is taken away, and the focus with it.
  useLayoutEffect(() => () => leave(), []);
  return { before, goBack };
}
