import { useEffect, useRef } from 'react';

/**
 * Returns the ref of a bar at the bottom of the window: notices are shown above it. A sheet may cover another bar.
 */
export function useBottomBar() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!bar.current) return;
    const { style } = document.documentElement;
    const before = style.getPropertyValue('--bottom-bar');
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0;
      style.setProperty('--bottom-bar', `${height}px`);
    });
    observer.observe(bar.current, { box: 'border-box' });
    return () => {
      observer.disconnect();
      style.setProperty('--bottom-bar', before);
    };
  }, []);
  return bar;
}
