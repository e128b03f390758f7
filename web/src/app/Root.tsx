import { Outlet, useMatches } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useScreenTitle } from '../ui/title.ts';

export function Root(): ReactNode {
  useScreenTitle(useMatches({ select: (matches) => matches.at(-1)?.staticData.title }));
  return <Outlet />;
}
