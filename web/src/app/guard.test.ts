import { type Access, admits, ROLES, SCREENS } from '@piezario/contract/access';
import { isRedirect } from '@tanstack/react-router';
import { describe, expect, test } from 'vitest';
import { restricted, sameSitePath } from './guard.ts';

/** Target of the guard's redirect, or null when the role is admitted. */
function sentTo(access: Access, role: (typeof ROLES)[number] | null, href: string) {
  const { pathname, search } = new URL(href, 'http://localhost');
  try {
    restricted(access, 'Title').beforeLoad({ context: { role }, location: { href, pathname, searchStr: search } });
    return null;
  } catch (thrown) {
    if (!isRedirect(thrown)) throw thrown;
    const { to, href: address, search: found } = thrown.options;
    return { to: to ?? address, search: found };
  }
}

describe.each(Object.entries(SCREENS))('the screens of %s', (_, access) => {
  const href = '/screen?page[number]=2';

  test.each(ROLES)('admit %s if the contract does', (role) => {
    expect(sentTo(access, role, href)).toEqual(admits(access, role) ? null : { to: '/', search: undefined });
  });

  test('send a guest to sign in, and back afterwards', () => {
    expect(sentTo(access, null, href)).toEqual({ to: '/login', search: { redirect: href } });
  });
});

describe('the sign-in page', () => {
  test('admits guests', () => {
    expect(sentTo('onlyGuest', null, '/login')).toBeNull();
  });

  test.each(ROLES)('sends %s on to where they were going', (role) => {
    expect(sentTo('onlyGuest', role, '/login?redirect=%2Fusers%3Fsort%3Dname')?.to).toBe('/users?sort=name');
    expect(sentTo('onlyGuest', role, '/login')?.to).toBe('/');
    expect(sentTo('onlyGuest', role, '/login?redirect=https://example.com')?.to).toBe('/');
  });
});

test.each(['/', '/logout'])('a guest who opens %s is not sent back to it', (href) => {
  expect(sentTo('user', null, href)).toEqual({ to: '/login', search: {} });
});

test.each([
  ['/users', '/users'],
  ['/users?sort=-name#top', '/users?sort=-name#top'],
  ['/a/../users', '/users'],
  [undefined, null],
  ['', null],
  ['users', null],
  ['//example.com', null],
  ['///example.com', null],
  ['/\\example.com', null],
  ['/\t/example.com', null],
  ['/.//example.com', null],
  ['https://example.com', null],
  ['https:example.com', null],
  ['javascript:alert(1)', null],
  ['data:text/html,hello', null],
])('the target %j of a redirect is read as %j', (value, expected) => {
  expect(sameSitePath(value)).toBe(expected);
});
