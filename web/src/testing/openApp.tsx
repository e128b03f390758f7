import { ROLE_NAMES, type Role } from '@piezario/contract/access';
import type { SessionUser } from '@piezario/contract/auth';
import { createBrowserHistory, createRouter } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { answered } from '../api/connection.ts';
import { dropSession, storeToken } from '../api/token.ts';
import { App } from '../app/App.tsx';
import { queries } from '../app/queries.ts';
import { router } from '../app/routes.tsx';
import { clearNotifications } from '../ui/notify.ts';
import { forgetPlace } from '../ui/table/usePlace.ts';
import { FakeApi, type Fakes } from './fakeApi.ts';

/** A token that does not expire during the tests. The fake API does not read it. */
const TOKEN = `.${btoa(JSON.stringify({ exp: 32_503_680_000 }))}.`;

export const personOf = (role: Role): SessionUser => ({
  id: 7,
  email: 'persona@example.com',
  name: 'Paula Prueba',
  displayName: 'Paula Prueba',
  role: [role],
  roleName: ROLE_NAMES[role],
  brands: [],
  data: { shortcuts: [] },
  photoURL: null,
  pinnedBrands: [],
  defaultBrand: null,
  mustChangePassword: false,
  viewer: null,
});

/** What every screen reads. */
const baseOf = (role: Role): Fakes => ({
  auth: { profile: () => personOf(role) },
  settings: { show: () => ({ demo: false, support_url: null, catalog_url: null, reports_url: null }) },
  brands: { json: () => [] },
  home: { counts: () => ({ pending: 0, review: 0, conflicts: 0 }) },
});

const { fetch: realFetch } = window;
let opened: { readonly api: FakeApi; readonly unmount: () => Promise<void> } | null = null;

type Options = { readonly as?: Role; readonly fakes: Fakes };

/** Opens the application at a path as a person of a role, with a fake API. The setup file closes it after the test. */
export function openApp(path: string, { as = 'manufacturer', fakes }: Options): FakeApi {
  const api = new FakeApi([fakes, baseOf(as)], as);
  window.fetch = (...request) => fakeFetch(api, ...request);
  storeToken(TOKEN, personOf(as).id);
  opened = { api, unmount: mount(path) };
  return api;
}

/** Opens the application again, as after a reload: what is in the storage stays, what was read does not. */
export async function reopenApp(path = window.location.href) {
  if (!opened) throw new Error('Nothing is open');
  await opened.unmount();
  queries.clear();
  opened = { ...opened, unmount: mount(path) };
}

/** Renders the application at a path. Returns a function that unmounts it. */
function mount(path: string) {
  window.history.pushState(null, '', path);
  const history = createBrowserHistory();
  const { routeTree, options } = router;
  const own = createRouter({ ...options, routeTree, history });
  const element = document.createElement('div');
  document.body.append(element);
  const root = createRoot(element);
  root.render(<App router={own} />);
  return async () => {
    // A screen that is still opening would make its calls in the next test.
    while (own.state.isLoading) await new Promise(requestAnimationFrame);
    root.unmount();
    element.remove();
    history.destroy();
  };
}

/** The parameters of the address. */
export const searchOf = () => Object.fromEntries(new URL(window.location.href).searchParams);

/** Closes the application and clears the stored state. Returns the problems of its fake API. */
export async function closeApp(): Promise<readonly string[]> {
  await opened?.unmount();
  const problems = opened?.api.problems ?? [];
  opened = null;
  queries.clear();
  dropSession();
  answered(true);
  clearNotifications();
  forgetPlace();
  localStorage.clear();
  sessionStorage.clear();
  window.fetch = realFetch;
  return problems;
}

async function fakeFetch(api: FakeApi, input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const url = new URL(String(input), window.location.origin);
  if (!url.pathname.startsWith('/api/')) return realFetch(input, init);
  const body = typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body;
  const envelope = await api.answer({ method: init?.method ?? 'GET', url, body });
  return Response.json(envelope, { status: envelope.code });
}
