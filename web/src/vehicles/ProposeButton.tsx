import { Button } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { useState } from 'react';
import { ProposeDialog } from './ProposeDialog.tsx';

/** Button that proposes a vehicle that the list does not have. */
export function ProposeButton({ partId, filters }: { partId: number; filters: readonly Filter[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpen(true)}>
        ¿Falta un vehículo? Proponelo
      </Button>
      {isOpen && <ProposeDialog partId={partId} filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}
