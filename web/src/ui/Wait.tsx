import { Loader, Text } from '@mantine/core';
import classes from './Wait.module.css';

/** Appears after 200 ms: what is quicker needs no screen of its own. */
export const Wait = ({ label }: { label: string }) => (
  <div className={classes.wait} role="status">
    <Loader size="sm" aria-hidden />
    <Text component="h1" c="dimmed" fw={400}>
      {label}
    </Text>
  </div>
);
