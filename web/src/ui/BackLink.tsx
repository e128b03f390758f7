import { Button } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useListSearch } from './listSearch.ts';
import type { ListPath } from './words.ts';

/** Leads from a record back to its list, with the same filters and page. */
export function BackLink({ path }: { path: ListPath }) {
  const listSearch = useListSearch();
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      ml={-8}
      style={{ alignSelf: 'flex-start' }}
      leftSection={<IconArrowLeft size={16} />}
      renderRoot={(root) => <Link to={path} search={listSearch} {...root} />}
    >
      Volver
    </Button>
  );
}
