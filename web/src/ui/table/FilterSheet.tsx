import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useLoaded } from '../lazy.tsx';
import type { FilterProps } from './FilterPanel.tsx';

/** Opens the filters and the order of cards, which have no header for them. */
export function FilterSheet<Row>(props: FilterProps<Row>) {
  const { loaded, opened, open, close } = useLoaded(() => import('./FilterPanel.tsx'));
  const { filters } = props.query;
  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconAdjustmentsHorizontal size={18} />}
        onClick={open}
        data-open-filters
      >
        Filtrar y ordenar{filters.length > 0 && ` (${filters.length})`}
      </Button>
      {loaded && <loaded.FilterPanel {...props} opened={opened} close={close} />}
    </>
  );
}
