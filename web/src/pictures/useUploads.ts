import { useCallbackRef } from '@mantine/hooks';
import { pictures as calls, MAX_PICTURE_BYTES, MAX_PICTURES, type Picture } from '@piezario/contract/pictures';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { upload } from '../api/upload.ts';

/** One more would only make each of them slower. */
const AT_ONCE = 3;

type Status =
  | { readonly name: 'waiting' }
  /** From 0 to 1; at 1 the server is busy with it. */
  | { readonly name: 'sending'; readonly sent: number }
  | { readonly name: 'failed'; readonly message: string; readonly retriable: boolean }
  /** On the server; it waits for those that were chosen before it. */
  | { readonly name: 'stored'; readonly picture: Picture }
  /** Its picture is about to take its place. */
  | { readonly name: 'handed over'; readonly picture: Picture };

export type Upload = {
  readonly file: File;
  /** The file itself, as an address that lives as long as the upload and is its own. */
  readonly preview: string;
  readonly status: Status;
};

type Options = {
  /** Those that the part already has. */
  pictures: readonly Picture[];
  /** In the order in which the files were chosen; `misplaced` when the server took them in another one. */
  onStored: (picture: Picture, misplaced: boolean) => void;
};

/** Files on their way to the pictures of a part, each with its own luck. */
export function useUploads(partId: number, { pictures, onStored }: Options) {
  const [all, setUploads] = useState<readonly Upload[]>([]);
  const isThere = ({ status }: Upload) =>
    status.name === 'handed over' && pictures.some(({ id }) => id === status.picture.id);
  const uploads = all.filter((one) => !isThere(one));
  const cancels = useRef(new Map<string, AbortController>());
  const setStatus = ({ preview }: Upload, status: Status) =>
    setUploads((before) => before.map((one) => (one.preview === preview ? { ...one, status } : one)));

  const send = useCallbackRef(async (one: Upload) => {
    const cancel = new AbortController();
    cancels.current.set(one.preview, cancel);
    setStatus(one, { name: 'sending', sent: 0 });
    try {
      const picture = await upload(
        calls.store,
        { body: { part_id: partId, is_blueprint: 0, attachment: one.file } },
        { signal: cancel.signal, onProgress: (sent) => setStatus(one, { name: 'sending', sent }) },
      );
      await seen(picture.thumbnailUrl);
      setStatus(one, { name: 'stored', picture });
    } catch (error) {
      if (!cancel.signal.aborted) setStatus(one, failed(ApiError.of(error)));
    }
  });

  // What is on the screen decides what is done next.
  useEffect(() => {
    const free = AT_ONCE - all.filter(({ status }) => status.name === 'sending').length;
    for (const one of all.filter(({ status }) => status.name === 'waiting').slice(0, free)) void send(one);
  }, [all, send]);
  // The server numbers pictures as it takes them in.
  const newest = useRef(0);
  const handOver = useCallbackRef(() => {
    for (const one of readyIn(all)) {
      const { picture } = one.status;
      setStatus(one, { name: 'handed over', picture });
      onStored(picture, picture.id < newest.current || isAfterLater(one, all));
      newest.current = Math.max(newest.current, picture.id);
    }
    const there = all.filter(isThere);
    if (there.length > 0) drop(there);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it waits for
  useEffect(handOver, [all, pictures, handOver]);

  const drop = (gone: readonly Upload[]) => {
    for (const { preview } of gone) {
      cancels.current.get(preview)?.abort();
      cancels.current.delete(preview);
      URL.revokeObjectURL(preview);
    }
    setUploads((before) => before.filter(({ preview }) => !gone.some((one) => one.preview === preview)));
  };
  const leave = useCallbackRef(() => drop(all));
  useEffect(() => leave, [leave]);

  const room = () => MAX_PICTURES - pictures.length - uploads.filter(({ status }) => status.name !== 'failed').length;
  return {
    uploads,
    add: useCallbackRef((files: readonly File[]) => {
      const free = room();
      const more = files.map((file, index) => ({
        file,
        preview: URL.createObjectURL(file),
        status: checked(file, index < free),
      }));
      setUploads((before) => [...before, ...more]);
    }),
    retry: useCallbackRef((one: Upload) => setStatus(one, checked(one.file, room() > 0))),
    remove: useCallbackRef((one: Upload) => drop([one])),
    isRunning: useCallbackRef(() => uploads.some(({ status }) => status.name !== 'failed')),
  };
}

/** What the server would say, without having sent it. */
function checked(file: File, fits: boolean): Status {
  if (file.size > MAX_PICTURE_BYTES) {
    const message = `El archivo es demasiado grande: se permiten hasta ${MAX_PICTURE_BYTES / 1024 / 1024} MB`;
    return { name: 'failed', message, retriable: false };
  }
  if (!fits) return { name: 'failed', message: `Una pieza puede tener hasta ${MAX_PICTURES} fotos`, retriable: true };
  return { name: 'waiting' };
}

/** The same file is refused again, unless the fault was not its own. */
const failed = ({ code, message }: ApiError): Status => ({
  name: 'failed',
  message,
  retriable: ![400, 413, 415, 422].includes(code),
});

/** The thumbnail is here before it takes the place of the preview, so that nothing blinks. */
async function seen(url: string) {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => null);
}

type Stored = Upload & { readonly status: Extract<Status, { name: 'stored' }> };
const isStored = (one: Upload): one is Stored => one.status.name === 'stored';

/** Those that no longer wait for one that was chosen before them. */
function readyIn(uploads: readonly Upload[]): readonly Stored[] {
  const settled = uploads.findIndex(({ status }) => status.name === 'waiting' || status.name === 'sending');
  return (settled === -1 ? uploads : uploads.slice(0, settled)).filter(isStored);
}

const isAfterLater = (one: Stored, uploads: readonly Upload[]) =>
  uploads
    .slice(uploads.indexOf(one))
    .filter(isStored)
    .some(({ status }) => status.picture.id < one.status.picture.id);
