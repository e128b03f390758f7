import type { ReactNode } from 'react';
import { useBottomBar } from '../bottomBar.ts';
import classes from './Table.module.css';

/** Bar under the rows. Below cards, which scroll with the page, it stays at the bottom of the window. */
export function BottomBar({ floats, children }: { floats: boolean; children: ReactNode }) {
  const bar = useBottomBar();
  return (
    <div ref={floats ? bar : undefined} className={classes.bottom}>
      {children}
    </div>
  );
}
