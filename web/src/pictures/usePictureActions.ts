import type { Result } from '@piezario/contract/endpoint';
import { history } from '@piezario/contract/history';
import { parts } from '@piezario/contract/parts';
import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useRef, useState } from 'react';
import { useAction, useRewrite } from '../api/hooks.ts';
import { sendOrUndo } from '../api/optimistic.ts';
import { notifySuccess, offerUndo } from '../ui/notify.ts';

type Pictures = Result<typeof parts.show>['pictures'];
type Removal = Result<typeof calls.remove> & { readonly withdrawOffer: ReturnType<typeof offerUndo> };

/** Changes the pictures of a part on the screen at once and then on the server. A refusal is undone. */
export function usePictureActions(partId: number, sendMoves: () => Promise<void>) {
  const rewritePart = useRewrite(parts.show);
  const rewrite = (change: (pictures: Pictures) => Pictures) =>
    rewritePart({ partId }, (part) => {
      const pictures = change(part.pictures);
      return { ...part, pictures, pictures_count: part.pictures_count + pictures.length - part.pictures.length };
    });
  /** Ids of pictures removed on the screen. The server may not have removed them yet. */
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const showAgain = (id: number) => setRemoved((all) => all.filter((one) => one !== id));
  /** The removals that can be undone, oldest first. Each resolves with null if it was refused. */
  const removals = useRef(new Map<number, Promise<Removal | null>>());
  const restore = useAction(history.restore);

  /** Returns the pictures in their order, which the screen may not show yet. */
  const append = (picture: Picture): readonly number[] => {
    let order: readonly number[] = [];
    rewrite((all) => {
      const after = [...without(all, picture.id), picture];
      order = after.map(({ id }) => id);
      return after;
    });
    return order;
  };

  const mark = async ({ id, is_blueprint }: Picture) => {
    const show = (flag: 0 | 1) =>
      rewrite((all) => all.map((one) => (one.id === id ? { ...one, is_blueprint: flag } : one)));
    const wanted = is_blueprint ? 0 : 1;
    show(wanted);
    const body = { part_id: partId, picture_id: id, is_blueprint: wanted } as const;
    const answer = await sendOrUndo(calls.markBlueprint, { body }, { undo: () => show(is_blueprint) });
    if (answer) notifySuccess(answer.message);
  };

  const sendRemoval = async (id: number) => {
    // The places of pending moves count this picture.
    await sendMoves();
    const body = { part_id: partId, picture_id: id };
    const answer = await sendOrUndo(calls.remove, { body }, { undo: () => showAgain(id) });
    if (!answer) return null;
    rewrite((all) => without(all, id));
    return { ...answer.result, withdrawOffer: offerUndo(answer.message, () => void undo(id)) };
  };
  const remove = ({ id }: Picture) => {
    setRemoved((all) => [...all, id]);
    removals.current.set(id, sendRemoval(id));
  };
  const undo = async (id: number) => {
    const pending = removals.current.get(id);
    removals.current.delete(id);
    const removal = await pending;
    if (!removal) return;
    const { withdrawOffer, ...change } = removal;
    withdrawOffer();
    showAgain(id);
    await sendMoves();
    restore.mutate({ body: { part_id: partId, ...change } });
  };
  /** Returns false when none was removed. */
  const undoLast = () => {
    const last = [...removals.current.keys()].at(-1);
    if (last !== undefined) void undo(last);
    return last !== undefined;
  };
  return { removed, append, mark, remove, undoLast };
}

const without = (pictures: Pictures, id: number) => pictures.filter((picture) => picture.id !== id);
