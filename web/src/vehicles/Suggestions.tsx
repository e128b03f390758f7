import { Button } from '@mantine/core';
import { suggestions } from '@piezario/contract/suggestions';
import { IconBulb } from '@tabler/icons-react';
import { useState } from 'react';
import { useCall } from '../api/hooks.ts';
import { formatNumber } from '../ui/format.ts';
import { SuggestionsDialog } from './SuggestionsDialog.tsx';
import type { ManyLinks } from './useManyLinks.ts';

type Props = { partId: number; links: Pick<ManyLinks, 'busy' | 'accept'> };

/** Button with the number of vehicles that other parts suggest for this one. Opens their dialog. */
export function Suggestions({ partId, links }: Props) {
  const read = useCall(suggestions.list, { params: { partId } });
  const [isOpen, setOpen] = useState(false);
  const total = read.data?.total ?? 0;
  const open = () => {
    // Links made in the table beside the button do not refetch the suggestions.
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
