import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useBackLink } from './listSearch.ts';
import type { ListPath } from './words.ts';

/** Leads from a record back to its list, or to the setup steps that it was opened from. */
export function BackLink({ path }: { path: ListPath }) {
  const back = useBackLink(path);
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ml={-8}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconArrowLeft size={16} />}
      renderRoot={(root) => <Link {...back} {...root} />}
    >
      Volver
    </Button>
  );
}
