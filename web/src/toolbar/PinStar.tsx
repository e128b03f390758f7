import { VisuallyHidden } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { usePins } from '../account/usePins.ts';
import classes from './PinStar.module.css';

/**
 * Pins a brand of the list, or unpins it. An option cannot contain a button, so the list handles the key * by clicking
 * the star.
 */
export function PinStar({ id }: { id: number }) {
  const { pinOf, pin } = usePins();
  const isPinned = pinOf(id) !== 'none';
  const Star = isPinned ? IconStarFilled : IconStar;
  return (
    <>
      {isPinned && <VisuallyHidden>, fijada</VisuallyHidden>}
      <Star
        size={24}
        aria-hidden
        className={classes.star}
        data-pinned={isPinned || undefined}
        onClick={(event) => {
          // Keeps the click from selecting the brand.
          event.stopPropagation();
          pin(id, isPinned ? 'none' : 'pinned');
        }}
      >
        <title>{isPinned ? 'Soltar (*)' : 'Fijar primera (*)'}</title>
      </Star>
    </>
  );
}
