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

/** Whose page this is, from the sign-in on. Another person may have signed in in another tab since. */
let owner: string | null = null;
export const readOwner = () => owner;
export function setOwner(userId: number) {
  owner = String(userId);
  announce();
}

export const isOthers = () => owner !== null && readUserId() !== null && readUserId() !== owner;
/** The token for a call of this page: nothing is ever read or written in the name of somebody else. */
export const readOwnToken = () => (isOthers() ? null : readToken());

export function storeToken(token: string, userId: number) {
  // The token last: other tabs read the id when they are told of the token.
  localStorage.setItem(USER_ID, String(userId));
  localStorage.setItem(TOKEN, token);
  announce();
}

/** The session is over. Whose it was stays: they may enter the password and go on. */
export function dropToken() {
  localStorage.removeItem(TOKEN);
  announce();
}

/** Ends the session in every tab of this browser. */
export function dropSession() {
  localStorage.removeItem(USER_ID);
  localStorage.removeItem(TOKEN);
  dropOwner();
}

/** Makes this tab a guest's. The storage, which other tabs share, stays as it is. */
export function dropOwner() {
  owner = null;
  announce();
}

/** Whether another tab signed out. A tab that asks for the password keeps the user id in the storage. */
export const isEndedElsewhere = () => readToken() === null && readUserId() === null;

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
