/** The session's token and the id of its person, kept in the browser's storage and shared by its tabs. */
const TOKEN = 'access_token';
const USER_ID = 'user_id';

type Listener = () => void;
const listeners = new Set<Listener>();
const announce = () => {
  for (const listener of listeners) listener();
};
window.addEventListener('storage', (event) => {
  if (event.key === TOKEN || event.key === null) announce();
});

export const readToken = () => localStorage.getItem(TOKEN);
export const readUserId = () => localStorage.getItem(USER_ID);

export function storeToken(token: string, userId: number) {
  // The token last: the other tabs are told of it, and then look for whose it is.
  localStorage.setItem(USER_ID, String(userId));
  localStorage.setItem(TOKEN, token);
  announce();
}

export function dropToken() {
  localStorage.removeItem(TOKEN);
  localStorage.removeItem(USER_ID);
  announce();
}

export function onTokenChange(listener: Listener) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Whether the token's `exp` claim, in seconds, has passed (§9). What cannot be read counts as expired. */
export function isExpired(token: string, now = Date.now()): boolean {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp !== 'number' || exp * 1000 <= now;
  } catch {
    return true;
  }
}
