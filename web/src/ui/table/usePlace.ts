import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { focusedRow, focusRow, rowsIn, scrollerIn } from '../focus.ts';

type Place = { readonly address: string | undefined; readonly row: number; readonly top: number };

/** Place at which the last table was left: focused row and scroll position. */
let left: Place | null = null;

/** For tests: without it, a test would open a table at the place of the test before. */
export const forgetPlace = () => void takeLeft();

/**
 * Outside of the hook, because the React Compiler would read `left` again where its copy is used, after it was cleared.
 */
function takeLeft(): Place | null {
  const place = left;
  left = null;
  return place;
}

/**
 * Restores the focused row and the scroll position of a table that opens again with the same rows. `address` identifies
 * the list, its filters and its page; without it, the table starts over.
 */
export function usePlace(table: RefObject<HTMLElement | null>, address: string | undefined, isShown: boolean) {
  const current = useRef(address);
  useEffect(() => {
    current.current = address;
  });
  // A layout effect is cleaned up while the table is in the document and has its scroll.
  useLayoutEffect(() => {
    const root = table.current;
    const last = { row: -1 };
    const remember = () => {
      last.row = focusedRow(root);
    };
    root?.addEventListener('focusin', remember);
    return () => {
      root?.removeEventListener('focusin', remember);
      left = last.row < 0 ? null : { address: current.current, row: last.row, top: scrollerIn(root)?.scrollTop ?? 0 };
    };
  }, [table]);
  const restore = useEffectEvent(() => {
    const place = takeLeft();
    // The person may be quicker than the table and already type elsewhere.
    const isBusy = document.activeElement?.closest('[role="dialog"], input, textarea');
    if (!place || !address || place.address !== address || isBusy) return;
    scrollerIn(table.current)?.scrollTo({ top: place.top });
    focusRow(rowsIn(table.current), place.row);
  });
  useEffect(() => {
    if (isShown) restore();
  }, [isShown]);
}
