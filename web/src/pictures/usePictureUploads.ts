import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notifySuccess } from '../ui/notify.ts';
import { isRunning, type Status, type Upload } from '../ui/upload/upload.ts';
import { useUploads } from '../ui/upload/useUploads.ts';
import { checkPicture } from './checkPicture.ts';
import { misplacedBy, readyIn, type StoredUpload } from './storedUploads.ts';

/** What the card of a file shows. */
export type PictureUpload = Omit<Upload, 'status'> & { readonly status: Status | { readonly name: 'stored' } };

type Options = {
  /** Those that the part already has. */
  pictures: readonly Picture[];
  /** Called in the order in which the files were chosen. `misplaced`: those that the server has at another place. */
  onStored: (picture: Picture, misplaced: readonly number[]) => void;
};

/** Files on their way to the pictures of a part. They become pictures in the order in which they were chosen. */
export function usePictureUploads(partId: number, { pictures, onStored }: Options) {
  const [arrived, setArrived] = useState<readonly StoredUpload[]>([]);
  const isOnScreen = ({ added, picture }: StoredUpload) => added && pictures.some(({ id }) => id === picture.id);
  const stored = arrived.filter((one) => !isOnScreen(one));
  const { uploads, add, retry, remove } = useUploads(calls.store, {
    atOnce: 3,
    sent: (attachment) => ({ body: { part_id: partId, is_blueprint: 0 as const, attachment } }),
    check: (file, ahead) => checkPicture(file, pictures.length + stored.length + ahead),
    ready: ({ thumbnailUrl }) => loadImage(thumbnailUrl),
    onStored: (picture, { id, file }, message) => {
      notifySuccess(message);
      setArrived((all) => [...all, { id, file, picture, added: false }]);
    },
  });

  const added = useRef<readonly number[]>([]);
  const addReady = useEffectEvent(() => {
    const ready = readyIn(arrived, uploads);
    if (ready.length === 0 && stored.length === arrived.length) return;
    for (const one of ready) {
      onStored(one.picture, misplacedBy(one, arrived, added.current));
      added.current = [...added.current, one.picture.id];
    }
    // Other files may have arrived since the last render, so the newest list is changed.
    setArrived((all) =>
      all.filter((one) => !isOnScreen(one)).map((one) => (ready.includes(one) ? { ...one, added: true } : one)),
    );
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it waits for
  useEffect(() => addReady(), [arrived, uploads, pictures]);

  const cards: readonly PictureUpload[] = [
    ...uploads,
    ...stored.map(({ id, file }) => ({ id, file, status: { name: 'stored' as const } })),
  ];
  return {
    cards: cards.toSorted((a, b) => a.id - b.id),
    /** Stored pictures that are still shown as uploads, by their ids. */
    notAdded: stored.filter(({ added }) => !added).map(({ picture }) => picture.id),
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
