import { Button } from '@mantine/core';
import type { Filter } from '@piezario/contract/list';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { formatNumber } from '../ui/format.ts';
import { ChangeDialog } from './ChangeDialog.tsx';
import { CopyDialog } from './CopyDialog.tsx';
import { LinkDialog } from './LinkDialog.tsx';
import classes from './ManyLinks.module.css';
import type { ManyLinks as Links } from './useManyLinks.ts';

type Props = {
  part: { readonly id: number; readonly part_product_id: number; readonly vehicles_count: number };
  filters: readonly Filter[];
  /** How many vehicles pass the filters; undefined until that is known. */
  total: number | undefined;
  links: Links;
  /** Another way to link many. */
  children: ReactNode;
};

/** Actions on many vehicles at once: all that pass the filters, or those of another part. */
export function ManyLinks({ part, filters, total, links: { busy, link, change, copy }, children }: Props) {
  const [isCopyOpen, setCopyOpen] = useState(false);
  const [isLinkOpen, setLinkOpen] = useState(false);
  const [isChangeOpen, setChangeOpen] = useState(false);
  const linkedFilter = filters.find(({ column }) => column === 'vehicle_linked')?.value;
  const all = total === 1 ? 'el filtrado' : `los ${formatNumber(total ?? 0)} filtrados`;
  const canLinkFiltered = filters.length > 0 && total !== undefined && total > 0;
  return (
    <div className={classes.many}>
      {canLinkFiltered && linkedFilter !== '1' && (
        <Button variant="light" size="xs" disabled={busy} onClick={() => setLinkOpen(true)}>
          Vincular {all}
        </Button>
      )}
      {canLinkFiltered && linkedFilter !== '0' && (
        <Button variant="default" size="xs" disabled={busy} onClick={() => void link(filters, false)}>
          Desvincular {all}
        </Button>
      )}
      {part.vehicles_count > 0 && linkedFilter !== '0' && (
        <Button variant="default" size="xs" onClick={() => setChangeOpen(true)}>
          Cambiar aplicaciones
        </Button>
      )}
      {children}
      <Button variant="default" size="xs" leftSection={<IconCopy size={16} />} onClick={() => setCopyOpen(true)}>
        Copiar de otra pieza
      </Button>
      {isLinkOpen && <LinkDialog partId={part.id} {...{ filters, busy, link }} onClose={() => setLinkOpen(false)} />}
      {isChangeOpen && (
        <ChangeDialog partId={part.id} {...{ filters, busy, change }} onClose={() => setChangeOpen(false)} />
      )}
      {isCopyOpen && <CopyDialog part={part} busy={busy} copy={copy} onClose={() => setCopyOpen(false)} />}
    </div>
  );
}
