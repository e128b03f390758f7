import { Button, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { useState } from 'react';
import type { ViewPanel, ViewProps } from './ViewPanel.tsx';

/** Opens the panel of columns and rows. Its code is loaded before it opens, so that the focus finds its fields. */
export function ViewMenu<Row>(props: ViewProps<Row>) {
  const [Panel, setPanel] = useState<typeof ViewPanel | null>(null);
  const [opened, setOpened] = useState(false);
  const toggle = async () => {
    const panel = await import('./ViewPanel.tsx');
    setPanel(() => panel.ViewPanel);
    setOpened(!opened);
  };
  return (
    <Popover position="top-end" width={240} trapFocus returnFocus shadow="md" opened={opened} onChange={setOpened}>
      <Popover.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={16} />} onClick={() => void toggle()}>
          Columnas
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columnas y filas">{Panel && <Panel {...props} />}</Popover.Dropdown>
    </Popover>
  );
}
