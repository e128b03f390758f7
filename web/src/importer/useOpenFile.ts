import type { ImportFile } from '@piezario/contract/importer';
import { useCallback } from 'react';
import { useCloseOver, useOpenOver } from '../ui/over.ts';

const NAMES = ['file'];

/** The detail of a file, over the list and in its URL. */
export function useOpenFile() {
  const open = useOpenOver();
  return useCallback(({ udid }: ImportFile) => open({ file: udid }), [open]);
}

export const useCloseFile = () => useCloseOver(NAMES);
