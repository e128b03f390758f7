import { type Access, admits, type Role } from '@piezario/contract/access';
import { redirect } from '@tanstack/react-router';
import { parseSearch } from './search.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    access?: Access;
    title?: string;
  }
}

type Opening = {
  readonly context: { readonly role: Role | null };
  readonly location: { readonly href: string; readonly pathname: string; readonly searchStr: string };
};

/** Options of a route with restricted access (§2). Redirects guests to the sign-in, others to `redirect` or home. */
export const restricted = (access: Access, title: string) => ({
  staticData: { access, title },
  beforeLoad: ({ context: { role }, location }: Opening): void => {
    if (admits(access, role)) return;
    if (role === null) throw redirect({ to: '/login', search: returnTo(location), replace: true });
    throw redirect({ href: sameSitePath(parseSearch(location.searchStr).redirect) ?? '/', replace: true });
  },
});

/** Search parameters that return a guest after the sign-in. Home and the sign-out page need none. */
const returnTo = ({ href, pathname }: Opening['location']) =>
  pathname === '/' || pathname === '/logout' ? {} : { redirect: href };

/** Base URL to resolve a path against, to find out whether it leads to another site. */
const HERE = 'http://here.invalid';

/** Returns the path if it stays on this site, else null. */
export function sameSitePath(value: string | undefined): string | null {
  if (!value?.startsWith('/') || !URL.canParse(value, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null;
}
