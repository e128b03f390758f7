import '@mantine/core/styles.layer.css';
import { ModalsProvider } from '@mantine/modals';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useRole } from '../auth/session.tsx';
import classes from './Shell.module.css';
import { Toolbar } from './Toolbar.tsx';

/** Toolbar above, full width, no navbar, no footer. Whoever has just signed out sees none of it. */
export function Shell() {
  return useRole() === null ? null : <Screen />;
}

function Screen() {
  const main = useFocusOnArrival();
  return (
    <ModalsProvider>
      <a href="#contenido" className={classes.skip}>
        Saltar al contenido
      </a>
      <Toolbar />
      <main id="contenido" ref={main} tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
    </ModalsProvider>
  );
}

/** Another screen takes the focus; a change of filters or page in the same one does not. */
function useFocusOnArrival() {
  const main = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    // Whoever is in a dialog stays in it: the screen behind is not theirs to reach yet.
    if (document.querySelector('[aria-modal="true"]')) return;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
