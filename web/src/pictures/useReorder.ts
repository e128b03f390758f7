import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks';
import { parts } from '@piezario/contract/parts';
import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { ApiError, call } from '../api/client.ts';
import { refresh, useRewrite } from '../api/hooks.ts';
import { notifyError } from '../ui/notify.ts';

/** Whoever presses «Mover después» four times means one move, to where the picture is in the end (§5). */
const QUIET_FOR = 300;

/** From 1 on, as the server counts. */
type Move = { readonly id: number; readonly to: number };

/** Moves pictures at once on the screen, and a moment later on the server; what it refuses is undone. */
export function useReorder(partId: number, pictures: readonly Picture[]) {
  const queries = useQueryClient();
  const rewritePart = useRewrite(parts.show);
  // Those that the server has not heard of, or not answered yet. The first one is on its way while sending.
  const moves = useRef<readonly Move[]>([]);
  const sending = useRef<Promise<void> | null>(null);
  const [shown, setShown] = useState(moves.current);
  const update = (now: readonly Move[]) => {
    moves.current = now;
    setShown(now);
  };

  const sendAll = async () => {
    for (let [move] = moves.current; move; [move] = moves.current) {
      const { id, to } = move;
      try {
        const orders = await call(calls.changeOrder, { body: { part_id: partId, picture_id: id, order: to } });
        rewritePart({ partId }, (part) => ({ ...part, pictures: sorted(part.pictures, orders) }));
        update(moves.current.slice(1));
      } catch (error) {
        // Those after it were made on top of it. How things are now, the server knows.
        update([]);
        void refresh(queries, calls.changeOrder);
        const { code, message } = ApiError.of(error);
        if (code !== 401) notifyError(`No se pudo guardar el orden de las fotos. ${message}`);
      }
    }
  };
  /** Done when the server has heard of every move. */
  const settle = useCallbackRef((): Promise<void> => {
    sending.current ??= sendAll().finally(() => {
      sending.current = null;
    });
    return sending.current;
  });
  const settleSoon = useDebouncedCallback(settle, QUIET_FOR);

  const move = useCallbackRef((id: number, to: number) => {
    const last = moves.current.at(-1);
    const onItsWay = sending.current && moves.current.length === 1;
    const before = last?.id === id && !onItsWay ? moves.current.slice(0, -1) : moves.current;
    update([...before, { id, to }]);
    settleSoon();
  });
  return { ordered: useMemo(() => shown.reduce(moved, pictures), [shown, pictures]), move, settle };
}

function moved(pictures: readonly Picture[], { id, to }: Move): readonly Picture[] {
  const one = pictures.find((picture) => picture.id === id);
  return one ? pictures.filter((picture) => picture !== one).toSpliced(to - 1, 0, one) : pictures;
}

function sorted(pictures: readonly Picture[], orders: readonly Pick<Picture, 'id' | 'order'>[]): Picture[] {
  const places = new Map(orders.map(({ id, order }) => [id, order]));
  return pictures
    .map((picture) => ({ ...picture, order: places.get(picture.id) ?? picture.order }))
    .sort((a, b) => a.order - b.order);
}
