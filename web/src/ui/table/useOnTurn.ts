import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `toTop` when the page changes, but not for the page that is shown first. */
export function useOnTurn(page: number, toTop: () => void) {
  const last = useRef(page);
  const run = useEffectEvent(toTop);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    run();
  }, [page]);
}
