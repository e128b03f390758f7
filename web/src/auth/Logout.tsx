import type { auth } from '@piezario/contract/auth';
import { LANDING } from '@piezario/contract/landing';
import { useEffect } from 'react';
import { call } from '../api/client.ts';
import { Loading } from '../ui/Loading.tsx';
import { signOut } from './session.tsx';

/** Signs out when it opens. The session of this browser ends even if the server does not answer. */
export function Logout() {
  useEffect(() => {
    // The request carries the token, so it is made before the next line drops it.
    call<typeof auth.logout>(LANDING.logout, {}).catch(() => null);
    signOut();
  }, []);
  return (
    <main>
      <Loading />
    </main>
  );
}
