import { Button } from '@mantine/core';
import { suggestions } from '@piezario/contract/suggestions';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { SuggestionsDialog } from './SuggestionsDialog.tsx';
import type { ManyLinks } from './useManyLinks.ts';

type Props = { partId: number; links: Pick<ManyLinks, 'busy' | 'accept'> };

/** Says how many vehicles other parts suggest for this one, and opens them. */
export function Suggestions({ partId, links }: Props) {
  const read = useCall(suggestions.list, { params: { partId } });
  const [isOpen, setOpen] = useState(false);
  const total = read.data?.total ?? 0;
  const open = () => {
    // The table beside it links vehicles without reading them again.
    void read.refetch();
    setOpen(true);
  };
  return (
    <>
      <Button
        variant={total > 0 ? 'light' : 'default'}
        size="xs"
        leftSection={<IconBulb size={16} aria-hidden />}
        onClick={open}
      >
        {total > 0 ? `Sugerencias (${formatNumber(total)})` : 'Sugerencias'}
      </Button>
      {isOpen && <SuggestionsDialog partId={partId} read={read} links={links} onClose={() => setOpen(false)} />}
    </>
  );
}
