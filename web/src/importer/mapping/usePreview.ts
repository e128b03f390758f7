import { useDebouncedValue } from '@mantine/hooks';
import { type MappingPreview, WorkbookMapping, workbookMappings } from '@piezario/contract/workbook-mappings';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';

/** Milliseconds after the last change. */
const PAUSE = 400;
const ONCE = { gcTime: 0, refetchOnWindowFocus: false, cancels: true } as const;

/**
 * The first parts as a mapping reads them. The former preview stays while the mapping changes, or when it is refused. A
 * mapping with a blank name is not sent. `isFresh`: the preview is of the current mapping.
 */
export function usePreview(udid: string, mapping: WorkbookMapping) {
  const [settled] = useDebouncedValue(mapping, PAUSE);
  const isComplete = WorkbookMapping.safeParse(settled).success;
  const read = useCall(
    workbookMappings.preview,
    { body: { udid, mapping: settled } },
    { ...ONCE, enabled: isComplete },
  );
  const [last, setLast] = useState<MappingPreview>();
  if (read.data && read.data !== last) setLast(read.data);
  const isCurrent = settled === mapping && isComplete;
  return {
    preview: read.data ?? last,
    isFresh: isCurrent && read.data !== undefined && !read.isPlaceholderData,
    isComplete,
    error: isCurrent ? read.error : null,
    retry: () => void read.refetch(),
  };
}
export type PreviewRead = ReturnType<typeof usePreview>;
