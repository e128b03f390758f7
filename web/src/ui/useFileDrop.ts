import { useWindowEvent } from '@mantine/hooks';
import { useState } from 'react';

const holdsFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped anywhere in the window or, with `pasted`, pasted. A browser would leave the page for a
 * file that is dropped elsewhere. Returns true while files are dragged over the window.
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
    // Copied cells of a spreadsheet include a picture of themselves. A field takes their text.
    if (pasted && !(event.target instanceof HTMLInputElement)) take(event, event.clipboardData);
  });
  return over;
}
