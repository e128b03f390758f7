import { QueryClientProvider } from '@tanstack/react-query';
import { CatchBoundary, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { SessionProvider, useRole, useUser } from '../auth/session.tsx';
import { CrashPage } from '../ui/CrashPage.tsx';
import { queries } from './queries.ts';
import type { AppRouter } from './routes.tsx';

export function App({ router }: { router: AppRouter }) {
  return (
    <CatchBoundary getResetKey={() => 'app'} errorComponent={CrashPage}>
      <QueryClientProvider client={queries}>
        <SessionProvider>
          <Screens router={router} />
        </SessionProvider>
      </QueryClientProvider>
    </CatchBoundary>
  );
}

/** After a sign-in or a sign-out the routes are matched again: the new role may not be admitted where the old one was. */
function Screens({ router }: { router: AppRouter }) {
  const role = useRole();
  const { defaultBrand } = useUser();
  useEffect(() => {
    const [root] = router.state.matches;
    if (root && root.context.role !== role) void router.invalidate();
  }, [router, role]);
  return <RouterProvider router={router} context={{ role, defaultBrand }} />;
}
