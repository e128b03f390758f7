import { auth } from '@piezario/contract/auth';

import { useEffect } from 'react';
import { call } from '../api/client.ts';
import { Loading } from '../ui/Loading.tsx';
import { signOut } from './session.tsx';

/** Opening this screen is leaving: the session ends here even when the server cannot be told. */
export function Logout() {
  useEffect(() => {
    // Sent with the token that the next line drops.
    call(auth.logout, {}).catch(() => null);
    signOut();
  }, []);
  return (
    <main>
      <Loading />
    </main>
  );
}
