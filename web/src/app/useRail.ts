import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { store } from '../ui/storage.ts';

const KEY = 'menu_pinned';

/** State of the menu beside the screen. It is shown when it is pinned in this browser, except on phones. */
export function useRail() {
  const [isPinned, setPinned] = useState(() => localStorage.getItem(KEY) !== null);
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const pin = (pins: boolean) => {
    store(KEY, pins ? '1' : null);
    setPinned(pins);
  };
  return { isPinned, isShown: isPinned && isWide, pin };
}
export type RailState = ReturnType<typeof useRail>;
