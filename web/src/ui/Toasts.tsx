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

/** Renders notices outside the application, so that they outlive its screens and the sign-in page has them too. */
export function mountToasts() {
  const root = document.createElement('div');
  document.body.append(root);
  createRoot(root).render(<Toasts />);
}

function Toasts() {
  const notice = useSyncExternalStore(onNotice, shownNotice);
  return notice && <Toast key={notice.id} notice={notice} />;
}

/** Keeps Escape from closing a dialog too: dialogs of Mantine ignore keys on elements with this attribute. */
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
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers belong to the buttons inside
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

/** Milliseconds that a notice stays after the pointer has moved on it, and between two checks of its end. */
const HOVERED_FOR = 5000;
const CHECK_EVERY = 250;

/**
 * Ends the notice after its time, unless it has the keyboard focus. A resting pointer does not keep it, because it may
 * be there by accident. The returned function extends the time once, for a pointer that moves on the notice.
 */
function useEnd({ lasts }: Notice, box: RefObject<HTMLElement | null>, end: () => void) {
  const ends = useRef(0);
  const wasExtended = useRef(false);
  const check = useEffectEvent(() => {
    if (Date.now() >= ends.current && !box.current?.contains(document.activeElement)) end();
  });
  useEffect(() => {
    if (!lasts) return;
    ends.current = Date.now() + lasts;
    const timer = setInterval(() => check(), CHECK_EVERY);
    return () => clearInterval(timer);
  }, [lasts]);
  return () => {
    if (wasExtended.current) return;
    wasExtended.current = true;
    ends.current = Math.max(ends.current, Date.now() + HOVERED_FOR);
  };
}

/** Returns the focus to where it was, or to the screen, when a notice with the focus ends. */
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
  // A layout effect, because it runs before the element and the focus are removed.
  useLayoutEffect(() => () => leave(), []);
  return { before, goBack };
}
