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

/** Where a guest was going. The sign-out page is not worth returning to. */
const returnTo = ({ href, pathname }: Opening['location']) =>
  pathname === '/' || pathname === '/logout' ? {} : { redirect: href };

/** A path is resolved against any address to tell whether it leads to another site. */
const HERE = 'http://here.invalid';

/** The path, when it leads to this very site and nowhere else. */
export function sameSitePath(value: string | undefined): string | null {
  if (!value?.startsWith('/') || !URL.canParse(value, HERE)) return null;
  const { origin, pathname, search, hash } = new URL(value, HERE);
  return origin === HERE && !pathname.startsWith('//') ? pathname + search + hash : null;
}
