import { VisuallyHidden } from '@mantine/core';
import { home } from '@piezario/contract/home';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { counted } from '../ui/words.ts';
import type { MenuCount } from './menu.ts';
import classes from './Shell.module.css';

/** Jobs change the numbers too, without a save of this page. */
const EVERY = 60_000;

/** The number of a menu entry, alone and with its words; null while it loads, after a failure, and for zero. */
export function useCount(count: MenuCount | undefined): { number: string; text: string } | null {
  const { data } = useCall(home.counts, {}, { enabled: count !== undefined, every: () => EVERY });
  const value = count && data?.[count.of];
  if (!value) return null;
  return { number: formatNumber(value), text: counted(value, count.one, count.many) };
}

/** With `isShort`, only screen readers get the words. */
export function Count({ count, isShort = false }: { count: MenuCount; isShort?: boolean }) {
  const waiting = useCount(count);
  if (!waiting) return null;
  const words = waiting.text.slice(waiting.number.length);
  return (
    <span className={classes.count} title={waiting.text}>
      {waiting.number}
      {isShort ? <VisuallyHidden>{words}</VisuallyHidden> : words}
    </span>
  );
}
