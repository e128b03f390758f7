import { GUEST_NAME, type Role } from '@piezario/contract/access';
import type { auth, SessionUser } from '@piezario/contract/auth';
import type { Result } from '@piezario/contract/endpoint';
import { LANDING } from '@piezario/contract/landing';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { call, onUnauthorized } from '../api/client.ts';
import {
  dropOwner,
  dropSession,
  dropToken,
  dropView,
  isEndedElsewhere,
  isExpired,
  isOthers,
  onTokenChange,
  readOwner,
  readToken,
  readUserId,
  readViewToken,
  setOwner,
  setView,
  storeToken,
} from '../api/token.ts';
import { Loading } from '../ui/Loading.tsx';
import { lazy } from '../ui/lazy.tsx';
import { notifyError, notifyReason } from '../ui/notify.ts';
import { dropStale, dropStored } from '../ui/storage.ts';
import { hasUnsaved } from '../ui/unsaved.ts';

const EXPIRED = 'access_token expired';
const ENDED_ELSEWHERE = 'Tu sesión terminó en otra pestaña';
const OTHER_PERSON = 'En otra pestaña entró otra persona: esta página pasó a su cuenta.';
const VIEW_ENDED = 'Ya no podés ver como este cliente: volviste a tu cuenta.';
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
  pinnedBrands: [],
  defaultBrand: null,
  mustChangePassword: false,
  viewer: null,
};

const SessionContext = createContext(GUEST);
export const useUser = (): SessionUser => useContext(SessionContext);
export const useRole = (): Role | null => useUser().role[0] ?? null;

const SignInAgain = lazy(() => import('./SignInAgain.tsx'), 'SignInAgain');

const profileKey = (userId: string | null) => [LANDING.profile.path, userId];

/**
 * Provides the signed-in person. When the session ends, the person is signed out. While something is unsaved the screen
 * stays, and the password is asked for over it.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const signIn = useSignIn();
  const token = useSyncExternalStore(onTokenChange, readToken);
  const owner = useSyncExternalStore(onTokenChange, readOwner);
  const others = useSyncExternalStore(onTokenChange, isOthers);
  // Checked only while the page loads. After that, the answers of the server decide.
  const expired = owner === null && token !== null && isExpired(token);
  const signedIn = token !== null && !expired && !others;
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

  const [present, setPresent] = useState(GUEST);
  useEffect(() => {
    if (!signedIn || !profile.data) return;
    setOwner((profile.data.viewer ?? profile.data).id);
    setPresent(profile.data);
  }, [signedIn, profile.data]);
  useEffect(() => {
    if (others) reloadForAnother();
  }, [others]);

  const isOver = owner !== null && token === null;
  useEffect(() => {
    if (isOver && !isEndedElsewhere()) notifyError(EXPIRED);
  }, [isOver]);
  const user = signedIn ? profile.data : isOver ? present : GUEST;
  const person = useRef(user?.id);
  useEffect(() => {
    if (person.current === user?.id) return;
    person.current = user?.id;
    // The next person in this browser must not find what the last one has read.
    queries.removeQueries({ type: 'inactive' });
  }, [queries, user?.id]);

  // Removes the forms, so that none asks about unsaved changes when the page reloads.
  if (others) return null;
  if (user) {
    return (
      <SessionContext value={user}>
        {children}
        <Suspense>
          {isOver && <SignInAgain email={user.email} onSignedIn={signIn} onLeave={() => signOut()} />}
        </Suspense>
      </SessionContext>
    );
  }
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

/**
 * Ends the session in this browser and shows why. Without a reason the person signed out, and what this browser stores
 * for them is deleted too.
 */
export function signOut(reason?: string) {
  if (readToken() === null && readOwner() === null) return;
  if (!reason) dropStored(readOwner() ?? readUserId());
  dropSession();
  for (const key of SELECTION) localStorage.removeItem(key);
  if (reason) notifyError(reason);
}

// The session ended in another tab: this one becomes a guest's, unless something on it is unsaved.
onTokenChange(() => {
  if (readOwner() === null || readToken() !== null || hasUnsaved()) return;
  notifyError(isEndedElsewhere() ? ENDED_ELSEWHERE : EXPIRED);
  dropOwner();
});

/** Returns from a view to the client that was viewed. */
export function endView({ id }: SessionUser) {
  dropStored(String(id));
  setView(null, `/clients/${id}`);
}

/** Reloads, so that nothing of one person is shown to the other. The notice is shown after the reload. */
function reloadForAnother() {
  sessionStorage.setItem(NOTICE, OTHER_PERSON);
  dropView();
  window.location.reload();
}

const NOTICE = 'notice';
const told = sessionStorage.getItem(NOTICE);
sessionStorage.removeItem(NOTICE);
if (told) notifyReason(told);

let isLeavingView = false;
/**
 * Signs out after a 401. While something is unsaved the call waits instead, and is retried once the person has entered
 * the password.
 */
const recover = async (token: string | null): Promise<boolean> => {
  if (isLeavingView || (token !== null && token === readViewToken())) {
    isLeavingView = true;
    sessionStorage.setItem(NOTICE, VIEW_ENDED);
    setView(null, '/clients');
    // The page is being left: nothing on it may act on the refusal.
    return new Promise(() => undefined);
  }
  // False when another answer has already ended or renewed the session of the call.
  const isCurrent = readToken() === token;
  if (isCurrent && (readOwner() === null || !hasUnsaved())) signOut(EXPIRED);
  if (readOwner() === null) return false;
  if (isCurrent) dropToken();
  return new Promise((resolve) => {
    const look = () => {
      const isOver = readOwner() !== null && (readToken() === null || isOthers());
      if (isOver) return;
      stop();
      resolve(readOwner() !== null);
    };
    const stop = onTokenChange(look);
    look();
  });
};

// A 403 does not end the session: the person is still signed in.
onUnauthorized(recover);

dropStale();
