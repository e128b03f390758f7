import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

type Props = {
  label: ReactNode;
  /** Whether it starts open. */
  open?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** Content below a line that folds and unfolds it. */
export const Disclosure = ({ label, open = false, className = classes.disclosure, children }: Props) => (
  <details className={className} open={open}>
    <summary>
      <IconChevronRight size={16} aria-hidden /> {label}
    </summary>
    {children}
  </details>
);
