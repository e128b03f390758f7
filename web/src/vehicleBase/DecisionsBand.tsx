import { Button } from '@mantine/core';
import { api } from '@piezario/contract/api';
import { counted } from '@piezario/contract/words';
import { IconGitCompare } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import classes from './Decisions.module.css';
import { DecisionsDialog } from './DecisionsDialog.tsx';

/** Vehicles that the dialog shows at once. */
const PAGE = { page: 1, size: 50, filters: [], sort: api.vehicleBase.decisions.usualOrder } as const;

/** Says how many changed vehicles the new version changes too. */
export function DecisionsBand() {
  const [isOpen, setOpen] = useState(false);
  const { data } = useCall(api.vehicleBase.decisions, { query: PAGE });
  return (
    <>
      {data !== undefined && data.total > 0 && (
        <aside className={classes.band} aria-label="Cambios de la versión nueva">
          <IconGitCompare size={18} stroke={1.8} aria-hidden />
          <p className="grow slim">
            La versión nueva trae cambios en {counted(data.total, 'vehículo')} que modificaste
          </p>
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            Decidir
          </Button>
        </aside>
      )}
      {isOpen && data && <DecisionsDialog pending={data} onClose={() => setOpen(false)} />}
    </>
  );
}
