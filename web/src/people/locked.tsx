import { IconLock } from '@tabler/icons-react';
import classes from './locked.module.css';

/** How a field looks that is only to be read. */
export const LOCKED = {
  readOnly: true,
  classNames: { input: classes.locked },
  rightSection: <IconLock size={16} aria-hidden />,
};
