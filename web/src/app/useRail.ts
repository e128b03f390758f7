import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { store } from '../ui/storage.ts';

const KEY = 'menu_pinned';

/** Whether the menu is pinned in this browser, and has room beside the screen: phones have the drawer alone. */
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
