import { Button } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { parts } from '@piezario/contract/parts';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { useRole } from '../auth/session.tsx';
import { useSelection } from '../selection/selection.ts';
import { press } from '../ui/focus.ts';
import { useShortcut } from '../ui/shortcuts.ts';
import classes from './CatalogTools.module.css';

/** Opens the new part's dialog over the catalog, from any screen. */
export function AddPart() {
  const role = useRole();
  const { add } = useSelection();
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('newPart', () => press(button.current));
  if (!admits(parts.store.access, role)) return null;
  return (
    <Button
      ref={button}
      className={classes.add}
      leftSection={<IconPlus size={18} />}
      onClick={add}
      aria-label="Nueva pieza"
      aria-keyshortcuts="N"
    >
      <span className={classes.addText}>Nueva pieza</span>
    </Button>
  );
}
