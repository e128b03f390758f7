import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useLoaded } from '../ui/lazy.tsx';

/** The same menu on a phone. */
export function NavDrawer() {
  const { loaded, opened, open, close } = useLoaded(() => import('./NavSheet.tsx'));
  return (
    <>
      <ActionIcon hiddenFrom="sm" variant="subtle" color="gray" size="lg" aria-label="Menú" onClick={open}>
        <IconMenu2 size={22} />
      </ActionIcon>
      {loaded && <loaded.NavSheet opened={opened} close={close} />}
    </>
  );
}
