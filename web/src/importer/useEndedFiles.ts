import type { ImportFile } from '@piezario/contract/importer';
import { useState } from 'react';
import { isActive } from '../jobs/job.ts';

/** The result of the files that have ended since the last read, for screen readers. */
export function useEndedFiles(files: readonly ImportFile[] | undefined): string {
  const [announced, announce] = useState('');
  const [last, setLast] = useState(files);
  if (files !== last) {
    setLast(files);
    const ended = endedBetween(last, files);
    if (ended.length > 0) announce(ended.map(({ name, status_message }) => `${name}: ${status_message}`).join('. '));
  }
  return announced;
}

function endedBetween(before: readonly ImportFile[] = [], now: readonly ImportFile[] = []): readonly ImportFile[] {
  const active = new Set(before.filter(isActive).map(({ udid }) => udid));
  return now.filter((file) => !isActive(file) && active.has(file.udid));
}
