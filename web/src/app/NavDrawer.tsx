import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useRef } from 'react';
import { press } from '../ui/focus.ts';
import { useLoaded } from '../ui/lazy.tsx';
import { useShortcut } from '../ui/shortcuts.ts';

/** Button that opens the menu on a phone. */
export function NavDrawer() {
  const { loaded, opened, open, close } = useLoaded(() => import('./NavSheet.tsx'));
  const button = useRef<HTMLButtonElement>(null);
  useShortcut('menu', () => press(button.current));
  return (
    <>
      <ActionIcon ref={button} hiddenFrom="sm" variant="subtle" color="gray" size="lg" aria-label="Menú" onClick={open}>
        <IconMenu2 size={22} />
      </ActionIcon>
      {loaded && <loaded.NavSheet opened={opened} close={close} />}
    </>
  );
}
