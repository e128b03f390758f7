import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useRefreshLater } from '../api/hooks.ts';
import { usePictureActions } from './usePictureActions.ts';
import { usePictureUploads } from './usePictureUploads.ts';
import { useReorder } from './useReorder.ts';

/** The pictures of a part as the person has left them, ahead of what the server has stored. */
export function usePictures(partId: number, pictures: readonly Picture[]) {
  const { ordered, move, sendMoves } = useReorder(partId, pictures);
  const touch = useRefreshLater(calls.store, sendMoves);
  const { removed, append, mark, remove, undoLast } = usePictureActions(partId, sendMoves);
  const uploading = usePictureUploads(partId, {
    pictures,
    onStored: (picture, misplaced) => {
      const shown = append(picture);
      for (const id of misplaced) move(id, shown.indexOf(id) + 1);
      if (misplaced.length > 0) void sendMoves();
    },
  });
  return {
    shown: ordered.filter(({ id }) => !removed.includes(id) && !uploading.notAdded.includes(id)),
    uploading,
    add: (files: readonly File[]) => {
      touch();
      uploading.add(files);
    },
    move: (picture: Picture, to: number) => {
      touch();
      move(picture.id, to);
    },
    mark: (picture: Picture) => {
      touch();
      void mark(picture);
    },
    remove: (picture: Picture) => {
      touch();
      remove(picture);
    },
    undoLast,
  };
}
