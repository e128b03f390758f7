import { useCallbackRef } from '@mantine/hooks';
import { type ImportFile, importer, MAX_IMPORT_BYTES } from '@piezario/contract/importer';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { upload } from '../api/upload.ts';
import { formatBytes } from '../ui/format.ts';

type Status =
  | { readonly name: 'waiting' }
  /** From 0 to 1; at 1 the server is keeping it. */
  | { readonly name: 'sending'; readonly sent: number }
  | { readonly name: 'failed'; readonly message: string; readonly retriable: boolean };

export type Upload = { readonly id: number; readonly file: File; readonly status: Status };

/** Tells uploads apart, of which two may be of the same file. */
let last = 0;

/** Files on their way to the importer, one after the other. Those that arrive leave the list. */
export function useUploads(onStored: (stored: ImportFile) => void) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const cancels = useRef(new Map<number, AbortController>());
  const setStatus = ({ id }: Upload, status: Status) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, status } : one)));
  const remove = useCallbackRef(({ id }: Upload) => {
    cancels.current.get(id)?.abort();
    cancels.current.delete(id);
    setUploads((all) => all.filter((one) => one.id !== id));
  });

  const send = useCallbackRef(async (one: Upload) => {
    const cancel = new AbortController();
    cancels.current.set(one.id, cancel);
    setStatus(one, { name: 'sending', sent: 0 });
    try {
      const stored = await upload(
        importer.store,
        { body: { attachment: one.file } },
        { signal: cancel.signal, onProgress: (sent) => setStatus(one, { name: 'sending', sent }) },
      );
      remove(one);
      onStored(stored);
    } catch (error) {
      if (!cancel.signal.aborted) setStatus(one, failed(ApiError.of(error)));
    }
  });

  // What is on the screen decides what is done next.
  useEffect(() => {
    const next = uploads.find(({ status }) => status.name === 'waiting');
    if (next && !uploads.some(({ status }) => status.name === 'sending')) void send(next);
  }, [uploads, send]);
  useEffect(() => {
    const { current } = cancels;
    return () => {
      for (const cancel of current.values()) cancel.abort();
    };
  }, []);

  return {
    uploads,
    add: useCallbackRef((files: readonly File[]) => {
      const more = files.map((file): Upload => ({ id: ++last, file, status: checked(file) }));
      setUploads((all) => [...all, ...more]);
    }),
    retry: useCallbackRef((one: Upload) => setStatus(one, { name: 'waiting' })),
    remove,
    isRunning: useCallbackRef(() => uploads.some(({ status }) => status.name !== 'failed')),
  };
}

/** What the server would say, without having sent it. */
function checked({ name, size }: File): Status {
  const refused = (message: string): Status => ({ name: 'failed', message, retriable: false });
  if (!/\.xlsx?$/i.test(name)) return refused('No es una planilla: se importan archivos .xlsx o .xls.');
  if (size > MAX_IMPORT_BYTES)
    return refused(`Es demasiado grande: se permiten hasta ${formatBytes(MAX_IMPORT_BYTES)}.`);
  if (size === 0) return refused('El archivo está vacío.');
  return { name: 'waiting' };
}

/** The same file is refused again, unless the fault was not its own. */
const failed = ({ code, message }: ApiError): Status => ({
  name: 'failed',
  message,
  retriable: ![400, 413, 415, 422].includes(code),
});
