import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

type Props = {
  label: ReactNode;
  /** Whether it starts open. */
  open?: boolean;
  /** Class of a panel. Its line then looks like a title. */
  className?: string | undefined;
  children: ReactNode;
};

/** Content below a line that folds and unfolds it. */
export const Disclosure = ({ label, open = false, className, children }: Props) => (
  <details className={className ?? 'text-md'} open={open}>
    <summary className={className ? 'row strong gap-6' : classes.summary}>
      <IconChevronRight className="turns" size={16} aria-hidden /> {label}
    </summary>
    {children}
  </details>
);
