import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notifySuccess } from '../ui/notify.ts';
import { isRunning, type Status, type Upload } from '../ui/upload/upload.ts';
import { useUploads } from '../ui/upload/useUploads.ts';
import { checkPicture } from './checkPicture.ts';
import { misplacedBy, readyIn, type StoredUpload } from './storedUploads.ts';

/** State of the card of a file. */
export type PictureUpload = Omit<Upload, 'status'> & { readonly status: Status | { readonly name: 'stored' } };

type Options = {
  /** Pictures that the part already has. */
  pictures: readonly Picture[];
  /** Called in the order in which the files were chosen. `misplaced`: ids of pictures to move. */
  onStored: (picture: Picture, misplaced: readonly number[]) => void;
};

/** Files on their way to the pictures of a part. They become pictures in the order in which they were chosen. */
export function usePictureUploads(partId: number, { pictures, onStored }: Options) {
  const [storedUploads, setStoredUploads] = useState<readonly StoredUpload[]>([]);
  const isOnScreen = ({ isAdded, picture }: StoredUpload) => isAdded && pictures.some(({ id }) => id === picture.id);
  const stored = storedUploads.filter((one) => !isOnScreen(one));
  const { uploads, add, retry, remove } = useUploads(calls.store, {
    atOnce: 3,
    sent: (attachment) => ({ body: { part_id: partId, is_blueprint: 0 as const, attachment } }),
    check: (file, ahead) => checkPicture(file, pictures.length + stored.length + ahead),
    ready: ({ thumbnailUrl }) => loadImage(thumbnailUrl),
    onStored: (picture, { id, file }, message) => {
      notifySuccess(message);
      setStoredUploads((all) => [...all, { id, file, picture, isAdded: false }]);
    },
  });

  const added = useRef<readonly number[]>([]);
  const addReady = useEffectEvent(() => {
    const ready = readyIn(storedUploads, uploads);
    if (ready.length === 0 && stored.length === storedUploads.length) return;
    for (const one of ready) {
      onStored(one.picture, misplacedBy(one, storedUploads, added.current));
      added.current = [...added.current, one.picture.id];
    }
    // Other files may have been stored since the last render.
    setStoredUploads((all) =>
      all.filter((one) => !isOnScreen(one)).map((one) => (ready.includes(one) ? { ...one, isAdded: true } : one)),
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it waits for
  useEffect(() => addReady(), [storedUploads, uploads, pictures]);

  const cards: readonly PictureUpload[] = [
    ...uploads,
    ...stored.map(({ id, file }) => ({ id, file, status: { name: 'stored' as const } })),
  ];
  return {
    cards: cards.toSorted((a, b) => a.id - b.id),
    /** Stored pictures that are still shown as uploads, by their ids. */
    notAdded: stored.filter(({ isAdded }) => !isAdded).map(({ picture }) => picture.id),
    isRunning: stored.length > 0 || uploads.some(isRunning),
    add,
    retry,
    remove,
  };
}

/** The thumbnail replaces the preview once it is decoded, so that the card does not blink. */
async function loadImage(url: string) {
  const image = new Image();
  image.src = url;
  await image.decode().catch(() => null);
}
