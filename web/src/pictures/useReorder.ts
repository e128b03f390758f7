import { useDebouncedCallback } from '@mantine/hooks';
import { parts } from '@piezario/contract/parts';
import { pictures as calls, type Picture } from '@piezario/contract/pictures';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { refresh, useRewrite } from '../api/hooks.ts';
import { sendOrUndo } from '../api/optimistic.ts';
import { notifySuccess } from '../ui/notify.ts';
import { type Move, moved, sorted } from './order.ts';

/** Four presses of «Mover después» are one move, to the last place (§5). In milliseconds. */
const SEND_AFTER = 300;

/** Moves pictures on the screen at once and a moment later on the server. A refusal undoes the moves. */
export function useReorder(partId: number, pictures: readonly Picture[]) {
  const queries = useQueryClient();
  const rewritePart = useRewrite(parts.show);
  // Moves that the server has not answered yet. While `sending`, the first one is in flight.
  const moves = useRef<readonly Move[]>([]);
  const sending = useRef<Promise<void> | null>(null);
  const [shown, setShown] = useState<readonly Move[]>([]);
  const update = (now: readonly Move[]) => {
    moves.current = now;
    setShown(now);
  };

  const sendAll = async () => {
    for (;;) {
      const [move] = moves.current;
      if (!move) return;
      const body = { part_id: partId, picture_id: move.id, order: move.to };
      const answer = await sendOrUndo(
        calls.changeOrder,
        { body },
        {
          // Later moves build on the refused one, so all are dropped. The server's order is read again.
          undo: () => {
            update([]);
            void refresh(queries, calls.changeOrder);
          },
          explain: (message) => `No se pudo guardar el orden de las fotos. ${message}`,
        },
      );
      if (!answer) return;
      rewritePart({ partId }, (part) => ({ ...part, pictures: sorted(part.pictures, answer.result) }));
      update(moves.current.slice(1));
      if (moves.current.length === 0) notifySuccess(answer.message);
    }
  };
  /** Resolves when the server has answered every move. */
  const sendMoves = (): Promise<void> => {
    if (sending.current !== null) return sending.current;
    const all = sendAll().finally(() => {
      sending.current = null;
    });
    sending.current = all;
    return all;
  };
  const sendMovesSoon = useDebouncedCallback(sendMoves, SEND_AFTER);

  const move = (id: number, to: number) => {
    const last = moves.current.at(-1);
    const isOnItsWay = sending.current && moves.current.length === 1;
    const before = last?.id === id && !isOnItsWay ? moves.current.slice(0, -1) : moves.current;
    update([...before, { id, to }]);
    sendMovesSoon();
  };
  return { ordered: shown.reduce(moved, pictures), move, sendMoves };
}
