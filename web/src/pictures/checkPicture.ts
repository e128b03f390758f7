import { MAX_PICTURE_BYTES, MAX_PICTURES } from '@piezario/contract/pictures';
import type { Refusal } from '../ui/upload/upload.ts';

/** Why the server would refuse the file, or null. `count` is how many pictures the part will have without it. */
export function checkPicture({ size }: Pick<File, 'size'>, count: number): Refusal | null {
  if (size > MAX_PICTURE_BYTES) {
    const message = `El archivo es demasiado grande: se permiten hasta ${MAX_PICTURE_BYTES / 1024 / 1024} MB`;
    return { message, retriable: false };
  }
  return count < MAX_PICTURES
    ? null
    : { message: `Una pieza puede tener hasta ${MAX_PICTURES} fotos`, retriable: true };
}
