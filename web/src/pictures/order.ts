import type { Picture } from '@piezario/contract/pictures';

/** To a place from 1 on, as the server counts. */
export type Move = { readonly id: number; readonly to: number };

/** The pictures after a move. */
export function moved<P extends { readonly id: number }>(pictures: readonly P[], { id, to }: Move): readonly P[] {
  const picture = pictures.find((one) => one.id === id);
  return picture ? pictures.filter((one) => one !== picture).toSpliced(to - 1, 0, picture) : pictures;
}

type Ordered = Pick<Picture, 'id' | 'order'>;

/** The pictures in the order that the server answered. */
export function sorted<P extends Ordered>(pictures: readonly P[], orders: readonly Ordered[]): P[] {
  const places = new Map(orders.map(({ id, order }) => [id, order]));
  return pictures
    .map((picture) => ({ ...picture, order: places.get(picture.id) ?? picture.order }))
    .sort((a, b) => a.order - b.order);
}
