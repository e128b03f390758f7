import { type Access, admits, type Role } from '@piezario/contract/access';
import { redirect } from '@tanstack/react-router';
import { parseSearch, type Search } from './search.ts';

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

/** The options of a route that only some may open (§2): guests sign in first, the others are sent back. */
export const restricted = (access: Access, title: string) => ({
  staticData: { access, title },
  beforeLoad: ({ context: { role }, location }: Opening): void => {
    if (admits(access, role)) return;
    if (role === null) throw redirect({ to: '/login', search: returnTo(location), replace: true });
    throw redirect({ href: sameSitePath(parseSearch(location.searchStr).redirect) ?? '/', replace: true });
  },
});

/** Where a guest was going; nobody wants to come back only to be signed out. */
const returnTo = ({ href, pathname }: Opening['location']): Search =>
  pathname === '/' || pathname === '/logout' ? {} : { redirect: href };

/** The path, when it leads to this very site and nowhere else. */
function sameSitePath(value: string | undefined): string | null {
  const { origin } = window.location;
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return null;
  const url = new URL(value, origin);
  return url.origin === origin && !url.pathname.startsWith('//') ? url.pathname + url.search + url.hash : null;
}
