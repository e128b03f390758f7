import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { Role } from '@piezario/contract/access';
import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SessionProvider, useRole } from '../auth/session.tsx';
import { CrashPage } from '../ui/CrashPage.tsx';
import { queries } from './queries.ts';
import { router } from './routes.tsx';
import { cssVariables, theme } from './theme.ts';

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <CatchBoundary getResetKey={() => 'app'} errorComponent={CrashPage}>
        <QueryClientProvider client={queries}>
          <Notifications position="top-right" limit={8} />
          <SessionProvider>
            <Screens />
          </SessionProvider>
        </QueryClientProvider>
      </CatchBoundary>
    </MantineProvider>
  );
}

/** Whose role the routes were last asked about; like the router, there is one for the page. */
let askedFor: Role | null | undefined;

/** Whoever signs in or out may be where they cannot stay: the routes are asked again. */
function Screens() {
  const role = useRole();
  useEffect(() => {
    if (askedFor !== undefined && askedFor !== role) void router.invalidate();
    askedFor = role;
  }, [role]);
  return <RouterProvider router={router} context={{ role }} />;
}
