import type { ImportFile } from '@piezario/contract/importer';
import { useEffect, useRef, useState } from 'react';
import { isActive } from './noun.ts';

/** How the last file that ended before one's eyes did: said once, for those who cannot see the bars move. */
export function useEndings(files: readonly ImportFile[] | undefined): string {
  const [ending, setEnding] = useState('');
  const active = useRef(new Set<string>());
  useEffect(() => {
    const ended = files?.filter((file) => !isActive(file) && active.current.has(file.udid)) ?? [];
    if (ended.length > 0) setEnding(ended.map(({ name, status_message }) => `${name}: ${status_message}`).join('. '));
    if (files) active.current = new Set(files.filter(isActive).map(({ udid }) => udid));
  }, [files]);
  return ending;
}
