import { IconLock } from '@tabler/icons-react';
import classes from './locked.module.css';

/** The look of a read-only field. */
export const LOCKED = {
  readOnly: true,
  classNames: { input: classes.locked },
  rightSection: <IconLock size={16} aria-hidden />,
};
