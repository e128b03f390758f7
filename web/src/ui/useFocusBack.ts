import { useEffect } from 'react';
import { returnFocus } from './focus.ts';

/**
 * Returns the focus when a dialog is unmounted. A dialog that replaces it is mounted after that, so it returns the
 * focus to the same element.
 */
export function useFocusBack() {
  useEffect(() => {
    const before = document.activeElement;
    return () => returnFocus(before);
  }, []);
}
