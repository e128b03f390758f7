import { GUEST_NAME, type Role } from '@piezario/contract/access';
import type { auth, SessionUser } from '@piezario/contract/auth';
import type { Result } from '@piezario/contract/endpoint';
import { LANDING } from '@piezario/contract/landing';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useSyncExternalStore } from 'react';
import { call, onUnauthorized } from '../api/client.ts';
import { dropToken, isExpired, onTokenChange, readToken, readUserId, storeToken } from '../api/token.ts';
import { Loading } from '../ui/Loading.tsx';
import { notifyError } from '../ui/notify.ts';

const EXPIRED = 'access_token expired';
const NOT_VALIDATED = 'No fue posible validar tu acceso, intenta nuevamente';

/** A call for the profile renews an old token, so a tab that stays open makes one from time to time. */
const RENEW_EVERY = 30 * 60_000;

const SELECTION = ['part_brand', 'part_category', 'part_product', 'part_search'];

const GUEST: SessionUser = {
  id: 0,
  email: '',
  name: '',
  displayName: GUEST_NAME,
  role: [],
  roleName: GUEST_NAME,
  brands: [],
  data: { shortcuts: [] },
  photoURL: null,
  mustChangePassword: false,
};

const SessionContext = createContext(GUEST);
export const useUser = (): SessionUser => useContext(SessionContext);
export const useRole = (): Role | null => useUser().role[0] ?? null;

const profileKey = (userId: string | null) => [LANDING.profile.path, userId];

export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const token = useSyncExternalStore(onTokenChange, readToken);
  const expired = token !== null && isExpired(token);
  const signedIn = token !== null && !expired;
  const profile = useQuery({
    queryKey: profileKey(readUserId()),
    queryFn: readProfile,
    meta: { reads: LANDING.profile.reads },
    enabled: signedIn,
    refetchInterval: RENEW_EVERY,
  });
  useEffect(() => {
    if (expired) signOut(EXPIRED);
  }, [expired]);
  useEffect(() => {
    if (profile.isLoadingError) signOut(NOT_VALIDATED);
  }, [profile.isLoadingError]);

  const user = signedIn ? profile.data : GUEST;
  const person = useRef(user?.id);
  useEffect(() => {
    if (person.current === user?.id) return;
    person.current = user?.id;
    // The next person in this browser must not find what the last one has read.
    queries.removeQueries({ type: 'inactive' });
  }, [queries, user?.id]);

  if (user) return <SessionContext value={user}>{children}</SessionContext>;
  return (
    <main>
      <Loading />
    </main>
  );
}

async function readProfile(): Promise<SessionUser> {
  const asked = readToken();
  const { access_token, ...user } = await call<typeof auth.profile>(LANDING.profile, {});
  if (access_token && readToken() === asked) storeToken(access_token, user.id);
  return user;
}

export function useSignIn() {
  const queries = useQueryClient();
  return ({ access_token, user }: Result<typeof auth.login>) => {
    queries.setQueryData(profileKey(String(user.id)), user);
    storeToken(access_token, user.id);
  };
}

/** Ends the session in this browser, and says why unless it was asked for. */
export function signOut(reason?: string) {
  if (readToken() === null) return;
  dropToken();
  for (const key of SELECTION) localStorage.removeItem(key);
  if (reason) notifyError(reason);
}

// A 403 does not end the session: the person is still signed in.
onUnauthorized(() => signOut(EXPIRED));
