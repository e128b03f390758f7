import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Disclosure.module.css';

/** Content for few people: folded, with a line that opens it. */
export const Disclosure = ({ label, children }: { label: string; children: ReactNode }) => (
  <details className={classes.disclosure}>
    <summary>
      <IconChevronRight size={16} aria-hidden /> {label}
    </summary>
    {children}
  </details>
);
