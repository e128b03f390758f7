import type { ReactNode } from 'react';
import { useBottomBar } from '../bottomBar.ts';
import classes from './Table.module.css';

/** Under the rows. Where these are cards, which scroll with the page, it stays at the bottom of the window. */
export function BottomBar({ floats, children }: { floats: boolean; children: ReactNode }) {
  const bar = useBottomBar();
  return (
    <div ref={floats ? bar : undefined} className={classes.bottom}>
      {children}
    </div>
  );
}
