/** The session's token and the id of its person, kept in the browser's storage and shared by its tabs. */
const TOKEN = 'access_token';
const USER_ID = 'user_id';

type Listener = () => void;
const listeners = new Set<Listener>();
const announce = () => {
  for (const listener of listeners) listener();
};

export const readToken = () => localStorage.getItem(TOKEN);
export const readUserId = () => localStorage.getItem(USER_ID);

export function storeToken(token: string, userId: number) {
  // The token last: other tabs read the id when they are told of the token.
  localStorage.setItem(USER_ID, String(userId));
  localStorage.setItem(TOKEN, token);
  announce();
}

export function dropToken() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER_ID);
  announce();
}

/** Calls the listener when the token changes, here or in another tab. Returns how to stop. */
export function onTokenChange(listener: Listener) {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === TOKEN || key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Whether the token's `exp` claim, in seconds, has passed (§9). A token that cannot be read counts as expired. */
export function isExpired(token: string, now = Date.now()): boolean {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp !== 'number' || exp * 1000 <= now;
  } catch {
    return true;
  }
}
