import { Outlet, useMatches } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';

/** Names the browser's tab after the screen. */
export function Root(): ReactNode {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    document.title = title ? `${title} · Piezario` : 'Piezario';
  }, [title]);
  return <Outlet />;
}
