import type { ImportFile } from '@piezario/contract/importer';
import { useCloseOverlay, useOpenOverlay } from '../ui/overlay.ts';

const NAMES = ['file'];

/** Opens the detail of a file over the list, in its URL. */
export function useOpenFile() {
  const open = useOpenOverlay();
  return ({ udid }: ImportFile) => open({ file: udid });
}

export const useCloseFile = () => useCloseOverlay(NAMES);
