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

/** Owner of this page since the sign-in. Another person may have signed in in another tab. */
let owner: string | null = null;
export const readOwner = () => owner;
export function setOwner(userId: number) {
  owner = String(userId);
  announce();
}

export const isOthers = () => owner !== null && readUserId() !== null && readUserId() !== owner;
/** The token with which this tab reads the catalog as a client. A reload keeps it, other tabs do not have it. */
const VIEW = 'view_token';
export const readViewToken = () => sessionStorage.getItem(VIEW);
export const dropView = () => sessionStorage.removeItem(VIEW);

/** Begins or ends a view. The page starts anew, so that nothing of one person is shown to the other. */
export function setView(token: string | null, address: string) {
  if (token === null) dropView();
  else sessionStorage.setItem(VIEW, token);
  window.location.assign(address);
}

/** Returns the token of the owner for a call of this page. Null when another person has signed in. */
export const readOwnToken = () => (isOthers() ? null : (readViewToken() ?? readToken()));

export function storeToken(token: string, userId: number) {
  // The token is stored last, because other tabs read the id when the token changes.
  localStorage.setItem(USER_ID, String(userId));
  localStorage.setItem(TOKEN, token);
  announce();
}

/** Ends the session and keeps its owner, who may enter the password and go on. */
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

/** Makes this tab a guest's. Keeps the storage, which other tabs share. */
export function dropOwner() {
  owner = null;
  dropView();
  announce();
}

/** Returns true when another tab signed out. A tab that asks for the password keeps the user id in the storage. */
export const isEndedElsewhere = () => readToken() === null && readUserId() === null;

/** Calls the listener when the token changes, here or in another tab. Returns a function that removes it. */
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

/** Returns true when the token's `exp` claim, in seconds, has passed (§9), or the token cannot be read. */
export function isExpired(token: string, now = Date.now()): boolean {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp !== 'number' || exp * 1000 <= now;
  } catch {
    return true;
  }
}
