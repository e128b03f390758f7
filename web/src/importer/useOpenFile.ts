import type { ImportFile } from '@piezario/contract/importer';
import { useCallback } from 'react';
import { useCloseOverlay, useOpenOverlay } from '../ui/overlay.ts';

const NAMES = ['file'];

/** The detail of a file, over the list and in its URL. */
export function useOpenFile() {
  const open = useOpenOverlay();
  return useCallback(({ udid }: ImportFile) => open({ file: udid }), [open]);
}

export const useCloseFile = () => useCloseOverlay(NAMES);
