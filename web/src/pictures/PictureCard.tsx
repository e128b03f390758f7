import { Menu, UnstyledButton } from '@mantine/core';
import { GOOD_PICTURE, type Picture, SMALL_PICTURE } from '@piezario/contract/pictures';
import {
  IconAlertTriangle,
  IconArrowLeft,
  IconArrowRight,
  IconDots,
  IconGripVertical,
  IconInfoCircle,
  IconRulerMeasure,
  IconStar,
  IconTrash,
} from '@tabler/icons-react';
import type { PointerEvent } from 'react';
import { RowButton } from '../ui/RowIcon.tsx';
import classes from './Cards.module.css';
import { sizeOf } from './format.ts';

export type CardActions = {
  readonly zoom: (picture: Picture) => void;
  /** `to`: the new place, from 1 on. */
  readonly move: (picture: Picture, to: number) => void;
  readonly mark: (picture: Picture) => void;
  readonly remove: (picture: Picture) => void;
  readonly drag: (picture: Picture, event: PointerEvent) => void;
};

type Props = {
  picture: Picture;
  /** From 1 on. */
  place: number;
  count: number;
  /** Whether a picture is being dragged: the document then keeps its order, and CSS shows the new one. */
  dragging: boolean;
  dragged: boolean;
  on: CardActions;
};

/** A picture and its actions. A mouse drags the whole card; a finger drags the handle, because it also scrolls. */
export const PictureCard = ({ picture, place, count, dragging, dragged, on }: Props) => (
  <li
    className={classes.card}
    data-picture={picture.id}
    data-drag
    data-dragged={dragged || undefined}
    // Negative, because the uploads after the pictures have the order 0.
    style={dragging ? { order: place - 1 - count } : undefined}
  >
    <UnstyledButton
      className={classes.frame}
      aria-label={`Ver en grande la foto ${place}`}
      onClick={() => on.zoom(picture)}
      onPointerDown={(event) => {
        if (event.pointerType !== 'touch') on.drag(picture, event);
      }}
    >
      <img
        className="fit"
        src={picture.thumbnailUrl}
        width={picture.width}
        height={picture.height}
        alt=""
        draggable={false}
        loading="lazy"
        decoding="async"
      />
    </UnstyledButton>
    <Badges place={place} blueprint={picture.is_blueprint === 1} />
    <span className={classes.handle} aria-hidden onPointerDown={(event) => on.drag(picture, event)}>
      <IconGripVertical size={20} stroke={1.6} />
    </span>
    <div className={classes.text}>
      <p className="truncate medium" title={picture.name}>
        {picture.name}
      </p>
      <p className="dim text-xs digits">{sizeOf(picture)}</p>
      <Advice picture={picture} />
    </div>
    <div className={classes.tools}>
      <RowButton
        icon={IconArrowLeft}
        title="Mover antes"
        label={`Mover antes la foto ${place}`}
        off={place === 1}
        onClick={() => on.move(picture, place - 1)}
      />
      <RowButton
        icon={IconArrowRight}
        title="Mover después"
        label={`Mover después la foto ${place}`}
        off={place === count}
        onClick={() => on.move(picture, place + 1)}
      />
      <span className="grow" />
      <RowButton
        data-remove
        icon={IconTrash}
        title="Eliminar"
        label={`Eliminar la foto ${place}`}
        onClick={() => on.remove(picture)}
      />
      <More picture={picture} place={place} on={on} />
    </div>
  </li>
);

const Badges = ({ place, blueprint }: { place: number; blueprint: boolean }) => (
  <span className={classes.badges}>
    <span className={classes.badge} data-main={place === 1 || undefined}>
      {place === 1 ? 'Principal' : place}
    </span>
    {blueprint && <span className={classes.badge}>Plano</span>}
  </span>
);

/** Advice on the size. Channels ask for a minimum of the shorter side; the longer side makes a picture look good. */
function Advice({ picture: { width, height } }: { picture: Picture }) {
  const small = Math.min(width, height) < SMALL_PICTURE;
  if (!small && Math.max(width, height) >= GOOD_PICTURE) return null;
  const Icon = small ? IconAlertTriangle : IconInfoCircle;
  return (
    <p className={classes.advice} data-small={small || undefined}>
      <Icon size={14} stroke={1.8} aria-hidden />
      {small
        ? `Mercado Libre pide al menos ${SMALL_PICTURE}\u00a0×\u00a0${SMALL_PICTURE}\u00a0px`
        : `Se ve mejor desde ${GOOD_PICTURE}\u00a0px`}
    </p>
  );
}

const More = ({ picture, place, on }: Pick<Props, 'picture' | 'place' | 'on'>) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <RowButton icon={IconDots} title="Más" label={`Más acciones de la foto ${place}`} />
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item
        leftSection={<IconStar size={16} stroke={1.6} />}
        disabled={place === 1}
        onClick={() => on.move(picture, 1)}
      >
        Hacer principal
      </Menu.Item>
      <Menu.Item leftSection={<IconRulerMeasure size={16} stroke={1.6} />} onClick={() => on.mark(picture)}>
        {picture.is_blueprint ? 'Quitar la marca de plano' : 'Marcar como plano'}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
