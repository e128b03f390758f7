import { useEffect, useRef } from 'react';
import { formatNumber } from './format.ts';
import plain from './plain.module.css';

const LASTS = 1400;
const easeOut = (share: number) => 1 - (1 - share) ** 4;

/** Counts from 0 to the number, once. Screen readers, and those who prefer less motion, get the number at once. */
export function CountUp({ value }: { value: number }) {
  const shown = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    let frame = 0;
    let start: number | null = null;
    const step = (now: number) => {
      if (start === null) start = now;
      const share = Math.min((now - start) / LASTS, 1);
      if (shown.current) shown.current.textContent = formatNumber(Math.round(value * easeOut(share)));
      if (share < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return (
    <>
      <span ref={shown} aria-hidden>
        {formatNumber(value)}
      </span>
      <span className={plain.hidden}>{formatNumber(value)}</span>
    </>
  );
}
