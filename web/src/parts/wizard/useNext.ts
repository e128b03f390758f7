import { useRef } from 'react';
import { press } from '../../ui/focus.ts';
import { useShortcut } from '../../ui/shortcuts.ts';

/** Returns the props of the button that leads on, which its shortcut presses from any field of the step. */
export function useNext() {
  const ref = useRef<HTMLButtonElement>(null);
  useShortcut('next', () => press(ref.current));
  return { ref, title: 'Ctrl + Enter', 'aria-keyshortcuts': 'Control+Enter' };
}
