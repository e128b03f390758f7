import { UnstyledButton } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './Rows.module.css';

/** A row of a list that unfolds its details. */
export function Fold({
  label,
  startsOpen = false,
  children,
}: {
  label: ReactNode;
  startsOpen?: boolean;
  children: ReactNode;
}) {
  const [open, setOpen] = useState(startsOpen);
  return (
    <li>
      <UnstyledButton className={classes.line} aria-expanded={open} onClick={() => setOpen(!open)}>
        <IconChevronRight size={16} stroke={1.8} className="rigid dim turns" aria-hidden />
        {label}
      </UnstyledButton>
      {open && children}
    </li>
  );
}
