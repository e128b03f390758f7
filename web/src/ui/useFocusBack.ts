import { useEffect } from 'react';
import { returnFocus } from './focus.ts';

/**
 * For a dialog that is open for as long as it is rendered: gives the focus back to where it was. A dialog that replaces it
 * opens after that, so it gives the focus back to the same place.
 */
export function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement;
    return () => returnFocus(before);
  }, []);
}
