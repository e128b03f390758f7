import type { ReactNode } from 'react';
import classes from './Switch.module.css';

type Props = { on: boolean; onToggle: () => void; children: ReactNode };

/** A plain button, because a table may have hundreds of them. */
export const Switch = ({ on, onToggle, children }: Props) => (
  <button type="button" role="switch" className={classes.switch} aria-checked={on} onClick={onToggle}>
    <span className={classes.track} aria-hidden />
    {children}
  </button>
);
