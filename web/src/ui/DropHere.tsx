import { Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './DropHere.module.css';

/** Shows what happens to files that are dragged over the window. */
export const DropHere = ({ icon: Icon, title, children }: { icon: Icon; title: string; children: ReactNode }) => (
  <div className={classes.drop}>
    <div className={classes.frame}>
      <Icon size={40} stroke={1.3} aria-hidden />
      <Text fw={600}>{title}</Text>
      <Text size="sm">{children}</Text>
    </div>
  </div>
);
