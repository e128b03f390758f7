import { useCallbackRef } from '@mantine/hooks';
import type { Result } from '@piezario/contract/endpoint';
import { parts } from '@piezario/contract/parts';
import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useRef, useState } from 'react';
import { ApiError, call, send } from '../api/client.ts';
import { useAction, useRewrite } from '../api/hooks.ts';
import { notifyError } from '../ui/notify.ts';
import { offerUndo } from '../ui/undo.tsx';

type Pictures = Result<typeof parts.show>['pictures'];

/** What is done to the pictures of a part, at once on the screen and then on the server. What it refuses is undone. */
export function usePictureActions(partId: number, settle: () => Promise<void>) {
  const rewritePart = useRewrite(parts.show);
  const rewrite = (change: (pictures: Pictures) => Pictures) =>
    rewritePart({ partId }, (part) => {
      const pictures = change(part.pictures);
      return { ...part, pictures, pictures_count: part.pictures_count + pictures.length - part.pictures.length };
    });
  /** Not to be seen, whatever the server still says. */
  const [gone, setGone] = useState<readonly number[]>([]);
  const comeBack = (id: number) => setGone((all) => all.filter((one) => one !== id));
  /** Those that can be had back, in the order in which they went. */
  const removed = useRef(new Map<number, ReturnType<typeof takeAway>>());
  const restore = useAction(calls.restore);

  /** Answers its place, which what is on the screen may not tell yet. */
  const append = useCallbackRef((picture: Picture) => {
    let place = 0;
    rewrite((all) => {
      const after = [...without(all, picture.id), picture];
      place = after.length;
      return after;
    });
    return place;
  });

  const mark = useCallbackRef(async ({ id, is_blueprint }: Picture) => {
    const show = (flag: 0 | 1) =>
      rewrite((all) => all.map((one) => (one.id === id ? { ...one, is_blueprint: flag } : one)));
    const wanted = is_blueprint ? 0 : 1;
    show(wanted);
    try {
      await call(calls.markBlueprint, { body: { part_id: partId, picture_id: id, is_blueprint: wanted } });
    } catch (error) {
      show(is_blueprint);
      tell(ApiError.of(error));
    }
  });

  /** Answers how to withdraw the offer to undo it; nothing when it was refused. */
  const takeAway = async (id: number) => {
    setGone((all) => [...all, id]);
    try {
      // Places are counted with it until the server has let it go.
      await settle();
      const { message } = await send(calls.remove, { body: { part_id: partId, picture_id: id } });
      rewrite((all) => without(all, id));
      return offerUndo(message, () => void undo(id));
    } catch (error) {
      comeBack(id);
      tell(ApiError.of(error));
    }
  };
  const remove = useCallbackRef(({ id }: Picture) => {
    removed.current.set(id, takeAway(id));
  });
  const undo = useCallbackRef(async (id: number) => {
    const removal = removed.current.get(id);
    removed.current.delete(id);
    const withdraw = await removal;
    if (!withdraw) return;
    withdraw();
    comeBack(id);
    await settle();
    restore.mutate({ body: { part_id: partId, picture_id: id } });
  });
  const undoLast = useCallbackRef(() => {
    const last = [...removed.current.keys()].at(-1);
    if (last !== undefined) void undo(last);
  });
  return { gone, append, mark, remove, undoLast };
}

const without = (pictures: Pictures, id: number) => pictures.filter((picture) => picture.id !== id);

/** Whoever holds the session tells that it is over. */
const tell = ({ code, message }: ApiError) => {
  if (code !== 401) notifyError(message);
};
