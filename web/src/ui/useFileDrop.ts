import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

/**
 * Files dropped anywhere in the window, or pasted unless they are not taken so. Anywhere, because a browser leaves the
 * page for a file that falls beside. Answers whether some are being held over it.
 */
export function useFileDrop(onFiles: (files: readonly File[]) => void, { pasted = true } = {}): boolean {
  const [over, setOver] = useState(false);
  const hold = (event: DragEvent) => {
    if (!holdsFiles(event.dataTransfer)) return;
    event.preventDefault();
    setOver(true);
  };
  useWindowEvent('dragenter', hold);
  useWindowEvent('dragover', hold);
  useWindowEvent('dragleave', ({ relatedTarget }) => {
    if (relatedTarget === null) setOver(false);
  });
  const take = (event: Event, transfer: DataTransfer | null) => {
    if (!holdsFiles(transfer)) return;
    event.preventDefault();
    setOver(false);
    onFiles([...(transfer?.files ?? [])]);
  };
  useWindowEvent('drop', (event) => take(event, event.dataTransfer));
  useWindowEvent('paste', (event) => {
    // Cells of a spreadsheet are also a picture of themselves: in a field, their text is what is meant.
    if (pasted && !(event.target instanceof HTMLInputElement)) take(event, event.clipboardData);
  });
  return over;
}
