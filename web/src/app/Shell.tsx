import { ModalsProvider } from '@mantine/modals';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useRef } from 'react';
import { useRole, useUser } from '../auth/session.tsx';
import { Loading } from '../ui/Loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { Mantine } from '../ui/Mantine.tsx';
import { prepareNotifications } from '../ui/notify.ts';
import classes from './Shell.module.css';
import { Toolbar } from './Toolbar.tsx';
import { useRail } from './useRail.ts';

/**
 * Toolbar above, full width, no footer, and no navbar unless the person pinned the menu. After a sign-out it is empty
 * until the sign-in page opens.
 */
export function Shell() {
  return useRole() === null ? null : <Screen />;
}

const ChoosePassword = lazy(() => import('../account/ChoosePassword.tsx'), 'ChoosePassword');
const ViewBanner = lazy(() => import('../auth/ViewBanner.tsx'), 'ViewBanner', 'part');
const Rail = lazy(() => import('./Rail.tsx'), 'Rail', 'part');

function Screen() {
  const { mustChangePassword, viewer } = useUser();
  const main = useFocusOnArrival(mustChangePassword);
  const rail = useRail();
  useEffect(onFirstAction, []);
  return (
    <Mantine>
      <ModalsProvider>
        {mustChangePassword ? (
          <Suspense fallback={<Loading />}>
            <ChoosePassword />
          </Suspense>
        ) : (
          <>
            <a href="#contenido" className={classes.skip}>
              Saltar al contenido
            </a>
            <Toolbar rail={rail} />
            <Suspense>
              {rail.isShown && (
                <Rail
                  onUnpin={() => {
                    // The button with the focus disappears.
                    main.current?.focus({ preventScroll: true });
                    rail.pin(false);
                  }}
                />
              )}
            </Suspense>
            <main
              id="contenido"
              ref={main}
              tabIndex={-1}
              className={`screen unringed ${classes.main}`}
              data-beside-rail={rail.isShown || undefined}
            >
              <Outlet />
            </main>
            <Suspense>{viewer && <ViewBanner />}</Suspense>
          </>
        )}
      </ModalsProvider>
    </Mantine>
  );
}

/** Loads the toasts at the first click or key. Nothing is saved before, so no toast is needed before. */
function onFirstAction() {
  const events = ['pointerdown', 'keydown'];
  for (const event of events) window.addEventListener(event, prepareNotifications, { once: true });
  return () => {
    for (const event of events) window.removeEventListener(event, prepareNotifications);
  };
}

/** Moves the focus to a new screen, unless it is already inside. A change of filters or page does not move it. */
function useFocusOnArrival(mustChangePassword: boolean) {
  const main = useRef<HTMLElement>(null);
  // The address of what is shown, not of what is being loaded.
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const screen = mustChangePassword ? '' : pathname;
  const last = useRef(screen);
  useEffect(() => {
    const before = last.current;
    last.current = screen;
    if (before === undefined || before === screen) return;
    // A dialog keeps the focus: the screen behind it cannot be reached yet.
    if (document.querySelector('[aria-modal="true"]') || main.current?.contains(document.activeElement)) return;
    main.current?.focus({ preventScroll: true });
  }, [screen]);
  return main;
}
