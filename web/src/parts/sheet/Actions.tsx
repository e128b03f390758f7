import { Button } from '@mantine/core';
import { admits } from '@piezario/contract/access';
import { type Part, parts } from '@piezario/contract/parts';
import { IconCopy, IconLink, IconPencil, IconPrinter } from '@tabler/icons-react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { useRole } from '../../auth/session.tsx';
import { overCatalog } from '../../selection/usePartLink.ts';
import { copyLink } from '../../ui/copyLink.ts';
import { lazy } from '../../ui/lazy.tsx';
import { useOverlayState } from '../../ui/overlay.ts';
import { DUPLICATE } from './duplicateHash.ts';
import classes from './PartSheet.module.css';

const Duplicate = lazy(() => import('./Duplicate.tsx'), 'Duplicate', 'part');

/** What can be done with a part as a whole. */
export function Actions({ part }: { part: Part }) {
  const role = useRole();
  const navigate = useNavigate();
  const stateOf = useOverlayState();
  const listPage = useLocation({ select: ({ state }) => state.listPage });
  const [isAsking, setAsking] = useState(false);
  const isInAddress = useLocation({ select: ({ hash }) => hash === DUPLICATE });
  const duplicates = isAsking || (isInAddress && admits(parts.duplicate.access, role));
  const stop = () => {
    setAsking(false);
    if (isInAddress) void navigate({ to: '.', hash: '', state: stateOf('replace'), replace: true });
  };
  const look = { variant: 'default', size: 'sm', className: classes.action } as const;
  return (
    <>
      <Button {...look} leftSection={<IconLink size={18} stroke={1.6} />} onClick={() => void copyAddress()}>
        Copiar enlace
      </Button>
      <Button {...look} leftSection={<IconPrinter size={18} stroke={1.6} />} onClick={() => window.print()}>
        Imprimir
      </Button>
      {admits(parts.duplicate.access, role) && (
        <Button {...look} leftSection={<IconCopy size={18} stroke={1.6} />} onClick={() => setAsking(true)}>
          Duplicar
        </Button>
      )}
      {admits(parts.update.access, role) && (
        <Button
          size="sm"
          title="Editar (E)"
          className={classes.action}
          leftSection={<IconPencil size={18} stroke={1.6} />}
          renderRoot={(root) => <Link {...overCatalog(part, { step: '1' }, listPage)} preload={false} {...root} />}
        >
          Editar
        </Button>
      )}
      {duplicates && (
        <Suspense>
          <Duplicate
            part={part}
            onClose={stop}
            onDuplicated={(id) =>
              void navigate({ to: '/parts/$id', params: { id: String(id) }, state: stateOf('push') })
            }
          />
        </Suspense>
      )}
    </>
  );
}

/** Leaves out the fragment of the URL, which may open the dialog to duplicate the part. */
const copyAddress = () => copyLink(`${window.location.origin}${window.location.pathname}`);
