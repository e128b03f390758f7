import { expect, test } from 'vitest';
import { isExpired } from './token.ts';

const NOW = 1_700_000_000_000;
const token = (payload: unknown) =>
  `header.${btoa(JSON.stringify(payload)).replaceAll('+', '-').replaceAll('/', '_')}.signature`;

test.each([
  ['a second ahead', { exp: NOW / 1000 + 1 }, false],
  ['right now', { exp: NOW / 1000 }, true],
  ['a second ago', { exp: NOW / 1000 - 1 }, true],
  ['as text', { exp: '1800000000' }, true],
  ['never', {}, true],
])('a token that expires %s (%o) is expired: %s', (_, payload, expected) => {
  expect(isExpired(token(payload), NOW)).toBe(expected);
});

test.each(['', 'x', 'a.b.c', 'a..c', `a.${'%'.repeat(8)}.c`])('%j is no token, so it counts as expired', (text) => {
  expect(isExpired(text, NOW)).toBe(true);
});

test('a payload with characters of base64url is read', () => {
  expect(isExpired(token({ exp: NOW / 1000 + 1, name: '???>>>' }), NOW)).toBe(false);
});
