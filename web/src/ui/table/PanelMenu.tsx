import { Button, Popover } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { useLoaded } from '../lazy.tsx';

type Props<P> = {
  label: string;
  icon: ReactNode;
  /** Name of the panel. */
  name: string;
  load: () => Promise<ComponentType<P & { close: () => void }>>;
  panel: P;
};

/** A button of the pager that opens a panel. */
export function PanelMenu<P extends object>({ label, icon, name, load, panel }: Props<P>) {
  const { loaded: Panel, opened, open, close } = useLoaded(load);
  return (
    <Popover position="top-end" width={300} trapFocus returnFocus shadow="md" opened={opened} onChange={close}>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={icon} onClick={opened ? close : open}>
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={name}>{Panel && <Panel {...panel} close={close} />}</Popover.Dropdown>
    </Popover>
  );
}
