import { useEffect, useEffectEvent, useRef } from 'react';

/** A page is read from its top: what to do when it is turned, though not when the first one is opened. */
export function useOnTurn(page: number, toTop: () => void) {
  const last = useRef(page);
  const run = useEffectEvent(toTop);
  useEffect(() => {
    if (last.current === page) return;
    last.current = page;
    run();
  }, [page]);
}
