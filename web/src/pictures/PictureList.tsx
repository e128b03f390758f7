import type { Picture } from '@piezario/contract/pictures';
import { type ReactNode, useRef } from 'react';
import { useDrag } from '../ui/useDrag.ts';
import { type CardActions, PictureCard } from './PictureCard.tsx';
import classes from './PictureList.module.css';
import { useAnimatedMoves } from './useAnimatedMoves.ts';

type Props = {
  pictures: readonly Picture[];
  actions: Omit<CardActions, 'drag'>;
  /** The uploads, after the pictures. */
  children: ReactNode;
};

/** The pictures of a part as cards, which are put in order by dragging. */
export function PictureList({ pictures, actions, children }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const { drag, ghost, start } = useDrag(list, (id, to) => {
    const picture = pictures.find((one) => one.id === id);
    if (picture && pictures.indexOf(picture) !== to - 1) actions.move(picture, to);
  });
  const on: CardActions = { ...actions, drag: ({ id }, event) => start(id, event) };
  const dragged = pictures.find(({ id }) => id === drag?.id);
  const preview =
    dragged && drag ? pictures.filter((one) => one !== dragged).toSpliced(drag.to - 1, 0, dragged) : pictures;
  useAnimatedMoves(list, preview.map(({ id }) => id).join());
  return (
    <>
      <ul ref={list} className={classes.list} aria-label="Fotos" data-dragging={drag !== null || undefined}>
        {pictures.map((picture) => (
          <PictureCard
            key={picture.id}
            picture={picture}
            place={preview.indexOf(picture) + 1}
            count={pictures.length}
            dragging={drag !== null}
            dragged={picture === dragged}
            on={on}
          />
        ))}
        {children}
      </ul>
      {dragged && (
        <div ref={ghost} className={classes.ghost}>
          <img className="fit" src={dragged.thumbnailUrl} alt="" />
        </div>
      )}
    </>
  );
}
