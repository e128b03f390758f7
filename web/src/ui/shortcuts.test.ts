import { expect, test } from 'vitest';
import { isPressed, SHORTCUTS, type Shortcut, type ShortcutName } from './shortcuts.ts';

const PLAIN = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

test.each<[ShortcutName, object, boolean]>([
  ['search', { key: '/' }, true],
  ['search', { key: '/', shiftKey: true }, true],
  ['search', { key: '/', ctrlKey: true }, false],
  ['search', { key: '7' }, false],
  ['palette', { key: 'k', ctrlKey: true }, true],
  ['palette', { key: 'K', metaKey: true }, true],
  ['palette', { key: 'k' }, false],
  ['help', { key: '?', shiftKey: true }, true],
  ['filter', { key: 'F', shiftKey: true }, false],
  ['close', { key: 'Escape' }, true],
  ['previousPicture', { key: 'ArrowLeft' }, true],
  ['previousPicture', { key: 'ArrowLeft', altKey: true }, false],
  ['nextPicture', { key: 'ArrowRight', shiftKey: true }, false],
  ['undo', { key: 'z', ctrlKey: true }, true],
  ['undo', { key: 'Z', metaKey: true }, true],
  ['undo', { key: 'z' }, false],
  ['undo', { key: 'Z', ctrlKey: true, shiftKey: true }, false],
])('%s by %o: %s', (name, pressed, expected) => {
  expect(isPressed(name, { ...PLAIN, key: '', ...pressed })).toBe(expected);
});

test('no two shortcuts share a key', () => {
  const keys = Object.values<Shortcut>(SHORTCUTS).map(({ key, mod = false }) => `${mod} ${key}`);
  expect(new Set(keys).size).toBe(keys.length);
});
