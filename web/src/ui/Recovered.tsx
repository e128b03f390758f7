import { Button, Group } from '@mantine/core';
import classes from './Recovered.module.css';

/** Message that the form has recovered unsaved input. */
export const Recovered = ({ onDiscard }: { onDiscard: () => void }) => (
  <Group className={classes.recovered} gap={4} role="status">
    Recuperamos lo que no habías guardado
    <Button variant="subtle" size="compact-sm" onClick={onDiscard}>
      Descartar
    </Button>
  </Group>
);
