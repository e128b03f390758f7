import { z } from 'zod';
import { Attachment, get, post } from './endpoint.ts';
import { Flag, Id } from './fields.ts';
import { listed, paged } from './list.ts';

export const MAX_PICTURE_BYTES = 20 * 1024 * 1024;
export const MAX_PICTURES = 30;
/** Sizes in pixels. Mercado Libre requires the first on both sides, and shows pictures best from the second on. */
export const SMALL_PICTURE = 500;
export const GOOD_PICTURE = 1200;

export const Picture = z.object({
  id: z.int(),
  imageUrl: z.string(),
  thumbnailUrl: z.string(),
  /** Position from 1 on, without gaps. Channels show pictures in this order. */
  order: z.int(),
  /** Name of the uploaded file. */
  name: z.string(),
  is_blueprint: z.literal([0, 1]),
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Picture = z.output<typeof Picture>;

/** Position: a number, or its digits in a form. Beyond the end means the last one. */
const Order = z
  .union(
    [
      z.int(),
      z
        .string()
        .regex(/^\d{1,5}$/)
        .transform(Number),
    ],
    'Tiene que ser un número entero',
  )
  .pipe(z.int().min(1).max(10_000));

const OnePicture = z.object({ part_id: Id, picture_id: Id });

export const pictures = {
  list: get({
    path: '/api/backend/user-catalog/pictures/:partId',
    access: 'user',
    summary: 'Las fotos de una pieza, por páginas',
    reads: ['pictures'],
    params: z.object({ partId: Id }),
    ...listed(
      {
        id: 'number',
        name: 'text',
        order: 'number',
        is_blueprint: 'flag',
        width: 'number',
        height: 'number',
        bytes: 'number',
      },
      '-name',
    ),
    result: paged(Picture),
  }),
  store: post({
    path: '/api/backend/user-catalog/pictures/store',
    access: 'manufacturer',
    summary: 'Agrega una foto al final de las de una pieza',
    changes: ['pictures'],
    body: z.object({ part_id: Id, is_blueprint: Flag.default(0), attachment: Attachment }),
    upload: MAX_PICTURE_BYTES,
    // Decoding takes long, and a transaction would lock the part and hold a connection until it is done.
    transaction: false,
    result: Picture,
    message: 'Foto guardada',
  }),
  remove: post({
    path: '/api/backend/user-catalog/pictures/remove',
    access: 'manufacturer',
    summary: 'Quita una foto de una pieza; durante 30 días se puede recuperar',
    changes: ['pictures'],
    body: OnePicture,
    // A restore undoes only this change: the others of the operation move other pictures.
    result: z.object({ operation_id: z.int(), change_id: z.int() }),
    message: 'Foto eliminada',
  }),
  changeOrder: post({
    path: '/api/backend/user-catalog/pictures/change-order',
    access: 'manufacturer',
    summary: 'Mueve una foto a otro lugar; las demás le hacen sitio',
    changes: ['pictures'],
    body: OnePicture.extend({ order: Order }),
    result: z.array(Picture.pick({ id: true, order: true })),
    message: 'Orden guardado',
  }),
  markBlueprint: post({
    path: '/api/backend/user-catalog/pictures/mark-blueprint',
    access: 'manufacturer',
    summary: 'Dice si una foto es un plano',
    changes: ['pictures'],
    body: OnePicture.extend({ is_blueprint: Flag }),
    result: Picture,
    message: ({ is_blueprint }: Picture) => (is_blueprint ? 'La foto es un plano' : 'La foto ya no es un plano'),
  }),
};
