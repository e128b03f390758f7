import { Button, Drawer } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useState } from 'react';
import classes from './Filter.module.css';
import type { FilterPanel, FilterProps } from './FilterPanel.tsx';

/**
 * The filters and the order on a phone, where cards have no header to hold them. Their code is loaded before the sheet
 * opens, so that the focus finds its fields.
 */
export function FilterSheet<Row>(props: FilterProps<Row>) {
  const [Panel, setPanel] = useState<typeof FilterPanel | null>(null);
  const [opened, setOpened] = useState(false);
  const { filters } = props.query;
  const open = async () => {
    const panel = await import('./FilterPanel.tsx');
    setPanel(() => panel.FilterPanel);
    setOpened(true);
  };
  const close = () => setOpened(false);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAdjustmentsHorizontal size={18} />}
        onClick={() => void open()}
        data-open-filters
      >
        Filtrar y ordenar{filters.length > 0 && ` (${filters.length})`}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        classNames={{ content: classes.sheet }}
        title="Filtrar y ordenar"
        closeButtonProps={{ 'aria-label': 'Cerrar' }}
      >
        {Panel && <Panel {...props} close={close} />}
      </Drawer>
    </>
  );
}
