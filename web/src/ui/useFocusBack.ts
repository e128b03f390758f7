import { useEffect } from 'react';
import { returnFocus } from './focus.ts';

/**
 * For a dialog that is open for as long as it is rendered: gives the focus back to where it was. What takes the place of
 * the dialog finds it there, and gives it back in its turn.
 */
export function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement;
    return () => returnFocus(before);
  }, []);
}
